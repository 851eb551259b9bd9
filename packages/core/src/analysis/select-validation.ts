/** How well a small set serves models that had no part in choosing it. */

import type { Fitted } from "../estimate/fitted.ts";
import { propagate } from "../estimate/propagate.ts";
import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import { permutation, randomStream, type Random } from "../numeric/random.ts";
import { kendallTau } from "../stats/rank-correlation.ts";
import {
  apportion,
  itemPool,
  placesByBenchmark,
  selectItems,
  type ItemPool,
} from "./select-items.ts";

/** With fewer models nothing can be held out. */
export const fewestModels = 5;

/** Folds of models, and random sets beside each chosen one. */
const defaults = { folds: 10, draws: 20, seed: 1 };

export interface ValidationOptions {
  /** Numbers of items to try. */
  readonly sizes: readonly number[];
  /** Groups of models that are held out in turn. Default 10, or as many as there are models. */
  readonly folds?: number | undefined;
  /** Random sets per size and fold. Default 20. */
  readonly draws?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
}

/** Over all models, each when it was held out. */
export interface SetQuality {
  /** Kendall's tau-b between the order by the set and that by all items. */
  readonly tau: number;
  /** Mean distance of the weighted accuracy that the set leads to expect from that over all items. */
  readonly error: number;
}

export interface SizeQuality {
  readonly size: number;
  readonly chosen: SetQuality;
  /** Means over the random sets. */
  readonly random: SetQuality;
  /** Share of the random sets with a higher tau than the chosen one. */
  readonly randomBetter: number;
}

/** From the weighted accuracy on a set to the one expected on all items: `intercept + slope * x`. */
export interface Calibration {
  readonly intercept: number;
  readonly slope: number;
}

/**
 * Quality of chosen and of random sets. In turn a tenth of the models is held out; weights, choice and
 * calibration come from the others; the held-out models are scored on the set and on all items with
 * these weights. Random sets are drawn within benchmarks and calibrated in the same way. Both orders of
 * a model are by one set of weights, so that 1 is reached with all items.
 *
 * @returns One per size, and nothing for pools of fewer than 5 models; sizes for which some fold has too
 *   few items are left out.
 */
export function validateSizes(
  { matrix, fit }: Fitted,
  options: ValidationOptions,
): readonly SizeQuality[] {
  const { draws = defaults.draws, seed = defaults.seed } = options;
  const rated = [...matrix.models.keys()].filter(
    (model) => !Number.isNaN(fit.weightedAccuracy[model]!),
  );
  if (rated.length < fewestModels) return [];
  const trials = options.sizes.map((size) => ({
    size,
    chosen: emptyTrial(),
    random: Array.from({ length: draws }, emptyTrial),
  }));
  let most = Infinity;
  const folds = foldsOf(rated, { folds: options.folds ?? defaults.folds, seed });
  for (const [fold, heldOut] of folds.entries()) {
    const part = partWithout({ matrix, fit }, { rated, heldOut });
    most = Math.min(most, part.pool.items.length);
    for (const { size, chosen, random } of trials.filter((trial) => trial.size <= most)) {
      tryOut(part, selectItems(part.pool, size), chosen);
      for (const [index, trial] of random.entries()) {
        const stream = randomStream(seed, { purpose: `select ${size} ${fold}`, index });
        tryOut(part, randomItems(part.pool, { size, random: stream }), trial);
      }
    }
  }
  return trials.filter(({ size }) => size <= most).map(qualityOfTrials);
}

/** What one way of choosing leads to expect of each model that was held out, and what is true. */
interface Trial {
  readonly expected: number[];
  readonly whole: number[];
}

const emptyTrial = (): Trial => ({ expected: [], whole: [] });

function qualityOfTrials(trials: {
  readonly size: number;
  readonly chosen: Trial;
  readonly random: readonly Trial[];
}): SizeQuality {
  const chosen = qualityOf(trials.chosen);
  const random = trials.random.map(qualityOf);
  const mean = (key: keyof SetQuality) =>
    random.reduce((sum, one) => sum + one[key], 0) / random.length;
  return {
    size: trials.size,
    chosen,
    random: { tau: mean("tau"), error: mean("error") },
    randomBetter: random.filter(({ tau }) => tau > chosen.tau).length / random.length,
  };
}

