/** Normal distributions that stand for what is known about the traits of models and of items. */

import type { ObservedCells } from "./observed-cells.ts";

/** Precisions of the normal priors; that of an ability is 1. */
export interface TraitPriors {
  readonly loading: number;
  readonly intercept: number;
}

/**
 * For each member a vector of `size` numbers: its mean, and the mean of its products, `size * size` in
 * rows. Covariances are what the products exceed those of the means by.
 */
export interface Moments {
  readonly mean: Float64Array;
  readonly product: Float64Array;
}

export interface Beliefs {
  readonly dimensions: number;
  /** 1 for a model with an observed cell. */
  readonly asked: Uint8Array;
  /** Abilities, and a 1 that meets the intercept. */
  readonly model: Moments;
  /** Loadings, and the intercept. */
  readonly item: Moments;
}

interface Shape {
  readonly dimensions: number;
  readonly prior: TraitPriors;
}

/** The priors, with every mean 0. */
export function noBeliefs(cells: ObservedCells, { dimensions, prior }: Shape): Beliefs {
  const size = dimensions + 1;
  const asked = new Uint8Array(cells.models);
  for (const row of cells.model) asked[row] = 1;
  const moments = (count: number): Moments => ({
    mean: new Float64Array(count * size),
    product: new Float64Array(count * size * size),
  });
  const model = moments(cells.models);
  const item = moments(cells.items.length);
  for (let row = 0; row < cells.models; row += 1) model.mean[row * size + dimensions] = 1;
  for (let row = 0; row < cells.models; row += 1) {
    for (let axis = 0; axis < size; axis += 1) {
      model.product[row * size * size + axis * size + axis] = 1;
    }
  }
  for (let place = 0; place < cells.items.length; place += 1) {
    for (let axis = 0; axis < size; axis += 1) {
      item.product[place * size * size + axis * size + axis] =
        1 / (axis < dimensions ? prior.loading : prior.intercept);
    }
  }
  return { dimensions, asked, model, item };
}

/** Mean over items of the loadings on each axis: where the prior on loadings has its centre. */
export function meanLoadings({ dimensions, item }: Beliefs): Float64Array {
  const size = dimensions + 1;
  const items = item.mean.length / size;
  const mean = new Float64Array(dimensions);
  for (let place = 0; place < items; place += 1) {
    for (let axis = 0; axis < dimensions; axis += 1) {
      mean[axis]! += item.mean[place * size + axis]! / items;
    }
  }
  return mean;
}

/** Expected score of a model on an item. */
export function chanceOf({ dimensions, model, item }: Beliefs, row: number, place: number): number {
  const size = dimensions + 1;
  const area = size * size;
  let logit = 0;
  for (let axis = 0; axis < size; axis += 1) {
    logit += model.mean[row * size + axis]! * item.mean[place * size + axis]!;
  }
  let square = 0;
  for (let cell = 0; cell < area; cell += 1) {
    square += model.product[row * area + cell]! * item.product[place * area + cell]!;
  }
  return expectedScore(logit, square);
}

/**
 * The logistic function of a logit of which mean and mean square are known (D. J. C. MacKay, "The
 * evidence framework applied to classification networks", Neural Computation 4, 1992).
 */
export function expectedScore(logit: number, square: number): number {
  const variance = Math.max(0, square - logit * logit);
  return 1 / (1 + Math.exp(-logit / Math.sqrt(1 + (Math.PI * variance) / 8)));
}
