/** Accuracy in which harder items count more, and the competency that follows from it. */

import { total } from "../numeric/vectors.ts";
import type { Kernel } from "./kernels/kernel.ts";

/** Pseudo-answers per unobserved share of an item; vanish on items that every model was asked. */
const pseudoAnswers = 3;

export interface ShrinkingOptions {
  readonly models: number;
  readonly smoothing: number;
  /** Mean score over all observed cells of the kept items, each as often as its item counts. */
  readonly poolRate: number;
  /** Per item: credit earned, and number of models asked. */
  readonly success: Float64Array;
  readonly asked: Float64Array;
}

/**
 * Weight of an item that was not put to every model, into `out`: difficulty over the rate at which
 * models solve it, the rate drawn towards that of the pool the fewer were asked.
 */
export function shrunkenWeights(
  difficulty: Float64Array,
  options: ShrinkingOptions & { readonly out: Float64Array },
): Float64Array {
  const { models, smoothing, success, asked, out } = options;
  const target = options.poolRate + smoothing;
  for (let item = 0; item < out.length; item += 1) {
    const pseudo = pseudoAnswers * (1 - asked[item]! / models);
    const earned = success[item]! + smoothing * asked[item]!;
    const rate = (earned + pseudo * target) / (asked[item]! + pseudo);
    out[item] = difficulty[item]! / (models * rate);
  }
  return out;
}

/** Accuracy of each model over the kept items it was asked, with a weight per item, into `out`. */
export function accuracyWith(
  weight: Float64Array,
  { kernel, out }: { readonly kernel: Kernel; readonly out: Float64Array },
): Float64Array {
  const failed = new Float64Array(out.length);
  kernel.byModel({ of: "solved", smoothing: 0 }, weight, out);
  kernel.byModel({ of: "failed", smoothing: 0 }, weight, failed);
  for (let model = 0; model < out.length; model += 1) {
    out[model] = out[model]! / (out[model]! + failed[model]!);
  }
  return out;
}

/** Competency as the affine image of weighted accuracy that sums to 1. */
export function competencyFrom(
  weightedAccuracy: Float64Array,
  { damping, smoothing }: { readonly damping: number; readonly smoothing: number },
): Float64Array {
  const models = weightedAccuracy.length;
  const whole = total(weightedAccuracy) + models * smoothing;
  return weightedAccuracy.map(
    (value) => (1 - damping) / models + (damping * (value + smoothing)) / whole,
  );
}
