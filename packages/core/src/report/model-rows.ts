/** The rows of a ranking. */

import type { ModelAccuracy } from "../analysis/benchmarks.ts";
import type { Inference } from "../analysis/inference.ts";
import type { Fitted } from "../estimate/fitted.ts";
import { propagate } from "../estimate/propagate.ts";
import { readItem } from "../matrix/response-matrix.ts";
import { ranks } from "../stats/ranks.ts";
import { finite } from "./finite.ts";

export interface ModelRow {
  readonly model: string;
  readonly competency: number | null;
  /** Competency times the number of models that have one: 1 is their average. */
  readonly relative: number | null;
  readonly weightedAccuracy: number | null;
  readonly weightedLower: number | null;
  readonly weightedUpper: number | null;
  /** Interval of the competency. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly rank: number | null;
  readonly rankLower: number | null;
  readonly rankUpper: number | null;
  /** Rank by the published method, without smoothing. */
  readonly publishedRank: number | null;
  /** Rank with the smoothing of `settings.smoothedRankAt`. */
  readonly smoothedRank: number | null;
  readonly tier: number | null;
  readonly tierFirst: number | null;
  readonly tierLast: number | null;
  readonly tierP: number | null;
  /** Mean score over all items asked. */
  readonly accuracy: number | null;
  readonly accuracyLower: number | null;
  readonly accuracyUpper: number | null;
  /** The same over items that tell models apart. */
  readonly accuracyKept: number | null;
  /** Rank by accuracy among the models that have a competency. */
  readonly accuracyRank: number | null;
  /** Mean of the accuracies per benchmark. */
  readonly taskMean: number | null;
  readonly benchmarks: Readonly<Record<string, number | null>>;
  /** Items with a graded answer. */
  readonly answered: number;
  /** Share of the items that tell models apart which the model was asked. */
  readonly coverage: number | null;
}

const noIntervals = {
  lower: null,
  upper: null,
  weightedLower: null,
  weightedUpper: null,
  rankLower: null,
  rankUpper: null,
  accuracyLower: null,
  accuracyUpper: null,
};
const noTier = { tier: null, tierFirst: null, tierLast: null, tierP: null };

interface RowInput {
  readonly accuracy: readonly ModelAccuracy[];
  readonly inference: Inference | undefined;
  readonly smoothedRankAt: number;
}

/** One row per model, by rank and in the order of the pool; models without a competency last. */
export function modelRows(
  { matrix, fit }: Fitted,
  { accuracy, inference, smoothedRankAt }: RowInput,
): readonly ModelRow[] {
  const pooled = accuracy.map((value) => value.pooled);
  const rank = ranks(fit.competency, fit.errorBound);
  const accuracyRank = ranks(pooled.map((value, model) => (rank[model]! > 0 ? value : Number.NaN)));
  const rankAt = (smoothing: number) => {
    if (smoothing === fit.settings.smoothing) return rank;
    const other = propagate(matrix, { ...fit.settings, smoothing });
    return ranks(other.competency, other.errorBound);
  };
  const smoothedRank = rankAt(smoothedRankAt);
  const publishedRank = rankAt(0);
  const kept = keptAccuracy({ matrix, fit });
  const all = [...matrix.models.keys()];
  const ranked = all.filter((model) => rank[model]! > 0);
  const others = all.filter((model) => Number.isNaN(rank[model]!));
  return [...ranked.toSorted((a, b) => rank[a]! - rank[b]!), ...others].map((model) => ({
    model: matrix.models[model]!,
    competency: finite(fit.competency[model]!),
    relative: finite(fit.competency[model]! * ranked.length),
    weightedAccuracy: finite(fit.weightedAccuracy[model]!),
    ...(inference?.intervals.models[model] ?? noIntervals),
    rank: finite(rank[model]!),
    publishedRank: finite(publishedRank[model]!),
    smoothedRank: finite(smoothedRank[model]!),
    ...(inference?.tiers?.models[model] ?? noTier),
    accuracy: finite(pooled[model]!),
    accuracyKept: finite(kept[model]!),
    accuracyRank: finite(accuracyRank[model]!),
    taskMean: finite(accuracy[model]!.taskMean),
    benchmarks: Object.fromEntries(
      matrix.benchmarks.map((name, index) => [name, finite(accuracy[model]!.byBenchmark[index]!)]),
    ),
    answered: matrix.graded[model]!,
    coverage: finite(fit.coverage[model]!),
  }));
}

/** Mean score of each model over the items that tell models apart and that it was asked. */
function keptAccuracy({ matrix, fit }: Fitted): Float64Array {
  const earned = new Float64Array(matrix.models.length);
  const asked = new Float64Array(matrix.models.length);
  const scores = new Float64Array(matrix.models.length);
  for (const item of fit.keptItems) {
    for (const [model, score] of readItem(matrix, item, scores).entries()) {
      if (Number.isNaN(score)) continue;
      earned[model]! += score;
      asked[model]! += 1;
    }
  }
  return earned.map((sum, model) => sum / asked[model]!);
}
