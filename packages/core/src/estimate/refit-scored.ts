/** Refits of a pool in which every model was asked some kept item. */

import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { quotients, total } from "../numeric/vectors.ts";
import type { Kernel } from "./kernels/kernel.ts";
import { kernelFor } from "./kernels/kernel-for.ts";
import { pairSums } from "./kernels/pair-sums.ts";
import { planeKernel } from "./kernels/planes.ts";
import { observedMass, type ObservedMass } from "./propagate.ts";
import { exactSolver } from "./refit-exact.ts";
import { iteratedSolver } from "./refit-iterate.ts";
import type { Solver, SolverParts } from "./refit-solver.ts";
import { accuracyWith, competencyFrom, shrunkenWeights } from "./weighted-accuracy.ts";

/** Per model. */
export interface Refitted {
  readonly competency: Float64Array;
  readonly weightedAccuracy: Float64Array;
}

export interface ScoredRefitter {
  readonly method: "exact" | "iterate";
  /**
   * @param copies One number per kept item, some above 0.
   * @returns `undefined` when a model was asked none of the counted items.
   */
  fit(copies: Float64Array): Refitted | undefined;
}

export interface KeptItems {
  readonly matrix: ResponseMatrix;
  /** Indices of items that tell its models apart. */
  readonly kept: Uint32Array;
}

export interface ScoredOptions {
  readonly damping: number;
  readonly smoothing: number;
  readonly tolerance: number;
}

/** Up to so many models the exact system is cheaper than rounds over the items. */
const mostExactModels = 64;

export function scoredRefitter(
  { matrix, kept }: KeptItems,
  options: ScoredOptions,
): ScoredRefitter {
  const models = matrix.models.length;
  const kernel = refitKernel(matrix, kept);
  const mass = observedMass(kernel, models, kept.length);
  const parts: SolverParts = {
    kernel,
    models,
    complete: mass.askedOfItem.every((asked) => asked === models),
    coverageOfItem: quotients(mass.askedOfItem, models),
    damping: options.damping,
    smoothing: options.smoothing,
  };
  const method = matrix.binary && models <= mostExactModels ? "exact" : "iterate";
  const solver =
    method === "exact"
      ? exactSolver({ ...parts, pairs: pairSums(matrix, kept) })
      : iteratedSolver({
          ...parts,
          tolerance: options.tolerance,
          coverageOfModel: quotients(mass.askedOfModel, kept.length),
        });
  return {
    method,
    fit: parts.complete ? completeFit(solver, parts) : gappedFit(solver, parts, mass),
  };
}

/** Bit planes for 0/1 data with gaps, unless most cells are gaps. */
function refitKernel(matrix: ResponseMatrix, kept: Uint32Array): Kernel {
  return matrix.binary && matrix.storage.kind === "dense"
    ? planeKernel(matrix, kept)
    : kernelFor(matrix, kept);
}

/** Without gaps competency is affine in weighted accuracy: (1 - d)/M + d W (WA + s), W = sum of weights. */
function completeFit(
  solver: Solver,
  { models, damping, smoothing }: SolverParts,
): ScoredRefitter["fit"] {
  const coverageOfModel = new Float64Array(models).fill(1);
  const weightedAccuracy = new Float64Array(models);
  return (copies) => {
    const { competency, difficulty, successOfItem } = solver({ copies, coverageOfModel });
    const factor = damping * sumOfWeights(copies, difficulty, successOfItem);
    for (let model = 0; model < models; model += 1) {
      const earned = (competency[model]! - (1 - damping) / models) / factor - smoothing;
      weightedAccuracy[model] = Math.min(1, Math.max(0, earned));
    }
    return { competency, weightedAccuracy };
  };
}

function sumOfWeights(
  copies: Float64Array,
  difficulty: Float64Array,
  successOfItem: Float64Array,
): number {
  let sum = 0;
  for (let item = 0; item < copies.length; item += 1) {
    sum += (copies[item]! * difficulty[item]!) / successOfItem[item]!;
  }
  return sum;
}

/** With gaps the order follows the weighted accuracy over what each model was asked. */
function gappedFit(solver: Solver, parts: SolverParts, mass: ObservedMass): ScoredRefitter["fit"] {
  const { kernel, models, smoothing } = parts;
  const earned = new Float64Array(models);
  const lost = new Float64Array(models);
  const coverageOfModel = new Float64Array(models);
  const weight = new Float64Array(mass.askedOfItem.length);
  const weightedAccuracy = new Float64Array(models);
  return (copies) => {
    kernel.byModel({ of: "solved", smoothing: 0 }, copies, earned);
    kernel.byModel({ of: "failed", smoothing: 0 }, copies, lost);
    const allCopies = total(copies);
    for (let model = 0; model < models; model += 1) {
      const asked = Math.round(earned[model]! + lost[model]!);
      if (asked === 0) return undefined;
      coverageOfModel[model] = asked / allCopies;
    }
    const { difficulty } = solver({ copies, coverageOfModel });
    shrunkenWeights(difficulty, {
      models,
      smoothing,
      poolRate: total(earned) / Math.round(total(earned) + total(lost)),
      success: mass.successOfItem,
      asked: mass.askedOfItem,
      out: weight,
    });
    for (let item = 0; item < weight.length; item += 1) weight[item]! *= copies[item]!;
    accuracyWith(weight, { kernel, out: weightedAccuracy });
    return { competency: competencyFrom(weightedAccuracy, parts), weightedAccuracy };
  };
}
