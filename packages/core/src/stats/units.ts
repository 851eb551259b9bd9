/** What is drawn when items are drawn again: items or clusters of items, benchmark by benchmark. */

import { countedPool, type MissingPolicy } from "../estimate/missing.ts";
import { isComplete, readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { clustersWithinBenchmarks } from "./clusters.ts";

export interface UnitOptions {
  /** Which cells count; items without any are never drawn. */
  readonly missing: MissingPolicy;
  /**
   * One number per item of the matrix: items of a benchmark with equal numbers belong together and
   * are drawn together. Default: each item is on its own.
   */
  readonly cluster?: ArrayLike<number> | undefined;
  /** Benchmarks with fewer units than this make one stratum together. Default 1: none do. */
  readonly smallest?: number | undefined;
}

export interface Units {
  /** Unit u holds items `members[starts[u]]` to `members[starts[u + 1] - 1]`. */
  readonly starts: Uint32Array;
  /** Indices of items; every item that was asked is in one unit. */
  readonly members: Uint32Array;
  /** Stratum k holds units `strata[k]` to `strata[k + 1] - 1`. */
  readonly strata: Uint32Array;
  /** Number of clusters, `undefined` when none were given. */
  readonly clusters: number | undefined;
}

/**
 * The units of a pool in the order of its items, stratum by stratum: a stratum is a benchmark, and the
 * last one holds those that are too small.
 *
 * @throws EipError `usage` when `cluster` has another length than the items.
 */
export function resamplingUnits(matrix: ResponseMatrix, options: UnitOptions): Units {
  const { missing, smallest = 1 } = options;
  const cluster = options.cluster && clustersWithinBenchmarks(matrix, options.cluster);
  const items = itemsByBenchmark(matrix, missing);
  return cluster === undefined
    ? singleItems(strataOf(items, smallest))
    : wholeClusters(
        strataOf(
          items.map((list) => clustersOf(list, cluster)),
          smallest,
        ),
      );
}

function itemsByBenchmark(
  matrix: ResponseMatrix,
  missing: MissingPolicy,
): readonly (readonly number[])[] {
  const lists: number[][] = matrix.benchmarks.map(() => []);
  for (const item of askedItems(matrix, missing)) lists[matrix.benchmarkOf[item]!]!.push(item);
  return lists;
}

/** Items with equal numbers together. */
function clustersOf(
  items: readonly number[],
  cluster: ArrayLike<number>,
): readonly (readonly number[])[] {
  const units = new Map<number, number[]>();
  for (const item of items) {
    const unit = units.get(cluster[item]!);
    if (unit === undefined) units.set(cluster[item]!, [item]);
    else unit.push(item);
  }
  return [...units.values()];
}

/** Benchmarks with few units make one stratum, the last. */
function strataOf<Unit>(
  benchmarks: readonly (readonly Unit[])[],
  smallest: number,
): readonly (readonly Unit[])[] {
  const groups = benchmarks.filter((units) => units.length > 0);
  const large = groups.filter((units) => units.length >= smallest);
  const small = groups.filter((units) => units.length < smallest).flat();
  return small.length === 0 ? large : [...large, small];
}

function singleItems(strata: readonly (readonly number[])[]): Units {
  const members = Uint32Array.from(strata.flat());
  return {
    starts: new Uint32Array(members.length + 1).map((_, place) => place),
    members,
    strata: cumulative(strata.map((stratum) => stratum.length)),
    clusters: undefined,
  };
}

function wholeClusters(strata: readonly (readonly (readonly number[])[])[]): Units {
  const units = strata.flat();
  return {
    starts: cumulative(units.map((items) => items.length)),
    members: Uint32Array.from(units.flat()),
    strata: cumulative(strata.map((stratum) => stratum.length)),
    clusters: units.length,
  };
}

/** Items with a cell that counts. */
function askedItems(matrix: ResponseMatrix, missing: MissingPolicy): Iterable<number> {
  if (isComplete(matrix)) return matrix.items.keys();
  const counted = countedPool(matrix, missing);
  const scores = new Float64Array(matrix.models.length);
  return [...counted.matrix.items.keys()]
    .filter((place) => readItem(counted.matrix, place, scores).some((score) => score >= 0))
    .map((place) => counted.items?.[place] ?? place);
}

/** 0, then the running sums. */
function cumulative(lengths: readonly number[]): Uint32Array {
  const sums = new Uint32Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) sums[index + 1] = sums[index]! + length;
  return sums;
}
