/** How much smoothing the items at hand ask for. */

import { refitter } from "../estimate/refit.ts";
import type { MissingPolicy } from "../estimate/missing.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { checkCount } from "../stats/bootstrap.ts";
import {
  competenciesOfHalves,
  defaultHalvings,
  meanTau,
  splitHalfTaus,
} from "../stats/split-halves.ts";
import { resamplingUnits } from "../stats/units.ts";

export interface ChooseSmoothingOptions {
  /** Default 0.85. */
  readonly damping?: number | undefined;
  /** Default `weighted`. */
  readonly missing?: MissingPolicy | undefined;
  /** Values to choose from, ascending. Default: {@link smoothingGrid}. */
  readonly grid?: readonly number[] | undefined;
  /** Number of random halvings, the same for all values; see `defaultHalvings`. */
  readonly halvings?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** One number per item: items of a benchmark with equal numbers stay in one half. */
  readonly cluster?: ArrayLike<number> | undefined;
}

export interface ChosenSmoothing {
  readonly grid: readonly number[];
  /** Mean split-half tau-b at each value of the grid; `null` where it could not be estimated. */
  readonly tau: readonly (number | null)[];
  readonly chosen: number;
  readonly halvings: number;
  /** Whether other halves could well choose a neighbouring value. */
  readonly close: boolean;
  /** `false`: too few items or models to tell, and the choice is the fallback. */
  readonly estimated: boolean;
}

export const smoothingGrid: readonly number[] = [0, 0.05, 0.1, 0.2, 0.5, 1];

const fallback = 0.5;
const fewestItems = 40;
const fewestModels = 5;

/** How much less than the best agreement is good enough. */
const tolerated = 0.02;

/**
 * The smallest smoothing whose rankings by two halves of the items agree as well as any, give or take
 * .02 in tau. More smoothing brings the order closer to that of accuracy, so the least that makes it
 * reliable keeps most of the difficulty weighting. Halves are half as long, which asks for a little
 * too much. The choice depends on the pool as well as on the benchmark: look with it, then pin the
 * value; competencies under different values are never compared.
 *
 * @returns 0.5 with fewer than 40 items that tell models apart, 5 models, or where most halvings have
 *   no tau.
 * @throws EipError `bad-option` for a number of halvings below 1.
 * @example
 * ```ts
 * chooseSmoothing(matrix).chosen; // 0.1, say
 * ```
 */
export function chooseSmoothing(
  matrix: ResponseMatrix,
  options: ChooseSmoothingOptions = {},
): ChosenSmoothing {
  const { damping = 0.85, missing = "weighted", grid = smoothingGrid } = options;
  const { halvings = defaultHalvings(matrix), seed = 1, cluster } = options;
  checkCount("halvings", halvings);
  const refits = grid.map((smoothing) => refitter(matrix, { damping, smoothing, missing }));
  const enough = (refits[0]?.keptItems.length ?? 0) >= fewestItems;
  if (!enough || matrix.models.length < fewestModels) return notEstimated(grid);
  const taus = splitHalfTaus(resamplingUnits(matrix, { missing, cluster }), {
    estimates: refits.map(competenciesOfHalves),
    items: matrix.items.length,
    halvings,
    seed,
  });
  const means = taus.map(meanTau);
  const best = means.reduce((top, mean, place) => (mean > means[top]! ? place : top), 0);
  if (means.some(Number.isNaN)) return notEstimated(grid);
  const chosen = means.findIndex((mean) => mean >= means[best]! - tolerated);
  return {
    grid,
    tau: means,
    chosen: grid[chosen]!,
    halvings,
    close: [chosen, chosen - 1].some(
      (place) => place >= 0 && isNearThreshold(taus[place]!, taus[best]!),
    ),
    estimated: true,
  };
}

function notEstimated(grid: readonly number[]): ChosenSmoothing {
  return {
    grid,
    tau: grid.map(() => null),
    chosen: fallback,
    halvings: 0,
    close: false,
    estimated: false,
  };
}

/** Whether a mean lies within two standard errors, of the paired difference, of good enough. */
function isNearThreshold(taus: Float64Array, bestTaus: Float64Array): boolean {
  const margins = taus
    .map((tau, halving) => tau - bestTaus[halving]! + tolerated)
    .filter((margin) => !Number.isNaN(margin));
  const mean = margins.reduce((sum, margin) => sum + margin, 0) / margins.length;
  const squares = margins.reduce((sum, margin) => sum + (margin - mean) ** 2, 0);
  const standardError = Math.sqrt(squares / (margins.length - 1) / margins.length);
  return Math.abs(mean) < 2 * standardError;
}
