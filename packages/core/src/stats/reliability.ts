/** How far the order of the models would repeat itself on other items of the same kind. */

import type { Fitted } from "../estimate/fitted.ts";
import { kernelFor } from "../estimate/kernels/kernel-for.ts";
import { refitter } from "../estimate/refit.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { checkCount } from "./bootstrap.ts";
import {
  competenciesOfHalves,
  defaultHalvings,
  eachHalf,
  meanTau,
  splitHalfTaus,
  type EstimateOf,
} from "./split-halves.ts";
import { resamplingUnits } from "./units.ts";

export interface ReliabilityOptions {
  /** Number of random halvings; see `defaultHalvings`. */
  readonly halvings?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** One number per item: items of a benchmark with equal numbers stay in one half. */
  readonly cluster?: ArrayLike<number> | undefined;
}

export interface SplitHalfReliability {
  /** Mean tau-b of the rankings by two halves of the items. */
  readonly splitHalfTau: number | null;
  /** The same for accuracy on the same halves. */
  readonly accuracySplitHalfTau: number | null;
  /** What two sets of full length would agree to; `null` when the halves do not agree at all. */
  readonly fullLengthTau: number | null;
  /** Whether the order is unreliable: {@link isLowReliability}. */
  readonly low: boolean;
  readonly halvings: number;
}

const fewestModels = 3;
const fewestItems = 20;
const unknown = {
  splitHalfTau: null,
  accuracySplitHalfTau: null,
  fullLengthTau: null,
  low: false,
  halvings: 0,
};

/**
 * Splits the items of each benchmark into random halves, clusters kept whole, fits both halves on
 * their own and compares the orders. Reliability is not validity: accuracy is close to the most
 * reliable order there is.
 *
 * @returns `null` for fewer than 3 models or 20 items that tell models apart, and where more than half
 *   of the halvings have no tau.
 * @throws EipError `bad-option` for a number of halvings below 1.
 * @example
 * ```ts
 * const pool = { matrix, fit: propagate(matrix) };
 * reliability(pool).splitHalfTau; // 0.86, say: most pairs keep their order
 * ```
 */
export function reliability(pool: Fitted, options: ReliabilityOptions = {}): SplitHalfReliability {
  const { matrix, fit } = pool;
  const { halvings = defaultHalvings(matrix), seed = 1, cluster } = options;
  checkCount("halvings", halvings);
  const scored = fit.competency.filter((value) => !Number.isNaN(value)).length;
  if (scored < fewestModels || fit.keptItems.length < fewestItems) return unknown;
  const { damping, smoothing, missing } = fit.settings;
  const units = resamplingUnits(matrix, { missing, cluster });
  const refits = refitter(matrix, { damping, smoothing, missing });
  const [ofEip, ofAccuracy] = splitHalfTaus(units, {
    estimates: [competenciesOfHalves(refits), eachHalf(accuracyOf(matrix))],
    items: matrix.items.length,
    halvings,
    seed,
  });
  const splitHalfTau = numberOrNull(meanTau(ofEip!));
  const accuracySplitHalfTau = numberOrNull(meanTau(ofAccuracy!));
  return {
    splitHalfTau,
    accuracySplitHalfTau,
    fullLengthTau: splitHalfTau === null ? null : numberOrNull(fullLengthTau(splitHalfTau)),
    low: isLowReliability(splitHalfTau, accuracySplitHalfTau),
    halvings,
  };
}

/** Mean scores over the counted items. */
function accuracyOf(matrix: ResponseMatrix): EstimateOf {
  const items = Uint32Array.from(matrix.items.keys());
  const kernel = kernelFor(matrix, items);
  const earned = new Float64Array(matrix.models.length);
  const lost = new Float64Array(matrix.models.length);
  return (copies) => {
    kernel.byModel({ of: "solved", smoothing: 0 }, copies, earned);
    kernel.byModel({ of: "failed", smoothing: 0 }, copies, lost);
    return earned.map((value, model) => value / (value + lost[model]!));
  };
}

/**
 * Agreement of two sets of items of full length from that of two halves. Spearman and Brown's formula
 * is about correlations, so tau goes there by `r = sin(pi tau/2)`, then `r' = 2 r/(1 + r)`, and back by
 * `(2/pi) asin r'` (for normal values; on tau itself the formula promises too much).
 *
 * @returns `NaN` for a tau of 0 or less.
 * @example
 * ```ts
 * fullLengthTau(0.8); // 0.8571
 * ```
 */
export function fullLengthTau(halfTau: number): number {
  if (!(halfTau > 0)) return Number.NaN;
  const r = Math.sin((Math.PI * halfTau) / 2);
  return (2 / Math.PI) * Math.asin(Math.min(1, (2 * r) / (1 + r)));
}

/**
 * Whether halves agree far less than they do by accuracy (by more than .1), or little in any case
 * (below .6). Unknown is not low.
 */
export function isLowReliability(splitHalf: number | null, ofAccuracy: number | null): boolean {
  if (splitHalf === null) return false;
  return splitHalf < 0.6 || (ofAccuracy !== null && splitHalf < ofAccuracy - 0.1);
}

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
