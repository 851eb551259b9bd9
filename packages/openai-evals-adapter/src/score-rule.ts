import { scoreFromGrade, type ScoreScale } from "@eip-eval/core";
import { INVALID } from "./choice-maps.ts";
import type { GradeColumn } from "./grade-column.ts";
import type { RawGrade } from "./grades.ts";

/**
 * Rules whose scores mean the same, so that runs may differ in them (format document, section 2.1).
 */
export type Family = "verdict" | "score" | "f1" | "bleu" | "criteria" | "graders" | "asked";

/** How the outcomes of one run become scores. */
export interface ScoreRule {
  /** The key that was used, with the type of the outcome in front. */
  readonly metric: string;
  readonly family: Family;
  /** The score of a row: `null` is ungraded, `undefined` no outcome of this kind. */
  readonly scoreOf: (row: number) => number | null | undefined;
  /** The parts that a score is the mean of, where each may be an item of its own. */
  readonly parts?: readonly ScorePart[] | undefined;
  /** How many rows have a score. */
  readonly graded: number;
  /** The first raw grade that is off its scale. */
  readonly offScale: OffScale | undefined;
  readonly scale: ScoreScale;
}

export interface ScorePart {
  readonly name: string;
  readonly scoreOf: ScoreRule["scoreOf"];
}

export interface OffScale {
  readonly key: string;
  readonly row: number;
  readonly grade: RawGrade;
}

/** A raw grade on a scale; `undefined` is off it. */
export function scoreOfGrade(grade: RawGrade, scale: ScoreScale): number | null | undefined {
  return typeof grade === "symbol" ? undefined : scoreFromGrade(grade, scale);
}

/** The rule that takes one column as it is. */
export function columnRule(
  column: GradeColumn,
  { key, family, scale }: { key: string; family: Family; scale: ScoreScale },
): ScoreRule {
  let graded = 0;
  let offScale: OffScale | undefined;
  const worth = withInvalid(scale);
  for (const [row, grade] of column.entries()) {
    const score = scoreOfGrade(grade, worth);
    if (score === undefined) offScale ??= { key, row, grade };
    else if (score !== null) graded += 1;
  }
  return {
    metric: key,
    family,
    graded,
    offScale,
    scale,
    scoreOf(row) {
      const grade = column.at(row);
      return grade === undefined ? undefined : (scoreOfGrade(grade, worth) ?? null);
    },
  };
}

/**
 * An answer that could not be parsed is worth the least, as the harness has it (format document,
 * section 2.4).
 */
function withInvalid(scale: ScoreScale): ScoreScale {
  if (typeof scale !== "object" || !("labels" in scale)) return scale;
  const { labels } = scale;
  return { labels: { [INVALID]: Math.min(...Object.values(labels)), ...labels } };
}

/** A rule under which some rows are ungraded whatever their score. */
export function ungradedWhere(rule: ScoreRule, isUngraded: (row: number) => boolean): ScoreRule {
  const mapped =
    (scoreOf: ScoreRule["scoreOf"]): ScoreRule["scoreOf"] =>
    (row) =>
      isUngraded(row) && scoreOf(row) !== undefined ? null : scoreOf(row);
  return mappedRule(rule, mapped);
}

/** A rule with the worst grade as the best. */
export function turnedRound(rule: ScoreRule): ScoreRule {
  return mappedRule(rule, (scoreOf) => (row) => {
    const score = scoreOf(row);
    return typeof score === "number" ? 1 - score : score;
  });
}

function mappedRule(
  rule: ScoreRule,
  map: (scoreOf: ScoreRule["scoreOf"]) => ScoreRule["scoreOf"],
): ScoreRule {
  return {
    ...rule,
    scoreOf: map(rule.scoreOf),
    parts: rule.parts?.map(({ name, scoreOf }) => ({ name, scoreOf: map(scoreOf) })),
  };
}
