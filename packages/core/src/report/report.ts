/** The ranking of a pool as plain, versioned data: what `rank --json` prints. */

import { accuracies, type ModelAccuracy } from "../analysis/benchmarks.ts";
import { itemShares, type Fitted } from "../analysis/explain.ts";
import { poolWarnings, type Warning } from "../analysis/warnings.ts";
import { itemKey, type ItemKey } from "../analysis/wording.ts";
import type { MissingPolicy } from "../estimate/propagate.ts";
import type { BenchmarkSummary, Notice } from "../outcomes/adapter.ts";
import { kendallTau } from "../stats/rank-correlation.ts";
import { finite } from "./finite.ts";
import { modelRows, secondOpinion, type ModelRow } from "./model-rows.ts";
import { worstFirst } from "./warning-order.ts";

export interface RankReport {
  readonly schema: "eip-report/1";
  readonly settings: ReportSettings;
  readonly data: ReportData;
  readonly fit: ReportFit;
  readonly reliability: Reliability;
  /** By rank; models without a competency last. */
  readonly models: readonly ModelRow[];
  /** Most serious first. */
  readonly warnings: readonly ReportWarning[];
}

export interface ReportSettings {
  readonly damping: number;
  readonly smoothing: number;
  readonly smoothingRequested: string;
  readonly tolerance: number;
  readonly missing: MissingPolicy;
  readonly ungraded: "wrong" | "unobserved";
  /** Smoothing behind `smoothedRank`. */
  readonly smoothedRankAt: number;
}

export interface ReportData {
  readonly models: number;
  readonly items: number;
  readonly itemsKept: number;
  readonly droppedAllSolved: number;
  readonly droppedAllFailed: number;
  readonly droppedSameObserved: number;
  readonly droppedUnobserved: number;
  /** Observed cells of the pool. */
  readonly observed: number;
  /** Answers that could not be graded. */
  readonly ungraded: number;
  /** Observed cells over models x items. */
  readonly coverage: number;
  readonly benchmarks: readonly ReportBenchmark[];
}

export interface ReportBenchmark {
  readonly name: string;
  readonly models: number;
  readonly items: number;
  readonly metric: string | null;
  readonly filter: string | null;
}

export interface ReportFit {
  readonly iterations: number;
  readonly residual: number;
  readonly converged: boolean;
  readonly kernel: string;
}

/** How far the order can be trusted. `null` where it was not or could not be estimated. */
export interface Reliability {
  readonly splitHalfTau: number | null;
  readonly accuracySplitHalfTau: number | null;
  readonly fullLengthTau: number | null;
  readonly largestShare: (ItemKey & { readonly model: string; readonly share: number }) | null;
  readonly auto: null;
  /** Kendall's tau-b of this order and that of accuracy. */
  readonly tauWithAccuracy: number | null;
}

export type ReportWarning = Warning | Notice;

export interface RankInput extends Fitted {
  readonly ungraded: "wrong" | "unobserved";
  readonly smoothingRequested: string;
  /** Metric and filter per benchmark, and what the reader had to say. */
  readonly benchmarks?: readonly BenchmarkSummary[] | undefined;
  readonly notices?: readonly Notice[] | undefined;
}

export function rankReport(input: RankInput): RankReport {
  const { matrix, fit } = input;
  const accuracy = accuracies(matrix);
  return {
    schema: "eip-report/1",
    settings: {
      ...fit.settings,
      smoothingRequested: input.smoothingRequested,
      ungraded: input.ungraded,
      smoothedRankAt: secondOpinion,
    },
    data: reportData(input, accuracy),
    fit: {
      iterations: fit.iterations,
      residual: fit.residual,
      converged: fit.converged,
      kernel: fit.kernel,
    },
    reliability: {
      splitHalfTau: null,
      accuracySplitHalfTau: null,
      fullLengthTau: null,
      largestShare: largestShare(input),
      auto: null,
      tauWithAccuracy: finite(
        kendallTau(
          fit.competency,
          accuracy.map(({ pooled }) => pooled),
        ),
      ),
    },
    models: modelRows(input, accuracy),
    warnings: worstFirst([...(input.notices ?? []), ...poolWarnings(input)]),
  };
}

function reportData(
  { matrix, fit, benchmarks }: RankInput,
  accuracy: readonly ModelAccuracy[],
): ReportData {
  const { models, items, observed } = matrix;
  const known = new Map(benchmarks?.map((summary) => [summary.benchmark, summary]));
  const width = new Uint32Array(matrix.benchmarks.length);
  for (const benchmark of matrix.benchmarkOf) width[benchmark]! += 1;
  const { droppedAllSolved, droppedAllFailed, droppedSameObserved, droppedUnobserved } = fit;
  return {
    models: models.length,
    items: items.length,
    itemsKept: fit.keptItems.length,
    droppedAllSolved,
    droppedAllFailed,
    droppedSameObserved,
    droppedUnobserved,
    observed,
    ungraded: matrix.ungraded.reduce((sum, value) => sum + value, 0),
    coverage: observed / (models.length * items.length),
    benchmarks: matrix.benchmarks.map((name, index) => ({
      name,
      models: accuracy.filter(({ byBenchmark }) => !Number.isNaN(byBenchmark[index]!)).length,
      items: width[index]!,
      metric: known.get(name)?.metric ?? null,
      filter: known.get(name)?.filter ?? null,
    })),
  };
}

/** The largest part that one item has in one model's competency. */
function largestShare(pool: Fitted): Reliability["largestShare"] {
  let largest = { model: -1, place: -1, share: 0 };
  for (const model of pool.matrix.models.keys()) {
    if (Number.isNaN(pool.fit.competency[model]!)) continue;
    for (const [place, share] of itemShares(pool, model).entries()) {
      if (share > largest.share) largest = { model, place, share };
    }
  }
  if (largest.place < 0) return null;
  return {
    model: pool.matrix.models[largest.model]!,
    ...itemKey(pool.matrix, pool.fit.keptItems[largest.place]!),
    share: largest.share,
  };
}
