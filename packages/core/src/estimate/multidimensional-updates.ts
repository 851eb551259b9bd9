/** The two halves of a round: items given models, and models given items. */

import { invertPositive } from "../numeric/symmetric.ts";
import {
  expectedScore,
  meanLoadings,
  type Beliefs,
  type Moments,
  type TraitPriors,
} from "./multidimensional-beliefs.ts";
import type { ObservedCells } from "./observed-cells.ts";

/**
 * Curvature of the bound of the logistic function that touches it at a logit x with this square:
 * tanh(x / 2) / (2 x), which falls from 1/4 at 0.
 */
function curvature(square: number): number {
  if (square < 1e-8) return 0.25;
  const x = Math.sqrt(square);
  const decayed = Math.exp(-x);
  return (1 - decayed) / ((1 + decayed) * 2 * x);
}

/** Loadings and intercept of every item: a ridge regression of its answers on the abilities. */
export function updateItems(
  { starts, model, scores, items }: ObservedCells,
  beliefs: Beliefs,
  prior: TraitPriors,
): void {
  const { dimensions } = beliefs;
  const { mean, product } = beliefs.model;
  const size = dimensions + 1;
  const area = size * size;
  const precision = new Float64Array(area);
  const earned = new Float64Array(size);
  const own = new Float64Array(area);
  const typical = meanLoadings(beliefs);
  for (let item = 0; item < items.length; item += 1) {
    own.set(beliefs.item.product.subarray(item * area, (item + 1) * area));
    precision.fill(0);
    precision[area - 1] = prior.intercept;
    earned[dimensions] = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      precision[axis * size + axis] = prior.loading;
      earned[axis] = prior.loading * typical[axis]!;
    }
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      const row = model[cell]!;
      const from = row * area;
      let square = 0;
      for (let place = 0; place < area; place += 1) square += own[place]! * product[from + place]!;
      const bend = curvature(square);
      for (let place = 0; place < area; place += 1) {
        precision[place]! += bend * product[from + place]!;
      }
      const excess = scores[cell]! - 0.5;
      for (let axis = 0; axis < size; axis += 1) {
        earned[axis]! += excess * mean[row * size + axis]!;
      }
    }
    invertPositive(precision, size);
    const place = beliefs.item.mean.subarray(item * size, (item + 1) * size);
    applyTo(earned, precision, place);
    setMoments(beliefs.item, { member: item, size, covariance: precision, mean: place });
  }
}

/** Abilities of every model; returns the expected mean score of each over the items it was asked. */
export function updateModels(
  { starts, model, scores, items, models }: ObservedCells,
  beliefs: Beliefs,
): Float64Array {
  const { dimensions } = beliefs;
  const size = dimensions + 1;
  const area = size * size;
  const sums = emptySums(models, size);
  const { precision, earned, expected, count } = sums;
  const ofModel = beliefs.model;
  const product = new Float64Array(area);
  const mean = new Float64Array(size);
  for (let item = 0; item < items.length; item += 1) {
    product.set(beliefs.item.product.subarray(item * area, (item + 1) * area));
    mean.set(beliefs.item.mean.subarray(item * size, (item + 1) * size));
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      const row = model[cell]!;
      const from = row * area;
      let square = 0;
      for (let place = 0; place < area; place += 1) {
        square += product[place]! * ofModel.product[from + place]!;
      }
      const bend = curvature(square);
      for (let place = 0; place < area; place += 1) {
        precision[from + place]! += bend * product[place]!;
      }
      const excess = scores[cell]! - 0.5;
      let logit = 0;
      for (let axis = 0; axis < size; axis += 1) {
        earned[row * size + axis]! += excess * mean[axis]!;
        logit += mean[axis]! * ofModel.mean[row * size + axis]!;
      }
      expected[row]! += expectedScore(logit, square);
      count[row]! += 1;
    }
  }
  for (let row = 0; row < models; row += 1) {
    if (beliefs.asked[row]) settleModel(beliefs, row, sums);
  }
  return expected.map((sum, row) => sum / Math.max(1, count[row]!));
}

/** Sums over the answers of each model, in vectors and squares that include the intercept. */
interface ModelSums {
  readonly precision: Float64Array;
  readonly earned: Float64Array;
  readonly expected: Float64Array;
  readonly count: Float64Array;
}

function emptySums(models: number, size: number): ModelSums {
  return {
    precision: new Float64Array(models * size * size),
    earned: new Float64Array(models * size),
    expected: new Float64Array(models),
    count: new Float64Array(models),
  };
}

/** The last coordinate of a model is 1, and known: what it adds to the logits is taken out. */
function settleModel({ dimensions, model }: Beliefs, row: number, sums: ModelSums): void {
  const size = dimensions + 1;
  const own = new Float64Array(dimensions * dimensions);
  const beyond = new Float64Array(dimensions);
  for (let axis = 0; axis < dimensions; axis += 1) {
    const from = (row * size + axis) * size;
    beyond[axis] = sums.earned[row * size + axis]! - sums.precision[from + dimensions]!;
    for (let other = 0; other < dimensions; other += 1) {
      own[axis * dimensions + other] = sums.precision[from + other]! + (axis === other ? 1 : 0);
    }
  }
  invertPositive(own, dimensions);
  const covariance = new Float64Array(size * size);
  const mean = new Float64Array(size);
  mean[dimensions] = 1;
  for (let axis = 0; axis < dimensions; axis += 1) {
    for (let other = 0; other < dimensions; other += 1) {
      covariance[axis * size + other] = own[axis * dimensions + other]!;
      mean[axis]! += own[axis * dimensions + other]! * beyond[other]!;
    }
  }
  setMoments(model, { member: row, size, covariance, mean });
}

interface Settled {
  readonly member: number;
  readonly size: number;
  readonly covariance: Float64Array;
}

/** `out = matrix * vector` */
function applyTo(vector: Float64Array, matrix: Float64Array, out: Float64Array): void {
  const size = vector.length;
  for (let row = 0; row < size; row += 1) {
    let sum = 0;
    for (let column = 0; column < size; column += 1) {
      sum += matrix[row * size + column]! * vector[column]!;
    }
    out[row] = sum;
  }
}

/** Writes mean, and products from mean and covariance. */
export function setMoments(
  moments: Moments,
  { member, size, covariance, mean }: Settled & { readonly mean: Float64Array },
): void {
  for (let row = 0; row < size; row += 1) {
    moments.mean[member * size + row] = mean[row]!;
    for (let column = 0; column < size; column += 1) {
      moments.product[(member * size + row) * size + column] =
        covariance[row * size + column]! + mean[row]! * mean[column]!;
    }
  }
}
