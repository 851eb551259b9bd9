/** The rows of a ranking. */

import type { ModelAccuracy } from "../analysis/benchmarks.ts";
import type { Fitted } from "../analysis/explain.ts";
import { propagate } from "../estimate/propagate.ts";
import { readItem } from "../matrix/response-matrix.ts";
import { descending, ranks } from "../stats/ranks.ts";
import { finite } from "./finite.ts";

export interface ModelRow {
  readonly model: string;
  readonly competency: number | null;
  /** Competency times the number of models: 1 is the average of the pool. */
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
  /** Rank with the smoothing of `settings.smoothedRankAt`. */
  readonly smoothedRank: number | null;
  readonly tier: number | null;
  readonly tierFirst: number | null;
  readonly tierLast: number | null;
  readonly tierP: number | null;
  /** Mean score over all items asked. */
  readonly accuracy: number | null;
  /** The same over items that tell models apart. */
  readonly accuracyKept: number | null;
  readonly accuracyRank: number | null;
  /** Mean of the accuracies per benchmark. */
  readonly taskMean: number | null;
  readonly benchmarks: Readonly<Record<string, number | null>>;
  /** Items with a graded answer. */
  readonly answered: number;
  /** Share of the items that tell models apart which the model was asked. */
  readonly coverage: number | null;
}

/** Smoothing for the second opinion that stands beside the published order. */
export const secondOpinion = 0.5;

/** One row per model, by rank; models without a competency last. */
export function modelRows(
  { matrix, fit }: Fitted,
  accuracy: readonly ModelAccuracy[],
): readonly ModelRow[] {
  const models = matrix.models.length;
  const pooled = accuracy.map((value) => value.pooled);
  const rank = ranks(fit.competency, fit.errorBound);
  const accuracyRank = ranks(pooled);
  const smoothed = propagate(matrix, { ...fit.settings, smoothing: secondOpinion });
  const smoothedRank = ranks(smoothed.competency, smoothed.errorBound);
  const kept = keptAccuracy({ matrix, fit });
  const first = descending(fit.competency);
  const rest = [...matrix.models.keys()].filter((model) => Number.isNaN(fit.competency[model]!));
  return [...first, ...rest].map((model) => ({
    model: matrix.models[model]!,
    competency: finite(fit.competency[model]!),
    relative: finite(fit.competency[model]! * models),
    weightedAccuracy: finite(fit.weightedAccuracy[model]!),
    weightedLower: null,
    weightedUpper: null,
    lower: null,
    upper: null,
    rank: finite(rank[model]!),
    rankLower: null,
    rankUpper: null,
    smoothedRank: finite(smoothedRank[model]!),
    tier: null,
    tierFirst: null,
    tierLast: null,
    tierP: null,
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
