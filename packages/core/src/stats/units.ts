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
  const groups = unitsByBenchmark(matrix, { missing, cluster }).filter((units) => units.length > 0);
  const large = groups.filter((units) => units.length >= smallest);
  const small = groups.filter((units) => units.length < smallest).flat();
  const strata = small.length === 0 ? large : [...large, small];
  const units = strata.flat();
  return {
    starts: cumulative(units.map((items) => items.length)),
    members: endToEnd(units),
    strata: cumulative(strata.map((stratum) => stratum.length)),
    clusters: cluster === undefined ? undefined : units.length,
  };
}

/** The items of all units; `flat` takes ten times as long for many short lists. */
function endToEnd(units: readonly (readonly number[])[]): Uint32Array {
  const members = new Uint32Array(units.reduce((sum, items) => sum + items.length, 0));
  let place = 0;
  for (const items of units) {
    for (const item of items) members[place++] = item;
  }
  return members;
}

/** Per benchmark its units, each a list of items. */
function unitsByBenchmark(
  matrix: ResponseMatrix,
  { missing, cluster }: UnitOptions,
): readonly (readonly (readonly number[])[])[] {
  const units: number[][][] = matrix.benchmarks.map(() => []);
  const started = matrix.benchmarks.map(() => new Map<number, number[]>());
  for (const item of askedItems(matrix, missing)) {
    const benchmark = matrix.benchmarkOf[item]!;
    const unit = cluster && started[benchmark]!.get(cluster[item]!);
    if (unit !== undefined) {
      unit.push(item);
      continue;
    }
    const single = [item];
    units[benchmark]!.push(single);
    if (cluster) started[benchmark]!.set(cluster[item]!, single);
  }
  return units;
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
  for (let index = 0; index < lengths.length; index += 1) {
    sums[index + 1] = sums[index]! + lengths[index]!;
  }
  return sums;
}
