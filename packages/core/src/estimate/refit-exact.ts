/** Refits of data with gaps by elimination of the items: a system of models, solved exactly. */

import { total } from "../numeric/vectors.ts";
import { solveSystem } from "./exact-system.ts";
import { damp, passOn } from "./fixed-point.ts";
import type { Side } from "./kernels/kernel.ts";
import type { Counted, ExactParts, Solver } from "./refit-solver.ts";

/**
 * H of the system takes weighted counts of pairs: with N the items that i solved and j failed and O2 those
 * that both were asked, `(1 + s) N[i,j] - s N[j,i] + s (1 + s) O2[i,j]`.
 */
export function exactSolver(parts: ExactParts): Solver {
  const { kernel, pairs, models, items, coverageOfItem, damping, smoothing } = parts;
  const solved: Side = { of: "solved", smoothing };
  const failed: Side = { of: "failed", smoothing };

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

  return ({ copies, coverageOfModel }: Counted) => {
    const allCopies = total(copies);
    for (let model = 0; model < models; model += 1) perModel[model] = 1 / coverageOfModel[model]!;
    kernel.byItem(solved, perModel, successOfItem);
    fillQuotients(perSuccess, copies, successOfItem);
    fillQuotients(weight, perSuccess, coverageOfItem);
    pairs.solvedFailed(weight, counts);
    if (smoothing > 0) pairs.bothAsked(weight, both);
    kernel.byModel(solved, perSuccess, received);
    for (let model = 0; model < models; model += 1) received[model]! /= coverageOfModel[model]!;
    fillFlow(flow, { counts, both, coverageOfModel, smoothing });
    solveSystem({
      flow,
      received,
      items: allCopies,
      damping,
      failure,
      competency,
      webAssembly: false,
    });

    const evenly = passOn(competency, failure, perModel);
    kernel.byItem(failed, perModel, difficulty);
    const floor = (damping * evenly + 1 - damping) / allCopies;
    damp(difficulty, { damping, coverage: coverageOfItem }, floor);
    return { competency, difficulty };
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
