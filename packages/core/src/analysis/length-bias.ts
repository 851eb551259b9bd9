/** Whether a judge's scores go with the length of answers. */

import { spearman } from "./spearman.ts";

/** One judged answer. */
export interface JudgedLength {
  /** Characters of the answer. */
  readonly length: number;
  readonly judged: number;
  /** What the harness, or a person, gave it. */
  readonly label: number | null;
}

/** Spearman's correlation of score and length, from -1 to 1, over some answers. */
export interface LengthCorrelation {
  readonly answers: number;
  /** `NaN` where scores or lengths do not vary. */
  readonly correlation: number;
}

export interface LengthBias {
  readonly all: LengthCorrelation;
  /** Among answers that the label calls right (0.5 and more), and among those it calls wrong. */
  readonly right: LengthCorrelation;
  readonly wrong: LengthCorrelation;
}

/**
 * Correlation of judged scores with the length of answers. Right answers may well be longer, or shorter; a
 * correlation among answers that are equally right by their labels is what a bias would look like.
 *
 * @example
 * ```ts
 * lengthBias([{ length: 10, judged: 0, label: 0 }, { length: 90, judged: 1, label: 1 }]).all;
 * // { answers: 2, correlation: 1 }
 * ```
 */
export function lengthBias(answers: readonly JudgedLength[]): LengthBias {
  const labelled = answers.filter(({ label }) => label !== null);
  return {
    all: correlationOf(answers),
    right: correlationOf(labelled.filter(({ label }) => label! >= 0.5)),
    wrong: correlationOf(labelled.filter(({ label }) => label! < 0.5)),
  };
}

function correlationOf(answers: readonly JudgedLength[]): LengthCorrelation {
  return {
    answers: answers.length,
    correlation: spearman(
      answers.map(({ length }) => length),
      answers.map(({ judged }) => judged),
    ),
  };
}
