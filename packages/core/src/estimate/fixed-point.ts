/** The damped iteration between models and items, down to its fixed point. */

import { distance, ones, quotients, reciprocals, total } from "../numeric/vectors.ts";
import type { Kernel } from "./kernels/kernel.ts";
import { leastResidual } from "./least-residual.ts";

export interface FixedPointOptions {
  readonly damping: number;
  readonly smoothing: number;
  readonly tolerance: number;
  readonly maxIterations?: number | undefined;
  readonly models: number;
  readonly items: number;
  /** Share of the kept items that a model was asked. Default: all, on complete data. */
  readonly coverageOfModel?: Float64Array | undefined;
  /** Share of the models that an item was put to. Default: all, on complete data. */
  readonly coverageOfItem?: Float64Array | undefined;
  /** How often each kept item counts, as if the matrix held so many copies. Default: once. */
  readonly copies?: Float64Array | undefined;
  /** Competencies to start from, summing to 1. Default: all equal. */
  readonly start?: Float64Array | undefined;
  /** Whether `start` is the fixed point already, so that one round shows it. */
  readonly solved?: boolean | undefined;
  /**
   * Whether a round may begin at a combination of earlier ones, to settle sooner, and competencies that
   * have settled are enough. Default: no.
   */
  readonly accelerate?: boolean | undefined;
  /** Success of items and failure of models, where they are known. */
  readonly masses?: Masses | undefined;
}

export interface Masses {
  /** Per item: sum over models of (score + smoothing) / coverage of the model. */
  readonly successOfItem: Float64Array;
  /** Per model: sum over copies of items of (1 - score + smoothing) / coverage of the item. */
  readonly failureOfModel: Float64Array;
}

export interface FixedPoint {
  readonly competency: Float64Array;
  readonly difficulty: Float64Array;
  /** Per item: difficulty over success mass, times how often the item counts. */
  readonly itemWeight: Float64Array;
  readonly sumOfWeights: number;
  /** Per model: sum over copies of items of (score + smoothing) * difficulty / success mass. */
  readonly earned: Float64Array;
  /** Per model: competency passed on for each unit of failure, in the last round. */
  readonly passedOn: Float64Array;
  readonly iterations: number;
  /** Whether any round began at a combination of earlier ones. */
  readonly accelerated: boolean;
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
  const { damping, smoothing, tolerance, models, items, copies } = options;
  const { successOfItem, failureOfModel } = options.masses ?? massesOf(kernel, options);
  const allCopies = copies ? total(copies) : items;
  const turning = {
    damping,
    coverage: options.coverageOfItem,
    copies,
    successPerCopy: copies ? quotients(successOfItem, copies) : successOfItem,
    perItem: new Float64Array(items),
  };

  let competency: Float64Array =
    options.start?.slice() ?? new Float64Array(models).fill(1 / models);
  let nextCompetency: Float64Array = new Float64Array(models);
  // The next round would change the difficulties by less than this one changed the competencies.
  const needsNoItems = options.solved === true || options.accelerate === true;
  let difficulty = new Float64Array(items);
  let lastDifficulty = needsNoItems ? undefined : new Float64Array(items);
  if (lastDifficulty) difficulty.fill(1 / allCopies);
  const passedOn = new Float64Array(models);
  const earned = new Float64Array(models);
  // A combination that went wrong costs a few rounds.
  const limit = options.maxIterations ?? roundLimit(options) + (options.accelerate ? mostMixed : 0);
  let residual = Number.POSITIVE_INFINITY;
  let sumOfWeights = 0;
  let iterations = 0;
  let converged = false;
  let combining = options.accelerate === true;
  const rounds: Float64Array[] = [];
  let accelerated = false;

  while (!converged && iterations < limit) {
    if (lastDifficulty) [difficulty, lastDifficulty] = [lastDifficulty, difficulty];
    const evenly = passOn(competency, failureOfModel, passedOn);
    const floor = (damping * evenly + 1 - damping) / allCopies;
    const turned = kernel.thereAndBack({
      there: { of: "failed", smoothing },
      perModel: passedOn,
      turn: { ...turning, floor, before: lastDifficulty, after: difficulty },
      back: { of: "solved", smoothing },
      out: earned,
    });
    nextCompetency.set(earned);
    damp(nextCompetency, { damping, coverage: options.coverageOfModel }, (1 - damping) / models);
    const before = residual;
    residual = distance(competency, nextCompetency);
    converged = residual < tolerance && (needsNoItems || turned.change < tolerance);
    sumOfWeights = turned.weight;
    iterations += 1;
    // A combination must do better than plain rounds are known to; else they go on alone.
    if (accelerated && residual > damping ** 2 * before) combining = false;
    const combined =
      combining && !converged ? mixed(rounds, competency, nextCompetency) : undefined;
    accelerated ||= combined !== undefined;
    [competency, nextCompetency] = [combined ?? nextCompetency, competency];
  }
  return {
    competency,
    difficulty,
    itemWeight: turning.perItem,
    sumOfWeights,
    earned,
    passedOn,
    iterations,
    accelerated,
    residual,
    errorBound: (damping ** 2 / (1 - damping ** 2)) * residual,
    converged,
  };
}

/** Rounds that a start may be mixed of. */
const mostMixed = 6;

/**
 * Where to go on from, after the round that took `from` to `to`: the image of the mixture of the last rounds
 * that would change least; `undefined` after the first, or where a competency would not be above 0.
 */
function mixed(
  rounds: Float64Array[],
  from: Float64Array,
  to: Float64Array,
): Float64Array | undefined {
  const models = to.length;
  const round = new Float64Array(2 * models);
  for (let model = 0; model < models; model += 1) round[model] = to[model]! - from[model]!;
  round.set(to, models);
  rounds.push(round);
  if (rounds.length > mostMixed) rounds.shift();
  if (rounds.length === 1) return undefined;
  const image = leastResidual(rounds, models).subarray(models);
  return image.every((value) => value > 0) ? image : undefined;
}

/** Success and failure, added up over the cells. */
export function massesOf(
  kernel: Kernel,
  options: Pick<
    FixedPointOptions,
    "smoothing" | "models" | "items" | "coverageOfModel" | "coverageOfItem" | "copies"
  >,
): Masses {
  const { smoothing, models, items, coverageOfModel, coverageOfItem, copies } = options;
  const successOfItem = new Float64Array(items);
  const perModel = coverageOfModel ? reciprocals(coverageOfModel) : ones(models);
  kernel.byItem({ of: "solved", smoothing }, perModel, successOfItem);
  const failureOfModel = new Float64Array(models);
  const perItem = quotients(copies ?? ones(items), coverageOfItem ?? 1);
  kernel.byModel({ of: "failed", smoothing }, perItem, failureOfModel);
  return { successOfItem, failureOfModel };
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

/** `values[i] = damping / coverage[i] * values[i] + floor`, in place. */
export function damp(
  values: Float64Array,
  { damping, coverage }: { readonly damping: number; readonly coverage: Float64Array | undefined },
  floor: number,
): void {
  for (let index = 0; index < values.length; index += 1) {
    const gain = coverage === undefined ? damping : damping / coverage[index]!;
    values[index] = gain * values[index]! + floor;
  }
}
