import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { EipError, ErrorCode } from "@eip-eval/core";
import { byCodeUnit, writeFileAtomic } from "@eip-eval/core/io";

/** Something that was asked for and is not in the store. */
export interface Missing {
  readonly model: string;
  /** Absent where it is all of the model. */
  readonly benchmark?: string | undefined;
  readonly repository?: string | undefined;
  readonly code: ErrorCode;
  /** A clause: what was found, and what was expected. */
  readonly reason: string;
  /** The file or repository it is about. */
  readonly where?: string | undefined;
  /** One thing to do about it. */
  readonly try?: string | undefined;
}

const NAME = "missing.txt";

/** What an error says about something that was asked for. */
export function missingBecause(
  about: Pick<Missing, "model" | "benchmark" | "repository">,
  { code, found, expected, where, try: hint }: EipError,
): Missing {
  const reason = expected === undefined ? found : `${found}; expected ${expected}`;
  return { ...about, code, reason, where, try: hint };
}

/**
 * Writes down what is missing and why, one line each; takes the list away when nothing is.
 *
 * @returns The path of the list, or `undefined` when nothing is missing.
 */
export async function writeMissing(
  store: string,
  missing: readonly Missing[],
): Promise<string | undefined> {
  const path = join(store, NAME);
  if (missing.length === 0) {
    await rm(path, { force: true });
    return undefined;
  }
  await writeFileAtomic(path, missingText(missing));
  return path;
}

/**
 * The list as text: columns parted by tabs, sorted, the same for the same things.
 *
 * @example
 * ```ts
 * missingText([{ model: "a/b", code: "consent", reason: "terms not accepted" }]);
 * // "# asked for and not here: model, benchmark, code, reason, what to do, where\na/b\tall\tconsent\t…\n"
 * ```
 */
export function missingText(missing: readonly Missing[]): string {
  const lines = missing.map(
    ({ model, benchmark = "all", code, reason, try: hint = "", where = "" }) =>
      [model, benchmark, code, reason, hint, where].map(oneLine).join("\t").trimEnd(),
  );
  const head = "# asked for and not here: model, benchmark, code, reason, what to do, where";
  return `${[head, ...lines.toSorted(byCodeUnit)].join("\n")}\n`;
}

function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- names come from the Hub and may hold anything
  return text.replaceAll(/[\u0000-\u001F\u007F]+/g, " ");
}
