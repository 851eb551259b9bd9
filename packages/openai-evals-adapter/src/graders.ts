import type { ScoreScale } from "@eip-eval/core";
import type { GradeColumn } from "./grade-column.ts";
import type { Run } from "./run.ts";
import { scoreOfGrade, type OffScale, type ScoreRule } from "./score-rule.ts";

/** Where the grades of hosted runs are in their tables. */
export const GRADES = "item.grades.";
export const PASSES = "item.passes.";

/** What a grader of a hosted eval is taken by, in all runs alike (format document, section 7.3). */
export interface Grader {
  readonly name: string;
  /** `passes` where some of its grades leave the scale and nobody gave another. */
  readonly by: "grades" | "passes";
  readonly scale: ScoreScale;
}

/**
 * Decides for each grader of an eval, over all its runs, whether its grades are scores, or else
 * whether the item passed.
 */
export function chooseGraders(
  runs: readonly Run[],
  { asked, scale }: { asked: string | undefined; scale: ScoreScale | undefined },
): readonly Grader[] {
  const names = [...new Set(runs.flatMap(({ hosted }) => [...hosted.graders]))].toSorted();
  const chosen = asked === undefined ? names : names.filter((name) => isNamed(name, asked));
  return chosen.map((name): Grader => {
    if (asked === `passes.${name}`) return { name, by: "passes", scale: "unit" };
    if (scale !== undefined && chosen.length === 1) return { name, by: "grades", scale };
    const hasPasses = runs.some(({ table }) => table.columns.has(PASSES + name));
    if (hasPasses && !hasGrades(runs, name)) return { name, by: "passes", scale: "unit" };
    if (allOnScale(runs, name, "unit")) return { name, by: "grades", scale: "unit" };
    if (scale !== undefined) return { name, by: "grades", scale };
    return { name, by: hasPasses ? "passes" : "grades", scale: "unit" };
  });
}

/** Whether a grader gave anything but null. */
export function hasGrades(runs: readonly Run[], name: string): boolean {
  const columns = runs.flatMap(({ table }) => table.columns.get(GRADES + name) ?? []);
  return columns.some(({ kinds }) => kinds.size > 1 || (kinds.size === 1 && !kinds.has("null")));
}

function isNamed(name: string, asked: string): boolean {
  return asked === "graders" || [name, `grades.${name}`, `passes.${name}`].includes(asked);
}

function allOnScale(runs: readonly Run[], name: string, scale: ScoreScale): boolean {
  const columns = runs.flatMap(({ table }) => table.columns.get(GRADES + name) ?? []);
  return columns.length > 0 && columns.every((column) => !offScaleIn(column, scale));
}

function offScaleIn(column: GradeColumn, scale: ScoreScale): Omit<OffScale, "key"> | undefined {
  for (const [row, grade] of column.entries()) {
    if (scoreOfGrade(grade, scale) === undefined) return { row, grade };
  }
  return undefined;
}

/**
 * The rule for a hosted run: the mean over the graders. A row that lacks one of them is ungraded.
 */
export function gradersRule({ table }: Run, graders: readonly Grader[]): ScoreRule | undefined {
  const columns = graders.map(({ name, by, scale }) => ({
    column: table.columns.get((by === "grades" ? GRADES : PASSES) + name),
    key: `${by}.${name}`,
    scale,
  }));
  const [first] = columns;
  if (!first) return undefined;
  const offScale = columns.flatMap(({ column, key, scale }) => {
    const off = column && offScaleIn(column, scale);
    return off ? [{ key, ...off }] : [];
  })[0];
  return {
    metric: columns.length === 1 ? first.key : "graders",
    family: "graders",
    graded: Math.max(...columns.map(({ column }) => column?.size ?? 0)),
    offScale,
    scale: first.scale,
    scoreOf(row) {
      let sum = 0;
      for (const { column, scale } of columns) {
        const grade = column?.at(row);
        const score = grade === undefined ? null : scoreOfGrade(grade, scale);
        if (typeof score !== "number") return null;
        sum += score;
      }
      return sum / columns.length;
    },
  };
}
