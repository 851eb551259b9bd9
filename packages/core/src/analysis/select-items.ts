/** A small set of items that tells the models of a pool apart as the whole does. */

import { EipError } from "../errors.ts";
import type { Fitted } from "../estimate/fitted.ts";
import { readItem } from "../matrix/response-matrix.ts";
import { groupBy } from "../outcomes/group-by.ts";

/** What is known of the items that tell models apart; lists have one place per such item. */
export interface ItemPool {
  readonly items: Uint32Array;
  readonly benchmarkOf: Uint32Array;
  readonly weight: Float64Array;
  readonly facility: Float64Array;
  /** Scores of the models on an item, its facility where a model was not asked. */
  readonly scores: readonly Float64Array[];
  /** Weighted accuracy of the models over all of these items; 0 less their mean. */
  readonly target: Float64Array;
}

/**
 * The items of a pool as they are chosen from.
 *
 * @param pool Its models without a weighted accuracy are left out.
 */
export function itemPool({ matrix, fit }: Fitted): ItemPool {
  const rated = [...matrix.models.keys()].filter(
    (model) => !Number.isNaN(fit.weightedAccuracy[model]!),
  );
  const column = new Float64Array(matrix.models.length);
  const facility = new Float64Array(fit.keptItems.length);
  const scores = [...fit.keptItems].map((item, place) => {
    readItem(matrix, item, column);
    const asked = column.filter((score) => !Number.isNaN(score));
    const mean = asked.reduce((sum, score) => sum + score, 0) / asked.length;
    facility[place] = mean;
    return Float64Array.from(rated, (model) =>
      Number.isNaN(column[model]!) ? mean : column[model]!,
    );
  });
  return {
    items: fit.keptItems,
    benchmarkOf: fit.keptItems.map((item) => matrix.benchmarkOf[item]!),
    weight: fit.itemWeight,
    facility,
    scores,
    target: centred(Float64Array.from(rated, (model) => fit.weightedAccuracy[model]!)),
  };
}

function centred(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

/**
 * Chooses `size` items. Each benchmark gets places in proportion to its items that tell models apart;
 * its items are lined up by facility and cut into as many runs of equal length, and each run gives one
 * item, so that the set is as hard as the whole. Which one: with T the weighted score of a model on the
 * chosen items and Y its weighted accuracy on all, the items together are to have the largest
 *
 *     cov(T, Y)^2 / (var Y * (var T + sum of w^2 f (1 - f)))
 *
 * over the models: the squared correlation to expect for models like these, since f (1 - f), f the
 * facility, is what an answer can vary by chance. From the middle of each run, every run in turn takes
 * its best item while the others stay; twice.
 *
 * The search is kept short on purpose. Free of the runs, or for more than twenty items per model, it finds
 * what happens to suit these few models and serves new ones worse than chance does; for so many items
 * the middle of each run is taken.
 *
 * @returns Places in `pool`, ascending.
 * @throws EipError `bad-option` for more items than tell models apart, or fewer than 1.
 * @example
 * ```ts
 * selectItems(itemPool({ matrix, fit }), 100).length; // 100
 * ```
 */
export function selectItems(pool: ItemPool, size: number): Uint32Array {
  if (!Number.isInteger(size) || size < 1 || size > pool.items.length) {
    throw new EipError("bad-option", {
      where: "--items",
      found: String(size),
      expected: `a whole number from 1 to ${pool.items.length}, the items that tell models apart`,
    });
  }
  const cells = cellsOf(pool, size);
  const chosen = cells.map((cell) => cell[cell.length >> 1]!);
  const sums = scoreSums(pool);
  for (const place of chosen) sums.add(place, 1);
  const rounds = size > searchedPerModel * pool.target.length ? 0 : sweeps;
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, cell] of cells.entries()) {
      if (cell.length === 1) continue;
      sums.add(chosen[index]!, -1);
      const winner = best(cell, sums.quality);
      sums.add(winner, 1);
      chosen[index] = winner;
    }
  }
  return Uint32Array.from(chosen).toSorted();
}

const sweeps = 2;
const searchedPerModel = 20;

function best(cell: readonly number[], quality: (place: number) => number): number {
  let [winner] = cell;
  let highest = -Infinity;
  for (const place of cell) {
    const value = quality(place);
    if (value > highest) [winner, highest] = [place, value];
  }
  return winner!;
}

/** Places in a pool, by benchmark. */
export function placesByBenchmark({
  benchmarkOf,
}: Pick<ItemPool, "benchmarkOf">): readonly (readonly number[])[] {
  return [...groupBy(benchmarkOf.keys(), (place) => benchmarkOf[place]!).values()];
}

/** One list of candidates for each item of the set. */
function cellsOf(
  { benchmarkOf, facility }: ItemPool,
  size: number,
): readonly (readonly number[])[] {
  const lists = placesByBenchmark({ benchmarkOf });
  const shares = apportion(
    lists.map(({ length }) => length),
    size,
  );
  return lists.flatMap((group, index) => {
    const line = group.toSorted((a, b) => facility[b]! - facility[a]! || a - b);
    const cells = shares[index]!;
    const cut = (cell: number) => Math.floor((cell * line.length) / cells);
    return Array.from({ length: cells }, (_, cell) => line.slice(cut(cell), cut(cell + 1)));
  });
}

/**
 * Whole numbers in proportion to sizes that add up to a total of at most their sum: rounded down, and
 * the largest remainders get one more.
 *
 * @example
 * ```ts
 * apportion([70, 20, 10], 5); // [4, 1, 0]
 * ```
 */
export function apportion(sizes: readonly number[], total: number): readonly number[] {
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const exact = sizes.map((size) => (total * size) / whole);
  const shares = exact.map(Math.floor);
  const left = total - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = [...exact.keys()].toSorted(
    (a, b) => exact[b]! - shares[b]! - (exact[a]! - shares[a]!) || a - b,
  );
  for (const index of byRemainder.slice(0, left)) shares[index]! += 1;
  return shares;
}

interface ScoreSums {
  add(place: number, sign: 1 | -1): void;
  /** Of the set with one more item. */
  readonly quality: (place: number) => number;
}

/** Running sums over the set, so that trying an item costs one pass over the models. */
function scoreSums({ weight, facility, scores, target }: ItemPool): ScoreSums {
  const models = target.length;
  const score = new Float64Array(models);
  let noise = 0;
  const noiseOf = (place: number) =>
    weight[place]! ** 2 * models * facility[place]! * (1 - facility[place]!);
  return {
    add(place, sign) {
      const column = scores[place]!;
      const step = sign * weight[place]!;
      for (let model = 0; model < models; model += 1) score[model]! += step * column[model]!;
      noise += sign * noiseOf(place);
    },
    quality(place) {
      const column = scores[place]!;
      const step = weight[place]!;
      let sum = 0;
      let squares = 0;
      let products = 0;
      for (let model = 0; model < models; model += 1) {
        const value = score[model]! + step * column[model]!;
        sum += value;
        squares += value * value;
        products += value * target[model]!;
      }
      const variation = squares - (sum * sum) / models + noise + noiseOf(place);
      return products > 0 ? (products * products) / variation : products;
    },
  };
}
