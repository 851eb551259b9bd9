/**
 * Empirical Interaction Propagation: competency of models and difficulty of items, estimated
 * together from who solved what.
 */

import { EipError } from "../errors.ts";
import { discriminating, type Discriminating } from "../matrix/discriminating.ts";
import { isComplete, readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import { increased, quotients, total } from "../numeric/vectors.ts";
import type { Estimate } from "./estimate.ts";
import { completeSolver } from "./exact-complete.ts";
import { fixedPoint, type FixedPoint, type Masses } from "./fixed-point.ts";
import type { Kernel } from "./kernels/kernel.ts";
import type { CompletePairs } from "./kernels/complete-pairs.ts";
import { completePairsFor, kernelFor, paysToCompile } from "./kernels/kernel-for.ts";
import { countedPool, type MissingPolicy } from "./missing.ts";
import { accuracyWith, competencyFrom, shrunkenWeights } from "./weighted-accuracy.ts";

export type { MissingPolicy } from "./missing.ts";

export interface PropagateOptions {
  /** Share of a score that is passed on, 0 < d < 1; the rest is spread evenly. Default 0.85. */
  readonly damping?: number | undefined;
  /** Pseudo-answers in every observed cell; 0, the default, is the published method. */
  readonly smoothing?: number | undefined;
  /** L1 change below which both vectors have settled, 1e-14 or more. Default 1e-10. */
  readonly tolerance?: number | undefined;
  /** Default: the bound that convergence is proved for. */
  readonly maxIterations?: number | undefined;
  /**
   * What to do with cells that nobody observed. `weighted`: rank by difficulty-weighted accuracy
   * over the items a model was asked. `common`: only items that every model was asked. `wrong`: a
   * model that was not asked failed.
   */
  readonly missing?: MissingPolicy | undefined;
  /**
   * `iterate`: rounds, as published; a `maxIterations` asks for them too. `exact`: the system of equations
   * that is left when the items are eliminated, for complete 0/1 data only. `auto`, the default: whichever
   * is faster.
   */
  readonly method?: "auto" | "iterate" | "exact" | undefined;
  /** Whether compiled loops may be used. Default: where they are there and pay. */
  readonly webAssembly?: boolean | undefined;
}

export interface Propagation extends Estimate {
  /** Per model, 0 to 1: accuracy over kept items in which harder items count more. */
  readonly weightedAccuracy: Float64Array;
  /** Per kept item: what solving it adds to the weighted accuracy, before division by the total. */
  readonly itemWeight: Float64Array;
  /** Per model: competency passed on for each unit of failure. */
  readonly passedOn: Float64Array;
  /** Share of the kept items that each model was asked. */
  readonly coverage: Float64Array;
  readonly droppedAllSolved: number;
  readonly droppedAllFailed: number;
  /** Not put to every model, and all that were asked scored the same 0 or 1. */
  readonly droppedSameObserved: number;
  /** Put to no model; under `common`, not put to every model. */
  readonly droppedUnobserved: number;
  /**
   * Bound on the L1 distance of the propagated competencies from the fixed point. With gaps the
   * competencies follow from weighted accuracy, and this is only the size of their error.
   */
  readonly errorBound: number;
  /** Indices of models that fail none of the kept items they were asked. */
  readonly failsNothing: readonly number[];
  /** Indices of models that solve none of the kept items they were asked. */
  readonly solvesNothing: readonly number[];
  /** The settings that were used, defaults filled in. */
  readonly settings: PropagateSettings;
}

export interface PropagateSettings {
  readonly damping: number;
  readonly smoothing: number;
  readonly tolerance: number;
  readonly missing: MissingPolicy;
}

/**
 * Propagates scores between models and items to their fixed point. A model gains competency by
 * solving difficult items and an item gains difficulty by being failed by competent models:
 *
 *     difficulty[q] = d * sum over m of (1 - A[m,q]) * competency[m] / F[m] + (1 - d) / Q
 *     competency[m] = d * sum over q of A[m,q] * difficulty[q] / S[q]       + (1 - d) / M
 *
 * with A the scores, S the success mass of an item, F the failure mass of a model, over the Q kept
 * items. Both vectors sum to 1. A model that fails nothing spreads its share evenly over the items.
 * With gaps the policy decides; on complete data all three policies agree.
 *
 * @throws EipError `bad-option` for a setting out of range, and for `exact` with gaps or partial credit.
 * @example
 * ```ts
 * const { competency } = propagate(matrixFromRows([[1, 1, 0], [0, 1, 1], [1, 0, 1]]));
 * competency; // 1/3 each: the pool is symmetric
 * ```
 */
export function propagate(matrix: ResponseMatrix, options: PropagateOptions = {}): Propagation {
  const settings = checkedSettings(options);
  const counted = countedPool(matrix, settings.missing);
  const result = propagateObserved(counted.matrix, settings, options);
  if (settings.missing === "wrong" && !isComplete(matrix)) {
    return { ...result, coverage: askedShare(matrix, result.keptItems) };
  }
  const { items } = counted;
  if (items === undefined) return result;
  return {
    ...result,
    keptItems: result.keptItems.map((item) => items[item]!),
    droppedUnobserved: matrix.items.length - items.length,
  };
}

function checkedSettings(options: PropagateOptions): PropagateSettings {
  const { damping = 0.85, smoothing = 0, tolerance = 1e-10, missing = "weighted" } = options;
  const rules: readonly [name: string, value: unknown, fits: boolean, expected: string][] = [
    ["damping", damping, damping > 0 && damping < 1, "a number between 0 and 1, both excluded"],
    ["smoothing", smoothing, smoothing >= 0 && smoothing <= 1e6, "a number from 0 to 1e6"],
    ["tolerance", tolerance, tolerance >= 1e-14 && tolerance < 1, "a number from 1e-14 to below 1"],
    [
      "missing",
      missing,
      ["weighted", "common", "wrong"].includes(missing),
      "weighted, common or wrong",
    ],
    [
      "method",
      options.method,
      ["auto", "iterate", "exact", undefined].includes(options.method),
      "auto, iterate or exact",
    ],
    [
      "maxIterations",
      options.maxIterations,
      options.maxIterations === undefined ||
        (Number.isInteger(options.maxIterations) && options.maxIterations > 0),
      "a whole number from 1",
    ],
  ];
  for (const [name, value, fits, expected] of rules) {
    if (!fits) throw new EipError("bad-option", { where: name, found: String(value), expected });
  }
  return { damping, smoothing, tolerance, missing };
}

type SolveOptions = Pick<PropagateOptions, "maxIterations" | "method" | "webAssembly">;

function propagateObserved(
  matrix: ResponseMatrix,
  settings: PropagateSettings,
  options: SolveOptions,
): Propagation {
  const split = discriminating(matrix);
  const scored = scoredModels(matrix, split.kept);
  const dropped = {
    droppedAllSolved: split.dropped["all-solved"],
    droppedAllFailed: split.dropped["all-failed"],
    droppedSameObserved: split.dropped["same-observed"],
    droppedUnobserved: split.dropped.unobserved,
    settings,
  };
  if (split.kept.length === 0) return { ...withoutItems(matrix.models.length), ...dropped };
  if (scored.length === matrix.models.length) {
    return { ...propagateScored(matrix, split, settings, options), ...dropped };
  }
  const part = selectFrom(matrix, { models: scored });
  const result = propagateScored(part, split, settings, options);
  const spread = (values: Float64Array, absent: number) => {
    const all = new Float64Array(matrix.models.length).fill(absent);
    for (const [place, model] of scored.entries()) all[model] = values[place]!;
    return all;
  };
  return {
    ...result,
    ...dropped,
    competency: spread(result.competency, Number.NaN),
    weightedAccuracy: spread(result.weightedAccuracy, Number.NaN),
    passedOn: spread(result.passedOn, Number.NaN),
    coverage: spread(result.coverage, 0),
    failsNothing: result.failsNothing.map((place) => scored[place]!),
    solvesNothing: result.solvesNothing.map((place) => scored[place]!),
  };
}

/** Share of the kept items that each model was asked, also where a gap counts as a failure. */
function askedShare(matrix: ResponseMatrix, kept: Uint32Array): Float64Array {
  const asked = new Float64Array(matrix.models.length);
  const scores = new Float64Array(matrix.models.length);
  for (const item of kept) {
    readItem(matrix, item, scores);
    for (const [model, score] of scores.entries()) if (!Number.isNaN(score)) asked[model]! += 1;
  }
  return quotients(asked, kept.length);
}

/** Models that were asked at least one kept item. */
export function scoredModels(matrix: ResponseMatrix, kept: Uint32Array): Uint32Array {
  const asked = new Uint8Array(matrix.models.length);
  if (isComplete(matrix)) asked.fill(1);
  else {
    const scores = new Float64Array(matrix.models.length);
    for (const item of kept) {
      readItem(matrix, item, scores);
      for (const [model, score] of scores.entries()) if (!Number.isNaN(score)) asked[model] = 1;
    }
  }
  return Uint32Array.from([...asked.keys()].filter((model) => asked[model] === 1));
}

/** A pool in which no item tells models apart: nothing is known, so all are equal. */
function withoutItems(models: number) {
  return {
    competency: new Float64Array(models).fill(1 / models),
    difficulty: new Float64Array(0),
    weightedAccuracy: new Float64Array(models).fill(Number.NaN),
    itemWeight: new Float64Array(0),
    passedOn: new Float64Array(models),
    coverage: new Float64Array(models).fill(Number.NaN),
    keptItems: new Uint32Array(0),
    iterations: 0,
    residual: 0,
    errorBound: 0,
    converged: true,
    kernel: "none",
    failsNothing: [],
    solvesNothing: [],
  };
}

type Scored = Omit<
  Propagation,
  "droppedAllSolved" | "droppedAllFailed" | "droppedSameObserved" | "droppedUnobserved" | "settings"
>;

/** Every model was asked at least one kept item. */
function propagateScored(
  matrix: ResponseMatrix,
  { kept }: Discriminating,
  settings: PropagateSettings,
  options: SolveOptions,
): Scored {
  const models = matrix.models.length;
  const kernel = kernelFor(matrix, kept, options);
  const mass = observedMass(kernel, matrix, kept);
  const { complete } = mass;
  const coverage = quotients(mass.askedOfModel, kept.length);
  const { damping, smoothing, tolerance } = settings;
  const exact = exactStart(matrix, kept, { ...settings, ...options, kernel, mass });
  const point = fixedPoint(kernel, {
    damping,
    smoothing,
    tolerance,
    maxIterations: options.maxIterations,
    models,
    items: kept.length,
    ...(complete
      ? { masses: smoothedMasses(mass, smoothing) }
      : { coverageOfModel: coverage, coverageOfItem: quotients(mass.askedOfItem, models) }),
    start: exact?.competency,
    solved: exact !== undefined,
  });
  kernel.release();
  exact?.release();
  return {
    ...(complete
      ? completeWeights(point, mass, smoothing)
      : gappedWeights(point, mass, { kernel, damping, smoothing })),
    difficulty: point.difficulty,
    passedOn: point.passedOn,
    coverage,
    keptItems: kept,
    iterations: point.iterations,
    residual: point.residual,
    errorBound: point.errorBound,
    converged: point.converged,
    kernel: exact ? `exact, ${exact.name}` : `iterate, ${kernel.name}`,
    failsNothing: indicesOfZero(mass.failureOfModel),
    solvesNothing: indicesOfZero(mass.successOfModel),
  };
}

/** Up to so many models the system of models is cheaper than rounds over the items. */
export const mostExactModels = 64;

/** The fixed point from sums over pairs of models; `undefined` where it has to be iterated. */
function exactStart(
  matrix: ResponseMatrix,
  kept: Uint32Array,
  options: PropagateSettings &
    SolveOptions & { readonly kernel: Kernel; readonly mass: ObservedMass },
): (Pick<CompletePairs, "name" | "release"> & { readonly competency: Float64Array }) | undefined {
  const models = matrix.models.length;
  const { method, maxIterations, mass } = options;
  const pays = models <= mostExactModels && paysToCompile(models, kept.length);
  const wanted =
    method === "exact" || (method !== "iterate" && maxIterations === undefined && pays);
  const source = { matrix, items: kept, solvers: mass.successOfItem };
  const pairs = wanted ? completePairsFor(source, options) : undefined;
  if (pairs === undefined) {
    if (method !== "exact") return undefined;
    throw new EipError("bad-option", {
      where: "method",
      found: "exact for data with gaps or partial credit",
      expected: "auto or iterate",
    });
  }
  const { damping, smoothing } = options;
  const solve = completeSolver({ models, damping, smoothing });
  const solution = solve((weightOf) => pairs.totals(weightOf));
  return solution && { competency: solution.competency, name: pairs.name, release: pairs.release };
}

/** On complete data sums over observed cells give those with pseudo-answers. */
function smoothedMasses(mass: ObservedMass, smoothing: number): Masses {
  const items = mass.successOfItem.length;
  const models = mass.failureOfModel.length;
  return {
    successOfItem: increased(mass.successOfItem, smoothing * models),
    failureOfModel: increased(mass.failureOfModel, smoothing * items),
  };
}

type Weights = Pick<Propagation, "competency" | "weightedAccuracy" | "itemWeight">;

/** Without gaps the last round holds what each model earned: sum of (score + s) * weight. */
function completeWeights(point: FixedPoint, mass: ObservedMass, smoothing: number): Weights {
  const { competency, difficulty, successOfItem, earned } = point;
  const itemWeight = quotients(difficulty, successOfItem);
  const whole = total(itemWeight);
  const weightedAccuracy = earned.map((sum, model) => {
    if (mass.successOfModel[model] === 0) return 0;
    if (mass.failureOfModel[model] === 0) return 1;
    return Math.min(1, Math.max(0, sum / whole - smoothing));
  });
  return { competency, weightedAccuracy, itemWeight };
}

function gappedWeights(
  point: FixedPoint,
  mass: ObservedMass,
  {
    kernel,
    damping,
    smoothing,
  }: Pick<PropagateSettings, "damping" | "smoothing"> & { readonly kernel: Kernel },
): Weights {
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

export interface ObservedMass {
  /** Whether every kept item was put to every model. */
  readonly complete: boolean;
  readonly successOfModel: Float64Array;
  readonly failureOfModel: Float64Array;
  readonly askedOfModel: Float64Array;
  readonly successOfItem: Float64Array;
  readonly askedOfItem: Float64Array;
}

/** Success, failure and asked counts over the observed cells of the kept items. */
export function observedMass(
  kernel: Kernel,
  matrix: ResponseMatrix,
  { length: items }: Uint32Array,
): ObservedMass {
  const models = matrix.models.length;
  const solved = sumsOf(kernel, "solved", { models, items });
  if (matrix.binary && isComplete(matrix)) {
    return {
      complete: true,
      successOfModel: solved.ofModel,
      failureOfModel: solved.ofModel.map((count) => items - count),
      askedOfModel: new Float64Array(models).fill(items),
      successOfItem: solved.ofItem,
      askedOfItem: new Float64Array(items).fill(models),
    };
  }
  const failed = sumsOf(kernel, "failed", { models, items });
  const askedOfItem = wholeSums(solved.ofItem, failed.ofItem);
  return {
    complete: askedOfItem.every((asked) => asked === models),
    successOfModel: solved.ofModel,
    failureOfModel: failed.ofModel,
    askedOfModel: wholeSums(solved.ofModel, failed.ofModel),
    successOfItem: solved.ofItem,
    askedOfItem,
  };
}

/** Sums of all models and of all items in one pass. */
function sumsOf(
  kernel: Kernel,
  of: "solved" | "failed",
  { models, items }: { readonly models: number; readonly items: number },
): { readonly ofModel: Float64Array; readonly ofItem: Float64Array } {
  const side = { of, smoothing: 0 };
  const ofModel = new Float64Array(models);
  const ofItem = new Float64Array(items);
  kernel.thereAndBack({
    there: side,
    perModel: new Float64Array(models).fill(1),
    sums: ofItem,
    turn: () => undefined,
    perItem: new Float64Array(items).fill(1),
    back: side,
    out: ofModel,
  });
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

function indicesOfZero(values: Float64Array): readonly number[] {
  return [...values.keys()].filter((index) => values[index] === 0);
}
