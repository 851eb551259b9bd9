import type { ScoreScale } from "@eip-eval/core";
import type { GradeColumn } from "./grade-column.ts";
import { GRADES, PASSES } from "./graders.ts";
import type { Run } from "./run.ts";
import { scoreOfGrade } from "./score-rule.ts";

const MOST_KEYS = 8;
const UNIT: ScoreScale = "unit";

/** Keys that could be the score of every run: numbers from 0 to 1, or yes and no. */
export function usableKeys(runs: readonly Run[]): string[] {
  const [first, ...rest] = runs;
  const keys = [...(first?.table.columns ?? [])].filter(([, column]) => isUsable(column));
  return keys
    .filter(([key]) => rest.every(({ table }) => isUsable(table.columns.get(key))))
    .map(([key]) => key.replace(GRADES, "grades.").replace(PASSES, "passes."))
    .slice(0, MOST_KEYS);
}

function isUsable(column: GradeColumn | undefined): boolean {
  let graded = 0;
  for (const [, grade] of column?.entries() ?? []) {
    const score = typeof grade === "string" ? undefined : scoreOfGrade(grade, UNIT);
    if (score === undefined) return false;
    if (score !== null) graded += 1;
  }
  return graded > 0;
}
