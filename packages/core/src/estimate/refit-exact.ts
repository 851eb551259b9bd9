/** Refits by elimination of the items: an M x M system, solved exactly. */

import { total } from "../numeric/vectors.ts";
import { solveDominant } from "../numeric/solve.ts";
import { damp, passOn } from "./fixed-point.ts";
import type { Side } from "./kernels/kernel.ts";
import type { Counted, ExactParts, Solver } from "./refit-solver.ts";

/**
 * Putting the line of the difficulties into that of the competencies leaves
 *
 *     (I - d^2 B) competency = d (1 - d) r / Q + (1 - d) / M
 *     H[i,j] = sum over q of c[q] * success[i,q] / S[q] * failure[j,q],   F[j] = sum over i of H[i,j]
 *     B[i,j] = H[i,j] / F[j],   or r[i] / Q where F[j] = 0
 *     r[i]   = sum over q of c[q] * success[i,q] / S[q]
 *
 * with success = O (X + s) / coverage of the model and failure = O (1 - X + s) / coverage of the item.
 * The columns of B sum to 1. H takes weighted counts of pairs: with N the items that i solved and j
 * failed and O2 those that both were asked, `(1 + s) N[i,j] - s N[j,i] + s (1 + s) O2[i,j]`.
 */
export function exactSolver(parts: ExactParts): Solver {
  const { kernel, pairs, models, coverageOfItem, complete, damping, smoothing } = parts;
  const items = coverageOfItem.length;
  const solved: Side = { of: "solved", smoothing };
  const failed: Side = { of: "failed", smoothing };
  const gainOfItem = coverageOfItem.map((coverage) => damping / coverage);

  const successOfItem = new Float64Array(items);
  const perSuccess = new Float64Array(items);
  const weight = new Float64Array(items);
  const difficulty = new Float64Array(items);
  const perModel = new Float64Array(models);
  const received = new Float64Array(models);
  const failure = new Float64Array(models);
  const competency = new Float64Array(models);
  const counts = new Float64Array(models * models);
  const both = new Float64Array(smoothing > 0 ? models * models : 0);
  const flow = new Float64Array(models * models);
  if (complete) kernel.byItem(solved, perModel.fill(1), successOfItem);

  return ({ copies, coverageOfModel }: Counted) => {
    const allCopies = total(copies);
    if (!complete) {
      for (let model = 0; model < models; model += 1) perModel[model] = 1 / coverageOfModel[model]!;
      kernel.byItem(solved, perModel, successOfItem);
    }
    fillQuotients(perSuccess, copies, successOfItem);
    fillQuotients(weight, perSuccess, coverageOfItem);
    pairs.solvedFailed(weight, counts);
    if (smoothing > 0) pairs.bothAsked(weight, both);
    kernel.byModel(solved, perSuccess, received);
    for (let model = 0; model < models; model += 1) received[model]! /= coverageOfModel[model]!;
    fillFlow(flow, { counts, both, coverageOfModel, smoothing });
    fillSystem(flow, { failure, received, factor: damping ** 2, items: allCopies });
    for (let model = 0; model < models; model += 1) {
      competency[model] =
        (damping * (1 - damping) * received[model]!) / allCopies + (1 - damping) / models;
    }
    solveDominant(flow, competency);

    const evenly = passOn(competency, failure, perModel);
    kernel.byItem(failed, perModel, difficulty);
    damp(difficulty, gainOfItem, (damping * evenly + 1 - damping) / allCopies);
    return { competency, difficulty, successOfItem };
  };
}

function fillQuotients(out: Float64Array, values: Float64Array, by: Float64Array): void {
  for (let index = 0; index < out.length; index += 1) out[index] = values[index]! / by[index]!;
}

interface FlowParts {
  readonly counts: Float64Array;
  readonly both: Float64Array;
  readonly coverageOfModel: Float64Array;
  readonly smoothing: number;
}

/** H of the system. */
function fillFlow(flow: Float64Array, parts: FlowParts): void {
  const { counts, both, coverageOfModel, smoothing } = parts;
  const models = coverageOfModel.length;
  for (let i = 0; i < models; i += 1) {
    for (let j = 0; j < models; j += 1) {
      const place = i * models + j;
      const smoothed =
        smoothing === 0
          ? counts[place]!
          : (1 + smoothing) * counts[place]! -
            smoothing * counts[j * models + i]! +
            smoothing * (1 + smoothing) * both[place]!;
      flow[place] = smoothed / coverageOfModel[i]!;
    }
  }
}

interface SystemParts {
  /** Receives F, the column sums of H. */
  readonly failure: Float64Array;
  readonly received: Float64Array;
  /** d^2 */
  readonly factor: number;
  readonly items: number;
}

/** Turns H into I - d^2 B, in place. */
function fillSystem(flow: Float64Array, { failure, received, factor, items }: SystemParts): void {
  const models = failure.length;
  for (let j = 0; j < models; j += 1) {
    let sum = 0;
    for (let i = 0; i < models; i += 1) sum += flow[i * models + j]!;
    failure[j] = sum;
    for (let i = 0; i < models; i += 1) {
      const place = i * models + j;
      const share = sum > 0 ? flow[place]! / sum : received[i]! / items;
      flow[place] = (i === j ? 1 : 0) - factor * share;
    }
  }
}
