/** Intervals without drawing, from standard errors by formula. */

import type { Fitted } from "../estimate/fitted.ts";
import { normalQuantile } from "../numeric/normal.ts";
import { refusalOf } from "./bootstrap.ts";
import { closedFormError, isTooLarge, type ClosedFormError } from "./closed-form-error.ts";
import type { EstimateInterval, IntervalCaution } from "./interval.ts";

export interface ClosedFormIntervals {
  /** One per model of the matrix; empty when the formula does not apply. */
  readonly models: readonly EstimateInterval[];
  readonly cautions: readonly IntervalCaution[];
  readonly clusters: number | undefined;
}

export interface ClosedFormIntervalOptions {
  readonly cluster?: ArrayLike<number> | undefined;
  readonly level: number;
}

/**
 * `exp(ln c -+ z SE/c)` for a competency c, and the same on the logit scale for a weighted accuracy.
 * Not with gaps, and not when a model fails nothing or almost nothing: the few items it fails then
 * decide, and the error by formula is far too small.
 */
export function closedFormIntervals(
  pool: Fitted,
  { cluster, level }: ClosedFormIntervalOptions,
): ClosedFormIntervals {
  const error = closedFormError(pool, { cluster });
  const caution = error === undefined ? gapsOrSize(pool) : obstacle(pool, error);
  if (error === undefined || caution !== undefined) {
    return { models: [], cautions: caution ? [caution] : [], clusters: error?.clusters };
  }
  const z = normalQuantile((1 + level) / 2);
  const { competency, weightedAccuracy } = pool.fit;
  return {
    models: Array.from(competency, (value, model) => {
      const ratio = Math.exp((z * error.competency[model]!) / value);
      const accuracy = weightedAccuracy[model]!;
      const [weightedLower, weightedUpper] = logitInterval(
        accuracy,
        z * error.weightedAccuracy[model]!,
      );
      return { lower: value / ratio, upper: value * ratio, weightedLower, weightedUpper };
    }),
    cautions: [],
    clusters: error.clusters,
  };
}

/** A share and its half width, carried to the logit scale and back; 0 and 1 stay as they are. */
function logitInterval(share: number, half: number): readonly [lower: number, upper: number] {
  if (share <= 0 || share >= 1) return [share, share];
  const odds = share / (1 - share);
  const ratio = Math.exp(half / (share * (1 - share)));
  return [odds / (odds + ratio), (odds * ratio) / (1 + odds * ratio)];
}

function gapsOrSize(pool: Fitted): IntervalCaution {
  if (pool.fit.keptItems.length === 0) return "too-few-items";
  return isTooLarge(pool) ? "large-pool" : "gaps";
}

function obstacle({ fit }: Fitted, error: ClosedFormError): IntervalCaution | undefined {
  const refusal = refusalOf(fit.keptItems.length, error.clusters);
  if (refusal !== undefined) return refusal;
  if (error.failure.includes(0)) return "fails-nothing";
  const few = Math.max(2, fit.keptItems.length / 100);
  return error.failure.some((failed) => failed <= few) ? "near-perfect" : undefined;
}
