import type { Adapter, EipError, Outcome, Problem, ReadOptions, ReadSummary } from "@eip-eval/core";
import { openaiEvals } from "../../src/index.ts";

export interface ReadResult {
  readonly outcomes: Outcome[];
  readonly problems: Problem[];
  readonly summary: ReadSummary | undefined;
  readonly error: EipError | undefined;
}

/** Reads paths to the end, with every problem, the summary and the error that ended it. */
export async function readAll(
  paths: readonly string[],
  { adapter = openaiEvals, ...options }: ReadOptions & { adapter?: Adapter } = {},
): Promise<ReadResult> {
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

/** The codes of all notices. */
export function codes(summary: ReadSummary | undefined): string[] {
  return summary!.notices.map(({ code }) => code);
}

/** The messages of the notices with a code. */
export function said(summary: ReadSummary | undefined, code: string): string {
  const notices = summary!.notices.filter((notice) => notice.code === code);
  return notices.map(({ message }) => message).join("\n");
}
