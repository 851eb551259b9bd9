/**
 * Empirical Interaction Propagation: competency of models and difficulty of items, estimated
 * together from who solved what.
 */

import { EipError } from "../errors.ts";
import { discriminating, type Discriminating } from "../matrix/discriminating.ts";
import { isComplete, itemCount, readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import { paysToCompile } from "../numeric/web-assembly.ts";
import { quotients } from "../numeric/vectors.ts";
import type { Estimate } from "./estimate.ts";
import { exactStart, maySolveFaster, type SolveOptions } from "./exact-start.ts";
import { fixedPoint } from "./fixed-point.ts";
import { completeWeights, gappedWeights } from "./item-weights.ts";
import { kernelFor } from "./kernels/kernel-for.ts";
import { countedPool, type MissingPolicy } from "./missing.ts";
import { observedMass, smoothedMasses } from "./observed-mass.ts";

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
    droppedUnobserved: itemCount(matrix) - items.length,
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

function propagateObserved(
  matrix: ResponseMatrix,
  settings: PropagateSettings,
  options: SolveOptions,
): Propagation {
  const split = discriminating(matrix, options);
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
  const models = matrix.models.length;
  const asked = new Uint8Array(models);
  if (isComplete(matrix)) asked.fill(1);
  const scores = new Float64Array(models);
  let missing = isComplete(matrix) ? 0 : models;
  for (let place = 0; place < kept.length && missing > 0; place += 1) {
    readItem(matrix, kept[place]!, scores);
    for (let model = 0; model < models; model += 1) {
      if (asked[model] === 1 || Number.isNaN(scores[model]!)) continue;
      asked[model] = 1;
      missing -= 1;
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
  { kept, solvers }: Discriminating,
  settings: PropagateSettings,
  options: SolveOptions,
): Scored {
  const models = matrix.models.length;
  const { damping, smoothing, tolerance } = settings;
  const exact = exactStart(matrix, kept, { ...settings, ...options, solvers });
  const kernel = kernelFor(matrix, kept, options);
  const mass = observedMass(kernel, {
    models,
    items: kept.length,
    solvers,
    complete: isComplete(matrix),
  });
  const coverage = quotients(mass.askedOfModel, kept.length);
  const point = fixedPoint(kernel, {
    damping,
    smoothing,
    tolerance,
    maxIterations: options.maxIterations,
    models,
    items: kept.length,
    ...(mass.askedOfItem
      ? { coverageOfModel: coverage, coverageOfItem: quotients(mass.askedOfItem, models) }
      : { masses: smoothedMasses(mass, smoothing) }),
    start: exact?.competency,
    solved: exact !== undefined,
    accelerate: maySolveFaster(options) && paysToCompile(models, kept.length),
  });
  const weights = mass.askedOfItem
    ? gappedWeights(point, mass, { kernel, damping, smoothing })
    : completeWeights(point, mass, smoothing);
  kernel.release();
  return {
    ...weights,
    difficulty: point.difficulty,
    passedOn: point.passedOn,
    coverage,
    keptItems: kept,
    iterations: point.iterations,
    residual: point.residual,
    errorBound: point.errorBound,
    converged: point.converged,
    kernel: exact
      ? `exact, ${exact.name}`
      : `${point.accelerated ? "accelerate" : "iterate"}, ${kernel.name}`,
    failsNothing: indicesOfZero(mass.failureOfModel),
    solvesNothing: indicesOfZero(mass.successOfModel),
  };
}

function indicesOfZero(values: Float64Array): readonly number[] {
  return [...values.keys()].filter((index) => values[index] === 0);
}
