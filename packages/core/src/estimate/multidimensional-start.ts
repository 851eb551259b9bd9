/** First guesses of the abilities: the principal axes of the scores. */

import { principalAxes } from "../numeric/principal-axes.ts";
import type { Beliefs } from "./multidimensional-beliefs.ts";
import { setMoments } from "./multidimensional-updates.ts";
import type { ObservedCells } from "./observed-cells.ts";

/**
 * Sets the abilities to the strongest principal axes of the scores, each with a mean square of 1, known
 * with a variance of 0.1. An item's mean is taken out of its scores, and a gap is that mean.
 */
export function startTraits(cells: ObservedCells, beliefs: Beliefs, seed: number): void {
  const { dimensions, asked, model } = beliefs;
  const { models } = cells;
  const axes = principalAxes(crossProducts(cells), { size: models, wanted: dimensions, seed });
  const size = dimensions + 1;
  const covariance = new Float64Array(size * size);
  for (let axis = 0; axis < dimensions; axis += 1) covariance[axis * size + axis] = 0.1;
  for (let row = 0; row < models; row += 1) {
    if (!asked[row]) continue;
    const mean = new Float64Array(size);
    mean[dimensions] = 1;
    for (const [axis, vector] of axes.entries()) mean[axis] = Math.sqrt(models) * vector[row]!;
    setMoments(model, { member: row, size, covariance, mean });
  }
}

/** Sums over items of the products of two models' scores, without the items' means. */
function crossProducts({ starts, model, scores, items, models }: ObservedCells): Float64Array {
  const sums = new Float64Array(models * models);
  for (let item = 0; item < items.length; item += 1) {
    const [first, end] = [starts[item]!, starts[item + 1]!];
    let mean = 0;
    for (let cell = first; cell < end; cell += 1) mean += scores[cell]! / (end - first);
    for (let one = first; one < end; one += 1) {
      const from = model[one]! * models;
      for (let other = first; other < end; other += 1) {
        sums[from + model[other]!]! += (scores[one]! - mean) * (scores[other]! - mean);
      }
    }
  }
  return sums;
}