function foldsOf(
  models: readonly number[],
  { folds, seed }: { readonly folds: number; readonly seed: number },
): readonly (readonly number[])[] {
  const order = permutation(
    randomStream(seed, { purpose: "select folds", index: 0 }),
    models.length,
  );
  const groups = Math.min(folds, models.length);
  return Array.from({ length: groups }, (_, group) =>
    [...order].filter((_model, place) => place % groups === group).map((place) => models[place]!),
  );
}

/** A pool without some models, and these. */
interface Part {
  readonly matrix: ResponseMatrix;
  readonly pool: ItemPool;
  readonly inside: readonly number[];
  readonly heldOut: readonly number[];
  /** Weighted accuracy over all items, by model of the matrix. */
  readonly whole: ReadonlyMap<number, number>;
}

function partWithout(
  { matrix, fit }: Fitted,
  { rated, heldOut }: { readonly rated: readonly number[]; readonly heldOut: readonly number[] },
): Part {
  const inside = rated.filter((model) => !heldOut.includes(model));
  const part = selectFrom(matrix, { models: Uint32Array.from(inside) });
  const pool = itemPool({ matrix: part, fit: propagate(part, fit.settings) });
  const all = pool.items.map((_item, place) => place);
  const whole = new Map(rated.map((model) => [model, accuracyOn(pool, all, { matrix, model })]));
  return { matrix, pool, inside, heldOut, whole };
}

/** Scores the held-out models on a set. */
function tryOut(part: Part, places: Uint32Array, trial: Trial): void {
  const { matrix, pool, inside, heldOut, whole } = part;
  const on = (model: number) => accuracyOn(pool, places, { matrix, model });
  const line = calibrate(
    inside.map(on),
    inside.map((model) => whole.get(model)!),
  );
  for (const model of heldOut) {
    trial.expected.push(line.intercept + line.slope * on(model));
    trial.whole.push(whole.get(model)!);
  }
}

function qualityOf({ expected, whole }: Trial): SetQuality {
  const errors = expected
    .map((value, index) => Math.abs(value - whole[index]!))
    .filter((error) => !Number.isNaN(error));
  return {
    tau: kendallTau(expected, whole),
    error: errors.reduce((sum, error) => sum + error, 0) / errors.length,
  };
}

/** Weighted accuracy of a model on some items of a pool, which it need not belong to. */
function accuracyOn(
  { items, weight }: ItemPool,
  places: Uint32Array,
  { matrix, model }: { readonly matrix: ResponseMatrix; readonly model: number },
): number {
  let earned = 0;
  let sum = 0;
  for (const place of places) {
    const score = scoreAt(matrix, model, items[place]!);
    if (Number.isNaN(score)) continue;
    earned += weight[place]! * score;
    sum += weight[place]!;
  }
  return earned / sum;
}

/**
 * The least-squares line through two scores of the same models; level where the first does not vary.
 *
 * @example
 * ```ts
 * calibrate([0.2, 0.4], [0.1, 0.2]); // { intercept: 0, slope: 0.5 }
 * ```
 */
export function calibrate(from: readonly number[], to: readonly number[]): Calibration {
  const both = [...from.keys()].filter(
    (index) => !Number.isNaN(from[index]!) && !Number.isNaN(to[index]!),
  );
  const centre = (values: readonly number[]) =>
    both.reduce((sum, index) => sum + values[index]!, 0) / both.length;
  const [x, y] = [centre(from), centre(to)];
  let products = 0;
  let squares = 0;
  for (const index of both) {
    products += (from[index]! - x) * (to[index]! - y);
    squares += (from[index]! - x) ** 2;
  }
  const slope = squares > 1e-12 ? products / squares : 0;
  return { intercept: y - slope * x, slope };
}

/** Random items, as many of each benchmark as a chosen set of this size has. */
function randomItems(
  { benchmarkOf }: ItemPool,
  { size, random }: { readonly size: number; readonly random: Random },
): Uint32Array {
  const lists = placesByBenchmark({ benchmarkOf });
  const shares = apportion(
    lists.map(({ length }) => length),
    size,
  );
  const drawn = lists.flatMap((group, index) =>
    [...permutation(random, group.length).subarray(0, shares[index])].map((at) => group[at]!),
  );
  return Uint32Array.from(drawn).toSorted();
}

/** The calibration that goes with a set chosen from the whole pool. */
export function calibrationOf(pool: Fitted, places: Uint32Array): Calibration {
  const items = itemPool(pool);
  const { matrix, fit } = pool;
  const models = [...matrix.models.keys()];
  return calibrate(
    models.map((model) => accuracyOn(items, places, { matrix, model })),
    models.map((model) => fit.weightedAccuracy[model]!),
  );
}
