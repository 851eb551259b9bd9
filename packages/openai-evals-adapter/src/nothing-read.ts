import { EipError } from "@eip-eval/core";
import { kindTitle, programFor } from "@eip-eval/core/io";
import type { Gathered, Refused } from "./gather.ts";
import type { Run } from "./run.ts";
import { countText } from "./wording.ts";

interface Found extends Pick<Gathered, "sorted"> {
  readonly refusals: readonly Refused[];
  readonly empty: readonly Run[];
}

/** The error for paths out of which no outcome came: the most telling of the reasons. */
export function nothingRead(
  paths: readonly string[],
  { sorted, refusals, empty }: Found,
): EipError {
  const where = paths.join(", ");
  if (refusals.length > 0) return refusedOnly(where, refusals);
  if (empty.some(({ report }) => report !== undefined)) {
    return new EipError("no-item-logs", {
      where,
      found: "a final report but no events; totals cannot be taken apart",
      try: "take the log as oaieval wrote it",
    });
  }
  if (empty.length > 0) {
    return new EipError("no-outcomes", {
      where,
      found: `${countText(empty.length, "run")} that stopped before the first sample, with nothing but a spec line`,
      try: "run oaieval again to its end",
    });
  }
  const foreign = [...sorted.foreign.keys()].find((kind) => programFor(kind) !== undefined);
  if (sorted.logs.length === 0 && foreign) {
    return new EipError("other-harness", {
      where,
      found: `these are ${kindTitle(foreign)}, not OpenAI evals logs`,
      try: `${programFor(foreign)} rank ${paths[0]}`,
    });
  }
  if (sorted.logs.length > 0) {
    return new EipError("no-outcomes", {
      where,
      found: "no benchmark in it is one of those asked for",
    });
  }
  return new EipError("no-outcomes", {
    where,
    found: "no OpenAI evals log in it",
    expected: "the .jsonl that oaieval writes, or an export of a hosted eval",
  });
}

const MOST_REASONS = 2;

function refusedOnly(where: string, refusals: readonly Refused[]): EipError {
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
