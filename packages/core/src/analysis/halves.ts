/** Reliability of any estimator by halves of the items. */

import type { PropagateOptions } from "../estimate/propagate.ts";
import { refitter } from "../estimate/refit.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import {
  meanTau,
  splitHalfTaus,
  competenciesOfHalves,
  eachHalf,
  type EstimatesOfHalves,
} from "../stats/split-halves.ts";
import { resamplingUnits } from "../stats/units.ts";
import type { NamedEstimator } from "./estimators.ts";

/** Whose reliability, and by how many halvings. */
export interface HalvesOptions {
  readonly estimator: NamedEstimator;
  readonly settings: PropagateOptions;
  readonly halvings: number;
  readonly seed: number;
  readonly cluster?: ArrayLike<number> | undefined;
}

/**
 * Mean Kendall tau-b of the orders by two random halves of the items, each fitted on its own; halves
 * share no item, so what agrees is not overlap.
 *
 * @returns `NaN` where most halvings have no tau.
 * @example
 * ```ts
 * const estimator = estimatorNamed("mean-score");
 * halvesOf(matrix, { estimator, settings: {}, halvings: 50, seed: 1 }); // 0.96, say
 * ```
 */
export function halvesOf(matrix: ResponseMatrix, options: HalvesOptions): number {
  const { halvings, seed, cluster, settings } = options;
  const { missing = "weighted" } = settings;
  const [taus] = splitHalfTaus(resamplingUnits(matrix, { missing, cluster }), {
    estimates: [competencyFrom(matrix, options)],
    items: matrix.items.length,
    halvings,
    seed,
  });
  return meanTau(taus!);
}

function competencyFrom(
  matrix: ResponseMatrix,
  { estimator, settings }: HalvesOptions,
): EstimatesOfHalves {
  if (estimator.name === "eip") {
    const { damping = 0.85, smoothing = 0, missing = "weighted" } = settings;
    return competenciesOfHalves(refitter(matrix, { damping, smoothing, missing }));
  }
  return eachHalf((copies) => {
    const items = Uint32Array.from([...copies.keys()].filter((item) => copies[item]! > 0));
    return estimator.fit(selectFrom(matrix, { items }), settings).competency;
  });
}
