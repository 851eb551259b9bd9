/** The competencies of complete 0/1 data, exactly, from sums over pairs of models. */

import { solveSystem } from "./exact-system.ts";
import { passOn } from "./fixed-point.ts";
import type { PairTotals } from "./kernels/complete-pairs.ts";

export interface CompletePool {
  readonly models: number;
  readonly damping: number;
  readonly smoothing: number;
  /** Whether compiled loops may be used. */
  readonly webAssembly: boolean;
}

/** Overwritten by the next call. */
export interface CompleteSolution {
  readonly competency: Float64Array;
  /** Sum over all copies of difficulty over success mass. */
  readonly weight: number;
}

/** Adds up pairs of models under the given weights; see `CompletePairs`. */
export type PairAdder = (weightOf: Float64Array) => PairTotals;

/**
 * With complete data and s pseudo-answers the success mass S + sM of an item follows from how many models
 * solved it. With w = 1/(S + sM), N[i,j] the sum of w over the items that i solved and j failed, T that over
 * all, and s[i], f[i] those over what i solved and failed, the system of models has
 *
 *     H[i,j] = (1 + s) N[i,j] - s N[j,i] + s (1 + s) T,   r[i] = s[i] + s T
 *
 * and the sum of weights is `d sum over j of v[j] (f[j] + s T) + (d D + 1 - d) T / Q` with v = competency / F
 * and D the competency of the models without failure mass.
 *
 * @returns what solves a pool of the given pairs; `undefined` for one without items.
 */
export function completeSolver(
  pool: CompletePool,
): (add: PairAdder) => CompleteSolution | undefined {
  const { models, damping, smoothing, webAssembly } = pool;
  const weightOf = Float64Array.from(
    { length: models + 1 },
    (_, solvers) => 1 / (solvers + smoothing * models),
  );
  const flow = new Float64Array(models * models);
  const received = new Float64Array(models);
  const failure = new Float64Array(models);
  const competency = new Float64Array(models);
  const passedOn = new Float64Array(models);
  return (add) => {
    const totals = add(weightOf);
    const { items } = totals;
    if (items === 0) return undefined;
    const pseudo = smoothing * totals.all;
    for (let i = 0; i < models; i += 1) {
      received[i] = totals.solved[i]! + pseudo;
      for (let j = 0; j < models; j += 1) {
        const there = totals.pairs[i * models + j]!;
        flow[i * models + j] =
          smoothing === 0
            ? there
            : (1 + smoothing) * there -
              smoothing * totals.pairs[j * models + i]! +
              (1 + smoothing) * pseudo;
      }
    }
    solveSystem({ flow, received, items, damping, failure, competency, webAssembly });
    const evenly = passOn(competency, failure, passedOn);
    let weight = ((damping * evenly + 1 - damping) / items) * totals.all;
    for (let j = 0; j < models; j += 1) {
      weight += damping * passedOn[j]! * (totals.failed[j]! + pseudo);
    }
    return { competency, weight };
  };
}
