/** How well the answers to an item fit the Rasch model. */

import type { ObservedCells } from "../estimate/observed-cells.ts";
import type { LogitScale } from "../estimate/rasch.ts";

/** Mean squares around 1, per item; `NaN` for an item without answers. */
export interface ItemFit {
  /** `sum E^2 / sum V`: weighs the models near the difficulty of the item. */
  readonly infit: Float64Array;
  /** `mean of E^2 / V`: moved by single surprising answers. */
  readonly outfit: Float64Array;
}

/**
 * Infit and outfit mean squares: with P = 1 / (1 + exp(difficulty - competency)), E = score - P and
 * V = P (1 - P), over the models asked. To be looked at, not to be judged by: with 30 models an item
 * that fits exactly has an outfit of .47 to 1.51 in 95 % of cases.
 *
 * @example
 * ```ts
 * const cells = observedCells(matrixFromRows([[1], [0]]), Uint32Array.of(0));
 * itemFit(cells, { competency: Float64Array.of(0, 0), difficulty: Float64Array.of(0) });
 * // infit 1, outfit 1
 * ```
 */
export function itemFit(cells: ObservedCells, { competency, difficulty }: LogitScale): ItemFit {
  const { items, starts, model, scores } = cells;
  const infit = new Float64Array(items.length);
  const outfit = new Float64Array(items.length);
  for (let item = 0; item < items.length; item += 1) {
    let squares = 0;
    let variances = 0;
    let standardised = 0;
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      const chance = 1 / (1 + Math.exp(difficulty[item]! - competency[model[cell]!]!));
      const variance = chance * (1 - chance);
      const square = (scores[cell]! - chance) ** 2;
      squares += square;
      variances += variance;
      standardised += square / variance;
    }
    infit[item] = squares / variances;
    outfit[item] = standardised / (starts[item + 1]! - starts[item]!);
  }
  return { infit, outfit };
}
