/** Counts over the observed cells of the kept items. */

import type { Discriminating } from "../matrix/discriminating.ts";
import { increased, ones } from "../numeric/vectors.ts";
import type { Masses } from "./fixed-point.ts";
import type { Kernel } from "./kernels/kernel.ts";

interface CountedMass {
  readonly successOfModel: Float64Array;
  readonly failureOfModel: Float64Array;
  readonly askedOfModel: Float64Array;
  readonly successOfItem: Float64Array;
}

/** Every kept item was put to every model. */
export interface CompleteMass extends CountedMass {
  readonly askedOfItem?: undefined;
}

export interface GappedMass extends CountedMass {
  readonly askedOfItem: Float64Array;
}

export type ObservedMass = CompleteMass | GappedMass;

/** Success, failure and asked counts over the observed cells of the kept items. */
export function observedMass(
  kernel: Kernel,
  { models, items, solvers, complete }: PoolSize & Pick<Discriminating, "solvers"> & KnownComplete,
): ObservedMass {
  if (solvers) {
    const successOfModel = new Float64Array(models);
    const successOfItem = new Float64Array(items);
    successOfItem.set(solvers);
    kernel.byModel({ of: "solved", smoothing: 0 }, ones(items), successOfModel);
    return {
      successOfModel,
      failureOfModel: successOfModel.map((count) => items - count),
      askedOfModel: new Float64Array(models).fill(items),
      successOfItem,
    };
  }
  const solved = sumsOf(kernel, "solved", { models, items });
  if (complete) {
    const failureOfModel = new Float64Array(models);
    kernel.byModel({ of: "failed", smoothing: 0 }, ones(items), failureOfModel);
    return {
      successOfModel: solved.ofModel,
      failureOfModel,
      askedOfModel: new Float64Array(models).fill(items),
      successOfItem: solved.ofItem,
    };
  }
  const failed = sumsOf(kernel, "failed", { models, items });
  const mass = {
    successOfModel: solved.ofModel,
    failureOfModel: failed.ofModel,
    askedOfModel: wholeSums(solved.ofModel, failed.ofModel),
    successOfItem: solved.ofItem,
  };
  const askedOfItem = wholeSums(solved.ofItem, failed.ofItem);
  return askedOfItem.every((asked) => asked === models) ? mass : { ...mass, askedOfItem };
}

interface KnownComplete {
  /** Whether every item of the pool is known to have been put to every model. */
  readonly complete: boolean;
}

interface PoolSize {
  readonly models: number;
  readonly items: number;
}

function sumsOf(
  kernel: Kernel,
  of: "solved" | "failed",
  { models, items }: PoolSize,
): { readonly ofModel: Float64Array; readonly ofItem: Float64Array } {
  const ofModel = new Float64Array(models);
  const ofItem = new Float64Array(items);
  kernel.sums({ of, smoothing: 0 }, ofItem, ofModel);
  return { ofModel, ofItem };
}

/** Every asked cell adds a score and its complement: 1, but for rounding. */
function wholeSums(success: Float64Array, failure: Float64Array): Float64Array {
  const asked = new Float64Array(success.length);
  for (let index = 0; index < asked.length; index += 1) {
    asked[index] = Math.round(success[index]! + failure[index]!);
  }
  return asked;
}

/** On complete data sums over observed cells give those with pseudo-answers. */
export function smoothedMasses(mass: CompleteMass, smoothing: number): Masses {
  const items = mass.successOfItem.length;
  const models = mass.failureOfModel.length;
  return {
    successOfItem: increased(mass.successOfItem, smoothing * models),
    failureOfModel: increased(mass.failureOfModel, smoothing * items),
  };
}
