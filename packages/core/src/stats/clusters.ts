/** Differences of two models, summed over items that stand or fall together. */

import { EipError } from "../errors.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";

/** Sums and sizes of clusters; without clusters each item is one of its own. */
export interface ClusterSums {
  readonly sums: Float64Array;
  readonly sizes: Float64Array;
}

/**
 * Adds values up within clusters.
 *
 * @param cluster Any number per value; equal numbers belong together. Default: none do.
 * @example
 * ```ts
 * clusterSums(Float64Array.of(1, -1, 1), [7, 7, 3]); // sums [0, 1], sizes [2, 1]
 * ```
 */
export function clusterSums(values: Float64Array, cluster?: ArrayLike<number>): ClusterSums {
  if (cluster === undefined)
    return { sums: values, sizes: new Float64Array(values.length).fill(1) };
  const places = new Map<number, number>();
  const sums: number[] = [];
  const sizes: number[] = [];
  for (let index = 0; index < values.length; index += 1) {
    const place = places.get(cluster[index]!) ?? places.size;
    places.set(cluster[index]!, place);
    sums[place] = (sums[place] ?? 0) + values[index]!;
    sizes[place] = (sizes[place] ?? 0) + 1;
  }
  return { sums: Float64Array.from(sums), sizes: Float64Array.from(sizes) };
}

/**
 * Numbers that are equal only for items of one benchmark with equal numbers: a passage called 3 in one
 * benchmark is not the passage 3 of another.
 *
 * @param cluster One number per item of the matrix.
 * @throws EipError `usage` when there are more or fewer numbers than items.
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 0, 1]], { benchmarks: ["x", "x", "y"] });
 * clustersWithinBenchmarks(matrix, [3, 3, 3]); // Uint32Array [0, 0, 1]
 * ```
 */
export function clustersWithinBenchmarks(
  matrix: ResponseMatrix,
  cluster: ArrayLike<number>,
): Uint32Array {
  if (cluster.length !== matrix.items.length) {
    throw new EipError("usage", {
      where: "cluster",
      found: `${cluster.length} numbers`,
      expected: `${matrix.items.length}, one per item`,
    });
  }
  const numbers = new Map<string, number>();
  return matrix.benchmarkOf.map((benchmark, item) => {
    const key = `${benchmark} ${cluster[item]}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

export interface ClusterMean {
  readonly mean: number;
  /** Standard error of the mean; `NaN` for fewer than two clusters. */
  readonly standardError: number;
  /** Degrees of freedom for the t distribution. */
  readonly df: number;
}

/**
 * Mean of clustered values with its jackknife standard error. With C clusters, n_c their sizes and N
 * the number of values,
 *
 *     SE^2 = (C - 1)/C * sum over c of (mean without cluster c - mean)^2
 *     df   = max(1, N^2 / sum n_c^2 - 1)
 *
 * Jackknife variance: https://ar5iv.labs.arxiv.org/html/2301.04527 . The degrees of freedom are our
 * choice: C - 1 for equal sizes, fewer when a few clusters hold most of the values.
 *
 * @example
 * ```ts
 * clusterMean(clusterSums(Float64Array.of(0, 1, 1, 0))); // { mean: 0.5, standardError: 0.2887, df: 3 }
 * ```
 */
export function clusterMean({ sums, sizes }: ClusterSums): ClusterMean {
  const clusters = sums.length;
  let whole = 0;
  let size = 0;
  let squaredSizes = 0;
  for (let index = 0; index < clusters; index += 1) {
    whole += sums[index]!;
    size += sizes[index]!;
    squaredSizes += sizes[index]! ** 2;
  }
  const mean = whole / size;
  let squares = 0;
  for (let index = 0; index < clusters; index += 1) {
    squares += ((whole - sums[index]!) / (size - sizes[index]!) - mean) ** 2;
  }
  return {
    mean,
    standardError: clusters < 2 ? Number.NaN : Math.sqrt(((clusters - 1) / clusters) * squares),
    df: Math.max(1, size ** 2 / squaredSizes - 1),
  };
}
