/** Intervals of everything a ranking shows. */

import type { Fitted } from "../estimate/fitted.ts";
import { accuracyIntervals, type AccuracyInterval } from "./accuracy-interval.ts";
import { isUsable, replicatesOf, usableModels, type Bootstrap } from "./bootstrap.ts";
import { closedFormIntervals } from "./closed-form-intervals.ts";
import { noInterval, type EstimateInterval, type IntervalCaution } from "./interval.ts";
import { ascending, quantile } from "./quantile.ts";
import { rankIntervals, type RankInterval, type RankIntervals } from "./rank-intervals.ts";
import { fewestReplicates } from "./tiers.ts";

export interface IntervalOptions {
  /** Default: none, which gives closed-form intervals and no rank intervals. */
  readonly bootstrap?: Bootstrap | undefined;
  /** The clusters that the bootstrap drew, one number per item. */
  readonly cluster?: ArrayLike<number> | undefined;
  /** Default .95. */
  readonly level?: number | undefined;
}

export type ModelIntervals = EstimateInterval & RankInterval & AccuracyInterval;

export type { EstimateInterval, IntervalCaution } from "./interval.ts";

export interface Intervals {
  /** One per model of the matrix; `null` where there is no interval. */
  readonly models: readonly ModelIntervals[];
  readonly method: "percentile" | "closed-form" | "none";
  readonly rankMethod: RankIntervals["method"];
  readonly cautions: readonly IntervalCaution[];
}

/** Fewer clusters than this make intervals doubtful. */
const enoughClusters = 10;

/**
 * Intervals of competency and weighted accuracy, percentiles of the bootstrap replicates widened to
 * hold the estimate; of the rank, from paired differences; and of accuracy. They say what would change
 * if the items were drawn again. Two that overlap are not a tie, for the models answer the same items;
 * and those of two pools, or of two values of smoothing, are never compared. An interval for
 * `relative` is that of competency times the number of models.
 *
 * Without a bootstrap: `exp(ln competency -+ z SE / competency)` with the error by formula, and for
 * weighted accuracy the same on the logit scale.
 *
 * @example
 * ```ts
 * const pool = { matrix, fit: propagate(matrix) };
 * intervals(pool, { bootstrap: bootstrap(pool) }).models[0]; // { lower: 0.031, upper: 0.048, ... }
 * ```
 */
export function intervals(pool: Fitted, options: IntervalOptions = {}): Intervals {
  const { bootstrap, cluster, level = 0.95 } = options;
  const accuracy = accuracyIntervals(pool.matrix, { cluster, level });
  if (bootstrap === undefined) {
    const closed = closedFormIntervals(pool, { cluster, level });
    return {
      models: accuracy.map((interval, model) => ({
        ...interval,
        ...(closed.models[model] ?? noInterval),
        rankLower: null,
        rankUpper: null,
      })),
      method: closed.models.length === 0 ? "none" : "closed-form",
      rankMethod: "none",
      cautions: [...new Set([...closed.cautions, ...clusterCaution(closed.clusters)])],
    };
  }
  const ranks = rankIntervals(pool, { bootstrap, level });
  const ofEstimates = percentileIntervals(pool, { bootstrap, level });
  return {
    models: accuracy.map((interval, model) => ({
      ...interval,
      ...ofEstimates[model]!,
      ...ranks.models[model]!,
    })),
    method: isUsable(bootstrap) ? "percentile" : "none",
    rankMethod: ranks.method,
    cautions: bootstrapCautions(bootstrap),
  };
}

interface PercentileOptions {
  readonly bootstrap: Bootstrap;
  readonly level: number;
}

function percentileIntervals(
  pool: Fitted,
  { bootstrap, level }: PercentileOptions,
): readonly EstimateInterval[] {
  const { replicates, logCompetency, weightedAccuracy } = bootstrap;
  const { competency, weightedAccuracy: accuracy } = pool.fit;
  const result = Array.from(competency, () => noInterval);
  for (const model of usableModels(pool, bootstrap)) {
    const row = { model, replicates };
    const [lower, upper] = percentiles(replicatesOf(logCompetency, row).map(Math.exp), level);
    const [weightedLower, weightedUpper] = percentiles(replicatesOf(weightedAccuracy, row), level);
    result[model] = {
      lower: Math.min(lower, competency[model]!),
      upper: Math.max(upper, competency[model]!),
      weightedLower: Math.min(weightedLower, accuracy[model]!),
      weightedUpper: Math.max(weightedUpper, accuracy[model]!),
    };
  }
  return result;
}

function percentiles(values: Float64Array, level: number): readonly [number, number] {
  const sorted = ascending(values);
  return [quantile(sorted, (1 - level) / 2), quantile(sorted, (1 + level) / 2)];
}

function bootstrapCautions(drawn: Bootstrap): readonly IntervalCaution[] {
  const { refusal, replicates, clusters } = drawn;
  if (refusal !== undefined) return [refusal];
  return [
    ...(isUsable(drawn) ? [] : (["skipped-replicates"] as const)),
    ...(replicates < fewestReplicates ? (["few-replicates"] as const) : []),
    ...clusterCaution(clusters),
  ];
}

function clusterCaution(clusters: number | undefined): readonly IntervalCaution[] {
  return clusters !== undefined && clusters < enoughClusters ? ["few-clusters"] : [];
}
