import { scoreFromGrade, type ScoreScale } from "@eip-eval/core";

/** What a raw grade is: a score or nothing graded, several booleans in one, or no score at all. */
export type GradeReading =
  | { readonly kind: "score" | "list"; readonly score: number | null }
  | { readonly kind: "none" };

const NONE: GradeReading = { kind: "none" };

/**
 * Reads the raw grade of one item (format document, section 3). `undefined` where the metric does
 * not apply to the item. A list of booleans, as for the instructions of one IFEval prompt, has
 * their mean as its score.
 *
 * @example
 * ```ts
 * readGrade("acc", "True"); // { kind: "score", score: 1 }
 * readGrade("inst_level_strict_acc", [true, false]); // { kind: "list", score: 0.5 }
 * readGrade("f1", [1, 0]); // { kind: "none" }: gold and prediction
 * ```
 */
export function readGrade(
  metric: string,
  raw: unknown,
  scale?: ScoreScale,
): GradeReading | undefined {
  // RULER logs -1 for the context lengths that an item does not have.
  if (raw === -1 && /^\d+$/.test(metric)) return undefined;
  if (Array.isArray(raw)) {
    if (!raw.every((part) => typeof part === "boolean")) return NONE;
    const solved = raw.filter(Boolean).length;
    return { kind: "list", score: raw.length === 0 ? null : solved / raw.length };
  }
  const score = scoreFromGrade(raw, scale);
  return score === undefined ? NONE : { kind: "score", score };
}

/**
 * A clause that says what a raw grade is instead of a number.
 *
 * @example
 * ```ts
 * shapeOfGrade(["a", "b"]); // "two texts per item"
 * shapeOfGrade("tc_0"); // 'a text ("tc_0")'
 * ```
 */
export function shapeOfGrade(raw: unknown): string {
  if (Array.isArray(raw)) {
    if (raw.length === 2 && raw.every((part) => typeof part === "string")) {
      return "two texts per item";
    }
    if (raw.length === 2 && raw.every((part) => typeof part === "number")) {
      return "a pair of numbers per item";
    }
    return "a list per item";
  }
  if (typeof raw === "string") return `a text (${JSON.stringify(shortened(raw))})`;
  if (typeof raw === "number" || typeof raw === "boolean") return String(raw);
  return "an object per item";
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}

/** Names of metrics that are not from 0 to 1, even where the values of a small file would fit. */
const OFF_SCALE =
  /^(?:bleu|sacrebleu|eqbench|percent_parseable|bleurt|mcc)$|^(?:bleu|rouge\w*|bleurt)_max$|_diff$|chrf/i;
const LOWER_IS_BETTER =
  /perplexity|bits_per_byte|^(?:mae|mse|rmse|wer|cer|ter|nll|ppl|loss|brier_score)$|_(?:mae|mse|rmse|wer|cer)$/i;

/**
 * Why a metric is known to be no score per item, by its name alone; `undefined` where it is not.
 *
 * @example
 * ```ts
 * knownTrouble("rouge1_max"); // "is on 0 to 100, signed or unbounded"
 * knownTrouble("acc"); // undefined
 * ```
 */
export function knownTrouble(metric: string): string | undefined {
  if (LOWER_IS_BETTER.test(metric)) return "is lower for better answers and not from 0 to 1";
  return OFF_SCALE.test(metric) ? "is on 0 to 100, signed or unbounded" : undefined;
}
