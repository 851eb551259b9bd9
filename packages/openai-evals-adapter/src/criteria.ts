import { INVALID, scaleOfChoices } from "./choice-maps.ts";
import type { GradeColumn } from "./grade-column.ts";
import { member } from "@eip-eval/core/io";
import type { Run } from "./run.ts";
import type { ScoreRule } from "./score-rule.ts";

const PREFIX = "metrics.";
const METASCORE = "_metascore";
const TOLERANCE = 1e-6;

/**
 * The rule for several criteria per sample, each Y or N: their mean (format document, section 2.1,
 * rule 6). `undefined` where the outcomes have another shape, or where nothing says that Y is the
 * good answer: the final report does, and so does a spec of the registry.
 */
export function criteriaRule(
  run: Run,
  { validOnly, isAsked }: { validOnly: boolean; isAsked: boolean },
): ScoreRule | undefined {
  const criteria = criteriaOf(run);
  if (criteria.size === 0) return undefined;
  const isKnown = isAsked || scaleOfChoices(run.spec?.modelgradedSpec) !== undefined;
  if (!isKnown && ![...criteria].every(([name, column]) => isReported(run, { name, column }))) {
    return undefined;
  }
  const parts = [...criteria].map(([name, column]) => ({
    name,
    scoreOf: (row: number) => criterionScore(column.at(row), validOnly),
  }));
  return {
    metric: "criteria",
    family: "criteria",
    parts,
    graded: Math.max(...[...criteria.values()].map(({ size }) => size)),
    offScale: undefined,
    scale: "unit",
    scoreOf(row) {
      const scores = parts.map(({ scoreOf }) => scoreOf(row)).filter((one) => one !== undefined);
      const graded = scores.filter((one) => one !== null);
      if (graded.length > 0) return graded.reduce((sum, one) => sum + one, 0) / graded.length;
      return scores.length > 0 ? null : undefined;
    },
  };
}

/** The columns of the criteria by name; none where another key than theirs has outcomes too. */
function criteriaOf({ table }: Run): ReadonlyMap<string, GradeColumn> {
  const criteria = new Map<string, GradeColumn>();
  for (const [key, column] of table.columns) {
    if (!key.startsWith(PREFIX)) continue;
    const name = key.slice(PREFIX.length);
    const isMeta = name.endsWith(METASCORE) && table.columns.has(key.slice(0, -METASCORE.length));
    if (isMeta) continue;
    if (name === "choice" || !isYesNo(column)) return new Map();
    criteria.set(name, column);
  }
  return criteria;
}

function isYesNo(column: GradeColumn): boolean {
  for (const [, grade] of column.entries()) {
    if (grade !== "Y" && grade !== "N" && grade !== INVALID) return false;
  }
  return true;
}

function criterionScore(grade: unknown, validOnly: boolean): number | null | undefined {
  if (grade === undefined) return undefined;
  if (grade === INVALID && validOnly) return null;
  return grade === "Y" ? 1 : 0;
}

/** Whether the final report counts Y as 1: the mean it has is the share of Y. */
function isReported(
  { report }: Run,
  { name, column }: { name: string; column: GradeColumn },
): boolean {
  const reported = member(report, `score/${name}`);
  if (typeof reported !== "number") return false;
  let yes = 0;
  for (const [, grade] of column.entries()) if (grade === "Y") yes += 1;
  return Math.abs(yes / column.size - reported) <= TOLERANCE;
}
