/** Pairs of models on the page. */

import { compare, type Comparison } from "../analysis/compare.ts";
import type { Pair } from "../analysis/flips.ts";
import { weightedDifference } from "../analysis/weighted-difference.ts";
import type { ModelRow } from "./model-rows.ts";
import { pairPlace, type PageModel } from "./page-model.ts";

/** The comparison of a pair as `compare` computes it. */
export function comparedPair(page: PageModel, pair: Pair): Comparison {
  const { matrix, fit } = page.pool!();
  const { settings } = page.report;
  const level = settings.level ?? 0.95;
  const seed = settings.seed ?? 1;
  const [found] = compare(matrix, [pair], { level, seed, cluster: page.cluster ?? undefined });
  const weighted = { weightedAccuracy: fit.weightedAccuracy };
  const { weightedDifference: middle } = weightedDifference(pair, { weighted, level });
  const half = page.pairHalfWidths?.[pairPlace(pair.a, pair.b)] ?? Number.NaN;
  const hasInterval = middle !== null && !Number.isNaN(half);
  return {
    ...found!,
    weightedDifference: middle,
    weightedLower: hasInterval ? Math.max(-1, middle - half) : null,
    weightedUpper: hasInterval ? Math.min(1, middle + half) : null,
  };
}

/**
 * The model to set a mover beside: of those that it passes, or that pass it, the nearest on the board.
 */
export function rivalOf(models: readonly ModelRow[], mover: ModelRow): ModelRow | undefined {
  const passes = ({ rank, accuracyRank }: ModelRow) =>
    rank !== null &&
    accuracyRank !== null &&
    Math.sign(rank - mover.rank!) * Math.sign(accuracyRank - mover.accuracyRank!) < 0;
  return models
    .filter(passes)
    .toSorted((a, b) => Math.abs(a.rank! - mover.rank!) - Math.abs(b.rank! - mover.rank!))[0];
}
