/** The damped iteration between models and items, down to its fixed point. */

import { distance, quotients, reciprocals, total } from "../numeric/vectors.ts";
import type { Kernel, Side } from "./kernels/kernel.ts";

export interface FixedPointOptions {
  readonly damping: number;
  readonly smoothing: number;
  readonly tolerance: number;
  readonly maxIterations?: number | undefined;
  /** Share of the kept items that a model was asked; 1 on complete data. */
  readonly coverageOfModel: Float64Array;
  /** Share of the models that an item was put to; 1 on complete data. */
  readonly coverageOfItem: Float64Array;
  /** How often each kept item counts, as if the matrix held so many copies. Default: once. */
  readonly copies?: Float64Array | undefined;
  /** Competencies to start from, summing to 1. Default: all equal. */
  readonly start?: Float64Array | undefined;
}

export interface FixedPoint {
  readonly competency: Float64Array;
  readonly difficulty: Float64Array;
  /** Per item: sum over models of (score + smoothing) / coverage of the model. */
  readonly successOfItem: Float64Array;
  /** Per model: competency passed on for each unit of failure, in the last round. */
  readonly passedOn: Float64Array;
  readonly iterations: number;
  /** L1 change of the competencies in the last round. */
  readonly residual: number;
  /** Bound on their L1 distance from the fixed point: d^2 / (1 - d^2) times the residual. */
  readonly errorBound: number;
  readonly converged: boolean;
}

/**
 * Rounds needed at most: each contracts the L1 distance of the competencies by d^2 or more, and the
 * first change is below 2.
 *
 * @example
 * ```ts
 * roundLimit({ damping: 0.85, tolerance: 1e-10 }); // 74
 * ```
 */
export function roundLimit({
  damping,
  tolerance,
  start,
}: Pick<FixedPointOptions, "damping" | "tolerance" | "start">): number {
  const first = start === undefined ? 1 : 2;
  return first + Math.ceil(Math.log(2 / tolerance) / (-2 * Math.log(damping)));
}

/**
 * Iterates items first, then models from the new items, until both change by less than the
 * tolerance in L1. With P_MQ and P_QM row-stochastic, a cell of P_MQ being the failure of a
 * model on an item over the coverage of the item, and one of P_QM the success over the coverage of
 * the model:
 *
 *     difficulty = d * P_MQ' competency + (1 - d) / Q
 *     competency = d * P_QM' difficulty + (1 - d) / M
 *
 * A model without failure mass spreads its competency evenly over the items.
 */
export function fixedPoint(kernel: Kernel, options: FixedPointOptions): FixedPoint {
  const { damping, smoothing, tolerance, coverageOfModel, coverageOfItem } = options;
  const models = coverageOfModel.length;
  const items = coverageOfItem.length;
  const solved: Side = { of: "solved", smoothing };
  const failed: Side = { of: "failed", smoothing };

  const successOfItem = new Float64Array(items);
  kernel.byItem(solved, reciprocals(coverageOfModel, 1), successOfItem);
  const failureOfModel = new Float64Array(models);
  const copies = options.copies ?? new Float64Array(items).fill(1);
  const allCopies = total(copies);
  kernel.byModel(failed, quotients(copies, coverageOfItem), failureOfModel);
  const successPerCopy = quotients(successOfItem, copies);
  const gainOfItem = reciprocals(coverageOfItem, damping);
  const gainOfModel = reciprocals(coverageOfModel, damping);

  let competency: Float64Array =
    options.start?.slice() ?? new Float64Array(models).fill(1 / models);
  let difficulty = new Float64Array(items).fill(1 / allCopies);
  let nextCompetency: Float64Array = new Float64Array(models);
  let nextDifficulty = new Float64Array(items);
  const passedOn = new Float64Array(models);
  const perItem = new Float64Array(items);
  const limit = options.maxIterations ?? roundLimit(options);
  let residual = Number.POSITIVE_INFINITY;
  let iterations = 0;
  let converged = false;

  while (!converged && iterations < limit) {
    const evenly = passOn(competency, failureOfModel, passedOn);
    kernel.byItem(failed, passedOn, nextDifficulty);
    damp(nextDifficulty, gainOfItem, (damping * evenly + 1 - damping) / allCopies);
    divide(nextDifficulty, successPerCopy, perItem);
    kernel.byModel(solved, perItem, nextCompetency);
    damp(nextCompetency, gainOfModel, (1 - damping) / models);
    residual = distance(competency, nextCompetency);
    converged = residual < tolerance && change(difficulty, nextDifficulty, copies) < tolerance;
    [competency, nextCompetency] = [nextCompetency, competency];
    [difficulty, nextDifficulty] = [nextDifficulty, difficulty];
    iterations += 1;
  }
  return {
    competency,
    difficulty,
    successOfItem,
    passedOn,
    iterations,
    residual,
    errorBound: (damping ** 2 / (1 - damping ** 2)) * residual,
    converged,
  };
}

/** Competency per unit of failure into `out`; returns what models without failure spread evenly. */
export function passOn(competency: Float64Array, failure: Float64Array, out: Float64Array): number {
  let evenly = 0;
  for (let model = 0; model < out.length; model += 1) {
    if (failure[model]! > 0) out[model] = competency[model]! / failure[model]!;
    else {
      out[model] = 0;
      evenly += competency[model]!;
    }
  }
  return evenly;
}

/** `values[i] = gain[i] * values[i] + floor`, in place. */
export function damp(values: Float64Array, gain: Float64Array, floor: number): void {
  for (let index = 0; index < values.length; index += 1) {
    values[index] = gain[index]! * values[index]! + floor;
  }
}

/** L1 distance of two vectors of difficulties, each item as often as it counts. */
function change(before: Float64Array, after: Float64Array, copies: Float64Array): number {
  let sum = 0;
  for (let item = 0; item < copies.length; item += 1) {
    sum += copies[item]! * Math.abs(before[item]! - after[item]!);
  }
  return sum;
}

function divide(values: Float64Array, by: Float64Array, out: Float64Array): void {
  for (let index = 0; index < out.length; index += 1) out[index] = values[index]! / by[index]!;
}
