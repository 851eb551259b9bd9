/** A judge's scores beside those of the harness, or of people. */

import { cohenKappa } from "./cohen-kappa.ts";

/** One answer, judged and labelled; both from 0 to 1. */
export interface LabelledJudgement {
  readonly label: number;
  readonly judged: number;
}

/** Names of the bands of scores, in order; each holds its lower end, and 0 and 1 are bands of their own. */
export const SCORE_BANDS: readonly string[] = ["0", "below 0.5", "0.5 and more", "1"];

export interface JudgeAgreement {
  readonly answers: number;
  /** Counts: a row for each band of the label, a column for each band of the judged score. */
  readonly bands: readonly (readonly number[])[];
  /** Share of answers that both put on the same side of 0.5; 0.5 itself is on the side of 1. */
  readonly agreement: number;
  /** Cohen's kappa of these two sides; `NaN` where the label, or the judge, knows one side only. */
  readonly kappa: number;
  readonly meanLabel: number;
  readonly meanJudged: number;
}

/** From here on a score counts as right. */
const THRESHOLD = 0.5;

/**
 * How far a judge agrees with labels.
 *
 * @returns `NaN` for the shares and means without answers, and for a kappa that has no meaning because
 *   one of the two knows one side only.
 * @example
 * ```ts
 * judgeAgreement([{ label: 1, judged: 0.75 }, { label: 0, judged: 0.5 }]);
 * // agreement 0.5, kappa 0, meanLabel 0.5, meanJudged 0.625
 * ```
 */
export function judgeAgreement(pairs: readonly LabelledJudgement[]): JudgeAgreement {
  const bands = SCORE_BANDS.map(() => SCORE_BANDS.map(() => 0));
  const sides = [
    [0, 0],
    [0, 0],
  ];
  let [labels, judgements] = [0, 0];
  for (const { label, judged } of pairs) {
    bands[bandOf(label)]![bandOf(judged)]! += 1;
    sides[Number(label >= THRESHOLD)]![Number(judged >= THRESHOLD)]! += 1;
    labels += label;
    judgements += judged;
  }
  return {
    answers: pairs.length,
    bands,
    agreement: (sides[0]![0]! + sides[1]![1]!) / pairs.length,
    // Where one of them always says the same, kappa is 0 however often they agree.
    kappa: knowsBoth(sides) ? cohenKappa(sides) : Number.NaN,
    meanLabel: labels / pairs.length,
    meanJudged: judgements / pairs.length,
  };
}

/** Whether no row and no column of a square table is empty. */
function knowsBoth(table: readonly (readonly number[])[]): boolean {
  return table.every(
    (row, at) => row.some((count) => count > 0) && table.some((other) => other[at]! > 0),
  );
}

function bandOf(score: number): number {
  if (score <= 0) return 0;
  if (score >= 1) return 3;
  return score < THRESHOLD ? 1 : 2;
}
