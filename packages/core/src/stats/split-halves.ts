/** Agreement of estimates from two random halves of the items. */

import type { Refitter } from "../estimate/refit.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { randomStream } from "../numeric/random.ts";
import { kendallTau } from "./rank-correlation.ts";
import { ranks } from "./ranks.ts";
import { copiesOfItems, halveUnits } from "./resample.ts";
import type { Units } from "./units.ts";

/** One value per model from the items counted once, the others not; `undefined` when there is none. */
export type EstimateOf = (copies: Float64Array) => ArrayLike<number> | undefined;

/** The same from both halves. */
export type EstimatesOfHalves = (
  halves: readonly [Float64Array, Float64Array],
) => readonly (ArrayLike<number> | undefined)[];

/** One half after the other; an estimate may be overwritten by the next. */
export function eachHalf(estimate: EstimateOf): EstimatesOfHalves {
  return ([first, second]) => {
    const ofFirst = estimate(first);
    return [ofFirst && Array.from(ofFirst), estimate(second)];
  };
}

/** Competencies of both halves together. */
export function competenciesOfHalves(refits: Refitter): EstimatesOfHalves {
  return (halves) => refits.fitTwo(halves).map((refitted) => refitted?.competency);
}

export interface SplitHalvesOptions {
  /** Estimates to judge by the same halves. */
  readonly estimates: readonly EstimatesOfHalves[];
  /** Number of items of the matrix. */
  readonly items: number;
  readonly halvings: number;
  readonly seed: number;
}

/**
 * Halvings that are enough and affordable: 50, for which a mean tau is known to about .01; 10 above ten
 * million cells, where a single one hardly varies and takes seconds.
 *
 * @example
 * ```ts
 * defaultHalvings(matrixFromRows([[1, 0], [0, 1]])); // 50
 * ```
 */
export function defaultHalvings({ models, items }: ResponseMatrix): number {
  return models.length * items.length > 1e7 ? 10 : 50;
}

/**
 * Kendall's tau-b between the orders from both halves, over the models that have a value in both: per
 * estimate one value a halving, `NaN` where it is undefined. Halving h has a stream of random numbers
 * of its own, so that the same seed gives the same halves to every caller.
 */
export function splitHalfTaus(units: Units, options: SplitHalvesOptions): readonly Float64Array[] {
  const { estimates, items, halvings, seed } = options;
  const taus = estimates.map(() => new Float64Array(halvings));
  const first = new Float64Array(items);
  const second = new Float64Array(items);
  for (let index = 0; index < halvings; index += 1) {
    const chosen = halveUnits(units, randomStream(seed, { purpose: "halves", index }));
    const others = chosen.map((copies) => 1 - copies);
    copiesOfItems(chosen, { units, out: first });
    copiesOfItems(others, { units, out: second });
    for (const [place, estimate] of estimates.entries()) {
      const [one, other] = estimate([first, second]).map(rankedValues);
      taus[place]![index] = one && other ? kendallTau(one, other) : Number.NaN;
    }
  }
  return taus;
}

/** Ranks, so that values which differ by rounding are tied. */
function rankedValues(values: ArrayLike<number> | undefined): readonly number[] | undefined {
  return values && ranks(values);
}

/** Mean of the values there are; `NaN` when more than half are missing. */
export function meanTau(taus: Float64Array): number {
  const known = taus.filter((tau) => !Number.isNaN(tau));
  if (2 * known.length < taus.length) return Number.NaN;
  return known.reduce((sum, tau) => sum + tau, 0) / known.length;
}
