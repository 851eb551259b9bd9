/** Reading logs in tests: everything a reader says, in one value. */

import type { EipError } from "../errors.ts";
import type { Adapter, Outcome, Problem, ReadOptions, ReadSummary } from "../outcomes/adapter.ts";

/** All that came of one reading. */
export interface ReadToEnd {
  readonly outcomes: Outcome[];
  readonly problems: Problem[];
  readonly summary: ReadSummary | undefined;
  /** What ended it before its end. */
  readonly error: EipError | undefined;
}

/**
 * Reads paths to the end, with every problem, the summary and the error that ended it.
 *
 * @example
 * ```ts
 * const { outcomes, error } = await readToEnd(lmEval, ["results/"]);
 * ```
 */
export async function readToEnd(
  adapter: Adapter,
  paths: readonly string[],
  options: ReadOptions = {},
): Promise<ReadToEnd> {
  const outcomes: Outcome[] = [];
  const problems: Problem[] = [];
  let summary: ReadSummary | undefined;
  let error: EipError | undefined;
  try {
    const reading = adapter.read(paths, {
      onProblem: (problem) => problems.push(problem),
      onSummary: (one) => (summary = one),
      ...options,
    });
    for await (const outcome of reading) outcomes.push(outcome);
  } catch (caught) {
    error = caught as EipError;
  }
  return { outcomes, problems, summary, error };
}

/** The scores that there are, in the order of the outcomes. */
export function gradedScores(outcomes: readonly Outcome[]): number[] {
  return outcomes.flatMap(({ score }) => score ?? []);
}

/** Scores by item. */
export function scoresByItem(outcomes: readonly Outcome[]): Record<string, number | null> {
  return Object.fromEntries(outcomes.map(({ item, score }) => [item, score]));
}

/** The codes of all notices. */
export function noticeCodes(summary: ReadSummary | undefined): string[] {
  return (summary?.notices ?? []).map(({ code }) => code);
}

/** The messages of the notices with a code, one a line. */
export function noticeText(summary: ReadSummary | undefined, code: string): string {
  const notices = (summary?.notices ?? []).filter((notice) => notice.code === code);
  return notices.map(({ message }) => message).join("\n");
}
