import { EipError } from "../errors.ts";

/** A file, or a part of it, that cannot be used. */
export interface Refused {
  readonly error: EipError;
  readonly path: string;
}

const MOST_REASONS = 2;

/** The error for paths in which everything was refused: the one reason, or the first few of several. */
export function refusedOnly(where: string, refusals: readonly Refused[]): EipError {
  const first = refusals[0]!.error;
  if (refusals.length === 1) return first;
  const codes = new Set(refusals.map(({ error }) => error.code));
  const reasons = refusals
    .slice(0, MOST_REASONS)
    .map(({ error }) => error.message.replace(/\.$/, ""));
  const more = refusals.length - reasons.length;
  return new EipError(codes.size === 1 ? first.code : "no-outcomes", {
    where,
    found: `nothing could be used. ${reasons.join(". ")}${more > 0 ? `, and ${more} more` : ""}`,
    try: first.try,
  });
}
