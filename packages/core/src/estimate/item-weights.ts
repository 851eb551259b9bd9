/** What items weigh at the fixed point, and what the models make of it. */

import { total } from "../numeric/vectors.ts";
import type { FixedPoint } from "./fixed-point.ts";
import type { Kernel } from "./kernels/kernel.ts";
import type { CompleteMass, GappedMass } from "./observed-mass.ts";
import { accuracyWith, competencyFrom, shrunkenWeights } from "./weighted-accuracy.ts";

export interface Weights {
  /** Per model. */
  readonly competency: Float64Array;
  readonly weightedAccuracy: Float64Array;
  /** Per kept item. */
  readonly itemWeight: Float64Array;
}

/** Without gaps the last round holds what each model earned: sum of (score + s) * weight. */
export function completeWeights(point: FixedPoint, mass: CompleteMass, smoothing: number): Weights {
  const { competency, itemWeight, sumOfWeights, earned } = point;
  const weightedAccuracy = earned.map((sum, model) => {
    if (mass.successOfModel[model] === 0) return 0;
    if (mass.failureOfModel[model] === 0) return 1;
    return Math.min(1, Math.max(0, sum / sumOfWeights - smoothing));
  });
  return { competency, weightedAccuracy, itemWeight };
}

/** With gaps the competencies follow from accuracy over the items that each model was asked. */
export function gappedWeights(
  point: FixedPoint,
  mass: GappedMass,
  options: { readonly damping: number; readonly smoothing: number; readonly kernel: Kernel },
): Weights {
  const { kernel, damping, smoothing } = options;
  const models = mass.successOfModel.length;
  const itemWeight = shrunkenWeights(point.difficulty, {
    models,
    smoothing,
    poolRate: total(mass.successOfItem) / total(mass.askedOfItem),
    success: mass.successOfItem,
    asked: mass.askedOfItem,
    out: new Float64Array(point.difficulty.length),
  });
  const weightedAccuracy = accuracyWith(itemWeight, { kernel, out: new Float64Array(models) });
  const competency = competencyFrom(weightedAccuracy, { damping, smoothing });
  return { competency, weightedAccuracy, itemWeight };
}
