/** Refits of a pool on items drawn again. */

import { EipError } from "../errors.ts";
import type { Fitted } from "../estimate/fitted.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Crew } from "./crew.ts";
import { emptyRows, replicateMaker, unitsOf, type ReplicateRows } from "./replicates.ts";

export interface BootstrapOptions {
  /** Number of refits, from 1. Default: {@link defaultReplicates}. */
  readonly replicates?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** One number per item: items of a benchmark with equal numbers are drawn together. */
  readonly cluster?: ArrayLike<number> | undefined;
  /** Who makes replicates along with the calling thread, which else makes all of them. */
  readonly crew?: Crew | undefined;
}

/** Why there is nothing to resample. */
export type Refusal = "too-few-items" | "few-clusters";

export interface Bootstrap {
  /** Replicates that could be fitted; 0 after a refusal. */
  readonly replicates: number;
  /** Replicates without an item that tells models apart. */
  readonly skipped: number;
  readonly refusal: Refusal | undefined;
  /**
   * `logCompetency[model * replicates + replicate]` = ln competency; `NaN` for a model that was asked
   * none of the items drawn.
   */
  readonly logCompetency: Float64Array;
  /** The same for weighted accuracy. */
  readonly weightedAccuracy: Float64Array;
  /** Number of clusters that were drawn from, `undefined` without clusters. */
  readonly clusters: number | undefined;
  /** How the refits were solved. */
  readonly method: "exact" | "iterate" | "none";
}

/** Fewer items that tell models apart, or clusters, carry no interval. */
const fewestItems = 20;
const fewestClusters = 3;

/**
 * 1,000, or 200 above ten million cells.
 *
 * @example
 * ```ts
 * defaultReplicates(matrixFromRows([[1, 0], [0, 1]])); // 1000
 * ```
 */
export function defaultReplicates(matrix: ResponseMatrix): number {
  return matrix.models.length * matrix.items.length > 1e7 ? 200 : 1000;
}

/**
 * Draws the items of a pool again and fits it anew, many times: within each benchmark as many items as
 * were asked, with replacement, or whole clusters of items. Every refit is exact or iterated from the
 * point estimate, under the settings of the fit, and replicate b has a stream of random numbers of its
 * own, so that the same seed gives the same numbers in any order. Trials of an item are averaged
 * before, and their noise is drawn along with the items.
 *
 * What spreads is what another draw of items from the same source would change, with these models;
 * not other models, prompts or reruns.
 *
 * @returns no replicates for fewer than 20 items that tell models apart or fewer than 3 clusters.
 * @throws EipError `bad-option` for a number of replicates below 1.
 * @example
 * ```ts
 * const fit = propagate(matrix);
 * const { replicates } = bootstrap({ matrix, fit }, { replicates: 200, seed: 7 }); // 200
 * ```
 */
export function bootstrap(pool: Fitted, options: BootstrapOptions = {}): Bootstrap {
  const { matrix, fit } = pool;
  const { replicates = defaultReplicates(matrix), seed = 1, cluster, crew } = options;
  checkCount("replicates", replicates);
  const { damping, smoothing, missing } = fit.settings;
  const settings = { damping, smoothing, missing };
  const task = { matrix, settings, seed, replicates, cluster };
  const units = unitsOf(task);
  const refusal = refusalOf(fit.keptItems.length, units.clusters);
  if (refusal !== undefined) return nothingDrawn(refusal, units.clusters);
  const { make, method } = replicateMaker(task, units);
  const made = (crew ?? alone).makeAll(task, make);
  return {
    ...fittedRows(made, matrix.models.length),
    refusal: undefined,
    clusters: units.clusters,
    method,
  };
}

/** One pair of hands. */
const alone: Crew = {
  makeAll(task, make) {
    const rows = emptyRows(task);
    make({ first: 0, end: task.replicates }, rows);
    return rows;
  },
};

/** Throws unless a number of repetitions is a whole number from 1. */
export function checkCount(where: string, count: number): void {
  if (Number.isInteger(count) && count >= 1) return;
  throw new EipError("bad-option", {
    where,
    found: String(count),
    expected: "a whole number from 1",
  });
}

/** Whether there is enough to resample. */
export function refusalOf(keptItems: number, clusters: number | undefined): Refusal | undefined {
  if (keptItems < fewestItems) return "too-few-items";
  return clusters !== undefined && clusters < fewestClusters ? "few-clusters" : undefined;
}

function nothingDrawn(refusal: Refusal, clusters: number | undefined): Bootstrap {
  return {
    replicates: 0,
    skipped: 0,
    refusal,
    logCompetency: new Float64Array(0),
    weightedAccuracy: new Float64Array(0),
    clusters,
    method: "none",
  };
}

/** The rows that could be fitted, turned into columns. */
function fittedRows(
  { rows, fitted }: ReplicateRows,
  models: number,
): Pick<Bootstrap, "replicates" | "skipped" | "logCompetency" | "weightedAccuracy"> {
  const kept = [...fitted.keys()].filter((index) => fitted[index] === 1);
  const logCompetency = new Float64Array(models * kept.length);
  const weightedAccuracy = new Float64Array(models * kept.length);
  for (let model = 0, place = 0; model < models; model += 1) {
    for (const index of kept) {
      const competency = 2 * models * index + model;
      logCompetency[place] = Math.log(rows[competency]!);
      weightedAccuracy[place] = rows[competency + models]!;
      place += 1;
    }
  }
  return {
    replicates: kept.length,
    skipped: fitted.length - kept.length,
    logCompetency,
    weightedAccuracy,
  };
}

/** The replicates of one model. */
export function replicatesOf(
  values: Float64Array,
  { model, replicates }: { readonly model: number; readonly replicates: number },
): Float64Array {
  return values.subarray(model * replicates, (model + 1) * replicates);
}

/** Share of replicates that may be missing before those that are there say too little. */
const mostMissing = 0.05;

/** Whether enough replicates could be fitted. */
export function isUsable({ replicates, skipped }: Bootstrap): boolean {
  return replicates > 0 && skipped <= mostMissing * (replicates + skipped);
}

/** Models with a competency in the fit and in nearly all replicates, ascending. */
export function usableModels({ fit }: Fitted, drawn: Bootstrap): readonly number[] {
  if (!isUsable(drawn)) return [];
  const { replicates, logCompetency } = drawn;
  return [...fit.competency.keys()].filter((model) => {
    const values = replicatesOf(logCompetency, { model, replicates });
    const missing = values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
    return !Number.isNaN(fit.competency[model]!) && missing <= mostMissing * replicates;
  });
}
