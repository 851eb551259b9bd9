/** The ranking of a pool as plain, versioned data: what `rank --json` prints. */

import { accuracies, type ModelAccuracy } from "../analysis/benchmarks.ts";
import { itemShares } from "../analysis/explain.ts";
import type { ChosenSmoothing } from "../analysis/choose-smoothing.ts";
import type { Inference } from "../analysis/inference.ts";
import { inferenceWarnings } from "../analysis/inference-warnings.ts";
import { poolWarnings, type Warning } from "../analysis/warnings.ts";
import { itemKey, type ItemKey } from "../analysis/wording.ts";
import type { Fitted } from "../estimate/fitted.ts";
import { propagate, type MissingPolicy } from "../estimate/propagate.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import type { BenchmarkSummary, Notice } from "../outcomes/adapter.ts";
import { kendallTau } from "../stats/rank-correlation.ts";
import { descending, ranks } from "../stats/ranks.ts";
import { finite } from "./finite.ts";
import { modelRows, type ModelRow } from "./model-rows.ts";
import { worstFirst } from "./warning-order.ts";

export interface RankReport {
  readonly schema: "eip-report/1";
  readonly settings: ReportSettings;
  readonly data: ReportData;
  readonly fit: ReportFit;
  readonly reliability: Reliability;
  /** By rank; models without a competency last. */
  readonly models: readonly ModelRow[];
  /** What leaving items out changed; `null` when none were. */
  readonly exclusion: Exclusion | null;
  /** Most serious first. */
  readonly warnings: readonly ReportWarning[];
}

export interface Exclusion {
  /** Items that were left out. */
  readonly items: number;
  /** Models whose rank is another one with them, by their rank without. */
  readonly moved: readonly { readonly model: string; readonly from: number; readonly to: number }[];
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
  readonly seed: number | null;
  readonly level: number | null;
  /** Bootstrap refits behind the intervals; 0 for intervals by formula. */
  readonly replicates: number | null;
  readonly intervals: "percentile" | "closed-form" | "none";
  readonly rankIntervals: "paired-differences" | "bootstrap-ranks" | "none";
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
  /** The smoothing that the pool asks for: the smallest whose halves agree as well as any. */
  readonly auto: {
    readonly chosen: number;
    readonly grid: readonly number[];
    /** Split-half tau at each value of the grid. */
    readonly tau: readonly (number | null)[];
    /** Whether other halves could well choose a neighbouring value. */
    readonly close: boolean;
    /** `false` where the pool is too small to tell and `chosen` is a default. */
    readonly estimated: boolean;
  } | null;
  /** Kendall's tau-b of this order and that of accuracy. */
  readonly tauWithAccuracy: number | null;
}

export type ReportWarning = Warning | Notice;

export interface RankInput extends Fitted {
  /** Absent: no intervals, tiers or reliability. */
  readonly inference?: Inference | undefined;
  readonly ungraded: "wrong" | "unobserved";
  readonly smoothingRequested: string;
  /** The pool before items were left out of `matrix`. */
  readonly whole?: ResponseMatrix | undefined;
  /** Metric and filter per benchmark, and what the reader had to say. */
  readonly benchmarks?: readonly BenchmarkSummary[] | undefined;
  readonly notices?: readonly Notice[] | undefined;
}

/** Second opinion beside an order that asks for no smoothing. */
const secondOpinion = 0.5;

export function rankReport(input: RankInput): RankReport {
  const { matrix, fit, inference } = input;
  const accuracy = accuracies(matrix);
  const smoothedRankAt = fit.settings.smoothing || inference?.smoothing.chosen || secondOpinion;
  return {
    schema: "eip-report/1",
    settings: {
      ...fit.settings,
      smoothingRequested: input.smoothingRequested,
      ungraded: input.ungraded,
      smoothedRankAt,
      seed: inference?.seed ?? null,
      level: inference?.level ?? null,
      replicates: inference?.replicates ?? null,
      intervals: inference?.intervals.method ?? "none",
      rankIntervals: inference?.intervals.rankMethod ?? "none",
    },
    data: reportData(input, accuracy),
    fit: {
      iterations: fit.iterations,
      residual: fit.residual,
      converged: fit.converged,
      kernel: fit.kernel,
    },
    reliability: {
      splitHalfTau: inference?.reliability.splitHalfTau ?? null,
      accuracySplitHalfTau: inference?.reliability.accuracySplitHalfTau ?? null,
      fullLengthTau: inference?.reliability.fullLengthTau ?? null,
      largestShare: largestShare(input),
      auto: inference ? autoSmoothing(inference.smoothing) : null,
      tauWithAccuracy: finite(
        kendallTau(
          ranks(fit.competency, fit.errorBound),
          ranks(accuracy.map(({ pooled }) => pooled)),
        ),
      ),
    },
    exclusion: input.whole ? exclusionOf(input, input.whole) : null,
    models: modelRows(input, { accuracy, inference, smoothedRankAt }),
    warnings: worstFirst([
      ...(input.notices ?? []),
      ...poolWarnings(input),
      ...(inference ? inferenceWarnings(input, inference) : []),
    ]),
  };
}

function exclusionOf({ matrix, fit }: Fitted, whole: ResponseMatrix): Exclusion {
  const before = propagate(whole, fit.settings);
  const from = ranks(before.competency, before.errorBound);
  const to = ranks(fit.competency, fit.errorBound);
  const places = new Map(whole.models.map((model, index) => [model, from[index]!]));
  return {
    items: whole.items.length - matrix.items.length,
    moved: descending(fit.competency)
      .map((model) => matrix.models[model]!)
      .map((model) => ({ model, from: places.get(model)!, to: to[matrix.models.indexOf(model)]! }))
      .filter((move) => move.from !== move.to),
  };
}

function autoSmoothing(smoothing: ChosenSmoothing): Reliability["auto"] {
  const { chosen, grid, tau, close, estimated } = smoothing;
  return { chosen, grid, tau, close, estimated };
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
