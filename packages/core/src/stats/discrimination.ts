/** Whether the models that solve an item are those that solve the others. */

import type { ObservedCells } from "../estimate/observed-cells.ts";

/** Two views of one question, per item of the cells; `NaN` where undefined. */
export interface Discrimination {
  /**
   * Pearson correlation, over the models asked, of the score on the item and the mean score on the
   * other items; `NaN` when one of them does not vary. On complete data this is the correlation with
   * the total of the others.
   */
  readonly itemRest: Float64Array;
  /**
   * Mean score of the best minus that of the worst max(2, round(.27 n)) of the n models asked, by mean
   * score on the other items (T. L. Kelley, 1939, for the 27 %). Models that tie at a border share the
   * places that are left. `NaN` when the two groups would overlap.
   */
  readonly discrimination: Float64Array;
}

/**
 * Item-rest correlation and upper-lower discrimination of each item.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 1, 0], [1, 1, 1], [0, 1, 0], [0, 0, 0]]);
 * discrimination(observedCells(matrix, Uint32Array.of(0, 1, 2))).itemRest; // [0.71, 0.52, 0.52]
 * ```
 */
export function discrimination(cells: ObservedCells): Discrimination {
  const { items, starts, model, scores } = cells;
  const { earned, asked } = totals(cells);
  const itemRest = new Float64Array(items.length).fill(Number.NaN);
  const upperLower = new Float64Array(items.length).fill(Number.NaN);
  const answers: Answer[] = [];
  for (let item = 0; item < items.length; item += 1) {
    answers.length = 0;
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      const row = model[cell]!;
      const score = scores[cell]!;
      const others = asked[row]! - 1;
      if (others > 0) answers.push({ score, rest: (earned[row]! - score) / others });
    }
    itemRest[item] = pearson(answers);
    upperLower[item] = bestMinusWorst(answers);
  }
  return { itemRest, discrimination: upperLower };
}

/** Equal numbers differ from their mean by rounding only. */
const roundingNoise = 1e-20;

/** One model on one item, and its mean score on the others. */
interface Answer {
  readonly score: number;
  readonly rest: number;
}

function totals({ models, model, scores }: ObservedCells): {
  readonly earned: Float64Array;
  readonly asked: Float64Array;
} {
  const earned = new Float64Array(models);
  const asked = new Float64Array(models);
  for (let cell = 0; cell < model.length; cell += 1) {
    earned[model[cell]!]! += scores[cell]!;
    asked[model[cell]!]! += 1;
  }
  return { earned, asked };
}

function pearson(answers: readonly Answer[]): number {
  let score = 0;
  let rest = 0;
  for (const answer of answers) {
    score += answer.score;
    rest += answer.rest;
  }
  score /= answers.length;
  rest /= answers.length;
  let product = 0;
  let ofScore = 0;
  let ofRest = 0;
  for (const answer of answers) {
    product += (answer.score - score) * (answer.rest - rest);
    ofScore += (answer.score - score) ** 2;
    ofRest += (answer.rest - rest) ** 2;
  }
  const varies = ofScore > roundingNoise && ofRest > roundingNoise;
  return varies ? product / Math.sqrt(ofScore * ofRest) : Number.NaN;
}

function bestMinusWorst(answers: readonly Answer[]): number {
  const group = Math.max(2, Math.round(0.27 * answers.length));
  if (2 * group > answers.length) return Number.NaN;
  const upwards = answers.toSorted((a, b) => a.rest - b.rest);
  const worst = firstMean(upwards, group);
  return firstMean(upwards.toReversed(), group) - worst;
}

/** Mean score of the first `group` answers; those that tie with the last of them count in part. */
function firstMean(ordered: readonly Answer[], group: number): number {
  const border = ordered[group - 1]!.rest;
  let inside = 0;
  let sum = 0;
  let tied = 0;
  let tiedSum = 0;
  for (const { score, rest } of ordered) {
    if (rest === border) {
      tied += 1;
      tiedSum += score;
    } else if (tied === 0) {
      inside += 1;
      sum += score;
    } else break;
  }
  return (sum + ((group - inside) * tiedSum) / tied) / group;
}
