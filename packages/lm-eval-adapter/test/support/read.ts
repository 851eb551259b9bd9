import type { EipError, Outcome, Problem, ReadOptions, ReadSummary } from "@eip-eval/core";
import { lmEval } from "../../src/index.ts";

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
    const reading = lmEval.read(paths, {
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

export function graded(outcomes: readonly Outcome[]): number[] {
  return outcomes.flatMap(({ score }) => score ?? []);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Scores by item. */
export function byItem(outcomes: readonly Outcome[]): Record<string, number | null> {
  return Object.fromEntries(outcomes.map(({ item, score }) => [item, score]));
}
