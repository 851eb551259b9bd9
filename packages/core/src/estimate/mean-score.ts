/** Accuracy: the mean score, every item counting the same. */

import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Estimate } from "./estimate.ts";

/**
 * Mean score of each model over the items it was asked, and for each item the share of credit that
 * the models asked did not earn. Takes part: every item that was put to some model.
 *
 * @example
 * ```ts
 * meanScore(matrixFromRows([[1, 0], [1, 1]])).competency; // [0.5, 1]
 * ```
 */
export function meanScore(matrix: ResponseMatrix): Estimate {
  const models = matrix.models.length;
  const earned = new Float64Array(models);
  const asked = new Float64Array(models);
  const scores = new Float64Array(models);
  const items: number[] = [];
  const difficulty: number[] = [];
  for (let item = 0; item < matrix.items.length; item += 1) {
    let sum = 0;
    let count = 0;
    for (const [model, score] of readItem(matrix, item, scores).entries()) {
      if (Number.isNaN(score)) continue;
      earned[model]! += score;
      asked[model]! += 1;
      sum += score;
      count += 1;
    }
    if (count === 0) continue;
    items.push(item);
    difficulty.push(1 - sum / count);
  }
  return {
    competency: earned.map((value, model) => value / asked[model]!),
    difficulty: Float64Array.from(difficulty),
    keptItems: Uint32Array.from(items),
    iterations: 0,
    residual: 0,
    converged: true,
    kernel: "closed form",
  };
}
