/** Who beats whom on how many items. */

import type { ObservedCells } from "./observed-cells.ts";

export interface Duels {
  readonly models: number;
  /** `wins[i * models + j]`: wins of i over j. */
  readonly wins: Float64Array;
  /** 1 for a model with an observed cell. */
  readonly asked: Uint8Array;
  readonly won: Float64Array;
  readonly lost: Float64Array;
}

/**
 * Model i beats model j on an item by as much as its score is higher; equal scores are no duel.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 1, 0.75], [0, 1, 0.25]]);
 * itemDuels(observedCells(matrix, Uint32Array.of(0, 1, 2))).wins; // [0, 1.5, 0, 0]
 * ```
 */
export function itemDuels({ starts, model, scores, items, models }: ObservedCells): Duels {
  const wins = new Float64Array(models * models);
  const asked = new Uint8Array(models);
  for (let item = 0; item < items.length; item += 1) {
    const end = starts[item + 1]!;
    for (let one = starts[item]!; one < end; one += 1) {
      const row = model[one]!;
      asked[row] = 1;
      for (let other = one + 1; other < end; other += 1) {
        const lead = scores[one]! - scores[other]!;
        if (lead > 0) wins[row * models + model[other]!]! += lead;
        else if (lead < 0) wins[model[other]! * models + row]! -= lead;
      }
    }
  }
  const won = new Float64Array(models);
  const lost = new Float64Array(models);
  for (let i = 0; i < models; i += 1) {
    for (let j = 0; j < models; j += 1) {
      won[i]! += wins[i * models + j]!;
      lost[j]! += wins[i * models + j]!;
    }
  }
  return { models, wins, asked, won, lost };
}
