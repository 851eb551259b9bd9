/** How the items of each benchmark are spread over difficulty, and how models do in each alone. */

import type { Fitted } from "../estimate/fitted.ts";
import { propagate } from "../estimate/propagate.ts";
import { discriminating } from "../matrix/discriminating.ts";
import { readItem } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import { ascending, quantile } from "../stats/quantile.ts";
import { kendallTau } from "../stats/rank-correlation.ts";
import { ranks } from "../stats/ranks.ts";
import { fewestBandItems } from "./bands.ts";

/** Difficulties here are relative: 1 is the mean over the items of the pool that tell models apart. */
export interface BenchmarkProfile {
  readonly benchmark: string;
  readonly items: number;
  /** Items that tell the models apart; the others are solved by all, or by none, that were asked. */
  readonly kept: number;
  readonly solvedByAll: number;
  readonly solvedByNone: number;
  /** Relative difficulty at 10, 25, 50, 75 and 90 % of its kept items; `NaN` below 20 items. */
  readonly quantiles: readonly number[];
  /** Share of its kept items among the easiest, and the hardest, tenth of the pool; `NaN` below 20. */
  readonly easyTail: number;
  readonly hardTail: number;
  /** The models in this benchmark alone; `undefined` below 20 kept items. */
  readonly alone: BenchmarkAlone | undefined;
}

/** A fit of one benchmark. Its competencies have no unit in common with those of the pool; ranks have. */
export interface BenchmarkAlone {
  /** One per model; `NaN` for a model that it cannot place. */
  readonly ranks: readonly number[];
  readonly weightedAccuracy: Float64Array;
  /** Kendall's tau-b of its order and that of the whole pool. */
  readonly tauWithPool: number;
}

const shares = [0.1, 0.25, 0.5, 0.75, 0.9];

/**
 * The difficulties of each benchmark within the pool, and the order of the models by each benchmark
 * alone beside that by all of them.
 *
 * @example
 * ```ts
 * benchmarkProfiles({ matrix, fit: propagate(matrix) })[0]?.hardTail; // 0.21: twice its part
 * ```
 */
export function benchmarkProfiles({ matrix, fit }: Fitted): readonly BenchmarkProfile[] {
  const split = discriminating(matrix);
  const relative = fit.difficulty.map((value) => value * fit.keptItems.length);
  const all = ascending(relative);
  const [low, high] = [quantile(all, 0.1), quantile(all, 0.9)];
  const pooled = ranks(fit.competency, fit.errorBound);
  const scores = new Float64Array(matrix.models.length);
  return matrix.benchmarks.map((benchmark, index) => {
    const items = [...matrix.items.keys()].filter((item) => matrix.benchmarkOf[item] === index);
    const own = relative.filter((_, place) => matrix.benchmarkOf[fit.keptItems[place]!] === index);
    const dropped = items.filter((item) => split.reasonOf(item) !== undefined);
    const solved = dropped.filter((item) => readItem(matrix, item, scores).includes(1)).length;
    const failed = dropped.filter((item) => readItem(matrix, item, scores).includes(0)).length;
    const isEnough = own.length >= fewestBandItems;
    const share = (fits: (value: number) => boolean) =>
      isEnough ? own.filter(fits).length / own.length : Number.NaN;
    const sorted = ascending(own);
    return {
      benchmark,
      items: items.length,
      kept: own.length,
      solvedByAll: solved,
      solvedByNone: failed,
      quantiles: shares.map((p) => (isEnough ? quantile(sorted, p) : Number.NaN)),
      easyTail: share((value) => value <= low),
      hardTail: share((value) => value >= high),
      alone: isEnough ? fitAlone(items) : undefined,
    };
  });

  function fitAlone(items: readonly number[]): BenchmarkAlone {
    const part = selectFrom(matrix, { items: Uint32Array.from(items) });
    const own = propagate(part, fit.settings);
    const places = ranks(own.competency, own.errorBound);
    return {
      ranks: places,
      weightedAccuracy: own.weightedAccuracy,
      tauWithPool: kendallTau(places, pooled),
    };
  }
}
