/** Simple Rank: items weighted by how many models fail them, whoever these are. */

import { discriminating } from "../matrix/discriminating.ts";
import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Estimate } from "./estimate.ts";

/**
 * A baseline of the method's authors, who order items by the number of models that fail them. Here
 * the difficulty of an item is the share of credit lost by the models asked, and the competency of
 * a model its accuracy with these difficulties as weights, in [0, 1], over the items that tell
 * models apart; with gaps, over those it was asked. It is EIP's first-order form: EIP also asks who
 * failed. How the authors score models with it is not published; this reading is ours.
 *
 * @example
 * ```ts
 * // Item 0 is failed by one of three models, item 1 by two.
 * simpleRank(matrixFromRows([[1, 0], [1, 1], [0, 0]])).competency; // [1/3, 1, 0]
 * ```
 */
export function simpleRank(matrix: ResponseMatrix): Estimate {
  const models = matrix.models.length;
  const { kept } = discriminating(matrix);
  const earned = new Float64Array(models);
  const possible = new Float64Array(models);
  const scores = new Float64Array(models);
  const difficulty = new Float64Array(kept.length);
  for (const [place, item] of kept.entries()) {
    const column = readItem(matrix, item, scores);
    const asked = column.filter((score) => !Number.isNaN(score));
    const lost = asked.reduce((sum, score) => sum + 1 - score, 0) / asked.length;
    difficulty[place] = lost;
    for (const [model, score] of column.entries()) {
      if (Number.isNaN(score)) continue;
      earned[model]! += lost * score;
      possible[model]! += lost;
    }
  }
  return {
    competency:
      kept.length === 0
        ? new Float64Array(models).fill(1 / models)
        : earned.map((value, model) => value / possible[model]!),
    difficulty,
    keptItems: kept,
    iterations: 0,
    residual: 0,
    converged: true,
    kernel: "closed form",
  };
}
