/** The difference of two models when hard items count more. */

import { normalQuantile } from "../numeric/normal.ts";
import { isUsable, replicatesOf, type Bootstrap } from "../stats/bootstrap.ts";
import type { Pair } from "./flips.ts";

/** A pool to take the weights from; its models are those of the comparison. */
export interface WeightedPool {
  /** One per model, as `propagate` finds it. */
  readonly weightedAccuracy: ArrayLike<number>;
  /** Refits of the pool. Without them there is no interval. */
  readonly bootstrap?: Bootstrap | undefined;
}

/** B minus A; `null` where it cannot be told. */
export interface WeightedDifference {
  readonly weightedDifference: number | null;
  readonly weightedLower: number | null;
  readonly weightedUpper: number | null;
}

export interface WeightedOptions {
  readonly weighted?: WeightedPool | undefined;
  /** Default .95. */
  readonly level?: number | undefined;
}

/** With few models the weights say little more than the totals of these models. */
const fewestModels = 5;

/**
 * Difference of two weighted accuracies, in the weights of their own pool, with the interval
 * `difference -+ z * SD over replicates of the difference`. Never decides a verdict: the weights move
 * with the pool.
 *
 * @returns `null` for pools of fewer than 5 models, and for a model without a weighted accuracy; no
 *   interval when too few replicates could be fitted.
 */
export function weightedDifference(
  { a, b }: Pair,
  { weighted, level = 0.95 }: WeightedOptions,
): WeightedDifference {
  const none = { weightedDifference: null, weightedLower: null, weightedUpper: null };
  if (weighted === undefined || weighted.weightedAccuracy.length < fewestModels) return none;
  const difference = weighted.weightedAccuracy[b]! - weighted.weightedAccuracy[a]!;
  if (Number.isNaN(difference)) return none;
  const replicates = replicatedDifferences(weighted.bootstrap, { a, b });
  if (replicates.length < 2) return { ...none, weightedDifference: difference };
  const half = normalQuantile((1 + level) / 2) * standardDeviation(replicates);
  return {
    weightedDifference: difference,
    weightedLower: Math.max(-1, difference - half),
    weightedUpper: Math.min(1, difference + half),
  };
}

/** Replicates in which both models have a value. */
function replicatedDifferences(drawn: Bootstrap | undefined, { a, b }: Pair): Float64Array {
  if (drawn === undefined || !isUsable(drawn)) return new Float64Array(0);
  const { replicates, weightedAccuracy } = drawn;
  const ofA = replicatesOf(weightedAccuracy, { model: a, replicates });
  return replicatesOf(weightedAccuracy, { model: b, replicates })
    .map((value, index) => value - ofA[index]!)
    .filter((value) => !Number.isNaN(value));
}

/** With divisor n - 1. */
function standardDeviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
