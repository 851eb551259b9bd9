import type { EipError, Outcome, Problem, ReadOptions, ReadSummary } from "@eip-eval/core";
import { hfDetails } from "../../src/index.ts";

export interface ReadResult {
  readonly outcomes: Outcome[];
  readonly problems: Problem[];
  readonly summary: ReadSummary | undefined;
  readonly error: EipError | undefined;
}

/** Reads paths to the end, with every problem, the summary and the error that ended it. */
export async function readAll(
  paths: readonly string[],
  options: ReadOptions = {},
): Promise<ReadResult> {
  const outcomes: Outcome[] = [];
  const problems: Problem[] = [];
  let summary: ReadSummary | undefined;
  let error: EipError | undefined;
  try {
    const reading = hfDetails.read(paths, {
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

/** The mean of what was graded. */
export function meanOf(scores: readonly (number | null | undefined)[]): number {
  const graded = scores.filter((score) => typeof score === "number");
  return graded.reduce((sum, score) => sum + score, 0) / graded.length;
}
