import { EipError } from "../errors.ts";
import type { ScoreScale } from "./adapter.ts";
import { idFromValue } from "./id.ts";

/**
 * The score that a raw grade is worth: the only place where logged values become numbers in
 * [0, 1]. On the scale `"unit"` a grade is a number from 0 to 1, a boolean, or the text of either
 * (`"True"`, `"0.5"`); on `{ min, max }` the score is (grade - min) / (max - min), with exact ends;
 * on `{ labels }` the grade is one of the labels.
 *
 * Comes back `null` when nothing was graded (`null`, absent, NaN, empty text), and `undefined` when
 * the grade is off its scale: the caller reports that with file and line. Nothing is clamped.
 *
 * @example
 * ```ts
 * scoreFromGrade("True"); // 1
 * scoreFromGrade(4, { min: 0, max: 5 }); // 0.8
 * scoreFromGrade("P", { labels: { C: 1, P: 0.5, I: 0 } }); // 0.5
 * scoreFromGrade(""); // null
 * scoreFromGrade(1.2); // undefined
 * ```
 */
export function scoreFromGrade(
  grade: unknown,
  scale: ScoreScale = "unit",
): number | null | undefined {
  if (isUngraded(grade)) return null;
  const score =
    typeof scale === "object" && "labels" in scale
      ? labelledScore(grade, scale.labels)
      : scoreOnRange(grade, scale);
  return score !== undefined && score >= 0 && score <= 1 ? score : undefined;
}

function isUngraded(grade: unknown): boolean {
  if (grade === null || grade === undefined) return true;
  if (typeof grade === "number") return Number.isNaN(grade);
  return typeof grade === "string" && /^\s*(?:nan)?\s*$/i.test(grade);
}

function labelledScore(
  grade: unknown,
  labels: Readonly<Record<string, number>>,
): number | undefined {
  const label = idFromValue(grade);
  return label !== undefined && Object.hasOwn(labels, label) ? labels[label] : undefined;
}

/** A scale that any finite number of up to 300 digits is on, to tell numbers from other grades. */
export const ANY_NUMBER: ScoreScale = { min: -1e300, max: 1e300 };

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function scoreOnRange(
  grade: unknown,
  scale: "unit" | { readonly min: number; readonly max: number },
): number | undefined {
  const { min, max } = scale === "unit" ? { min: 0, max: 1 } : scale;
  const value = numberFromGrade(grade, scale === "unit");
  if (value === undefined || value < min || value > max) return undefined;
  return value === max ? 1 : (value - min) / (max - min) + 0; // + 0 turns -0 into 0
}

function numberFromGrade(grade: unknown, booleans: boolean): number | undefined {
  if (typeof grade === "number") return grade;
  if (typeof grade === "bigint") return Number(grade);
  if (typeof grade === "boolean") return booleans ? Number(grade) : undefined;
  if (typeof grade !== "string") return undefined;
  const text = grade.trim();
  if (booleans && /^true$/i.test(text)) return 1;
  if (booleans && /^false$/i.test(text)) return 0;
  return DECIMAL.test(text) ? Number(text) : undefined;
}

/**
 * A scale as it may come from a settings file, checked. `where` names it in the message.
 *
 * @throws EipError `bad-option` for anything that is not `"unit"`, a range with min below max, or
 * labels that map to numbers in [0, 1].
 * @example
 * ```ts
 * checkScale({ min: 0, max: 5 }, "eip.yaml: scale"); // { min: 0, max: 5 }
 * checkScale({ min: 5, max: 0 }, "eip.yaml: scale"); // throws bad-option
 * ```
 */
export function checkScale(scale: unknown, where: string): ScoreScale {
  if (scale === "unit") return scale;
  if (typeof scale === "object" && scale !== null) {
    if ("labels" in scale && isLabelMap(scale.labels)) return { labels: scale.labels };
    if ("min" in scale && "max" in scale && isRange(scale))
      return { min: scale.min, max: scale.max };
  }
  throw new EipError("bad-option", {
    where,
    found: `${JSON.stringify(scale) ?? String(scale)} is not a scale`,
    expected: "unit, a range with min below max, or labels worth 0 to 1",
    try: "scale: { min: 0, max: 5 }",
  });
}

function isRange(scale: { min: unknown; max: unknown }): scale is { min: number; max: number } {
  const { min, max } = scale;
  return typeof min === "number" && typeof max === "number" && max > min && max - min < Infinity;
}

function isLabelMap(labels: unknown): labels is Readonly<Record<string, number>> {
  if (typeof labels !== "object" || labels === null || Array.isArray(labels)) return false;
  const worths: unknown[] = Object.values(labels);
  return (
    worths.length > 0 &&
    worths.every((worth) => typeof worth === "number" && worth >= 0 && worth <= 1)
  );
}
