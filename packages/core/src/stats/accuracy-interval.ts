/** Intervals of plain accuracy. */

import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { clusterMean, clusterSums, clustersWithinBenchmarks } from "./clusters.ts";
import { studentQuantile } from "./student-t.ts";
import { wilson } from "./wilson.ts";

export interface AccuracyInterval {
  readonly accuracyLower: number | null;
  readonly accuracyUpper: number | null;
}

export interface AccuracyIntervalOptions {
  /** One number per item of the matrix: equal numbers belong together within a benchmark. */
  readonly cluster?: ArrayLike<number> | undefined;
  /** Default .95. */
  readonly level?: number | undefined;
}

const fewestClusters = 3;

/**
 * The interval of each model's mean score over the items it was asked. 0/1 scores of single items:
 * Wilson. Partial credit, averaged trials or clusters: mean -+ t SE with the jackknife error of cluster
 * means and its degrees of freedom, clipped to [0, 1]; when nothing varies, Wilson with the number of
 * clusters.
 *
 * @returns `null` for a model that was asked nothing or items of fewer than 3 clusters.
 * @example
 * ```ts
 * const matrix = matrixFromRows([Array.from({ length: 70 }, (_, item) => (item < 63 ? 1 : 0))]);
 * accuracyIntervals(matrix); // [{ accuracyLower: 0.808, accuracyUpper: 0.951 }]
 * ```
 */
export function accuracyIntervals(
  matrix: ResponseMatrix,
  options: AccuracyIntervalOptions = {},
): readonly AccuracyInterval[] {
  const cluster = options.cluster && clustersWithinBenchmarks(matrix, options.cluster);
  return matrix.models.map((_, model) => {
    const asked: number[] = [];
    const scores: number[] = [];
    for (let item = 0; item < matrix.items.length; item += 1) {
      const score = scoreAt(matrix, model, item);
      if (Number.isNaN(score)) continue;
      asked.push(item);
      scores.push(score);
    }
    const interval = intervalOf(
      Float64Array.from(scores),
      cluster && asked.map((item) => cluster[item]!),
      options.level ?? 0.95,
    );
    return { accuracyLower: interval?.[0] ?? null, accuracyUpper: interval?.[1] ?? null };
  });
}

function intervalOf(
  scores: Float64Array,
  cluster: readonly number[] | undefined,
  level: number,
): readonly [number, number] | undefined {
  if (scores.length === 0) return undefined;
  const sums = clusterSums(scores, cluster);
  const { mean, standardError, df } = clusterMean(sums);
  const units = sums.sums.length;
  if (cluster === undefined && scores.every((score) => score === 0 || score === 1)) {
    return wilson(mean, { n: units, level });
  }
  if (units < fewestClusters) return undefined;
  if (standardError < 1e-12) return wilson(mean, { n: units, level });
  const half = studentQuantile((1 + level) / 2, df) * standardError;
  return [Math.max(0, mean - half), Math.min(1, mean + half)];
}
