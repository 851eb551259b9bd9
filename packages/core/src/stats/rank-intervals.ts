/** The range of ranks that the items at hand allow a model. */

import type { Fitted } from "../estimate/fitted.ts";
import { normalQuantile } from "../numeric/normal.ts";
import { usableModels, type Bootstrap } from "./bootstrap.ts";
import { differenceSd, studentised } from "./differences.ts";
import { ascending, quantile } from "./quantile.ts";
import { ranks } from "./ranks.ts";
import { fewestReplicates, mostPairedModels } from "./tiers.ts";

export interface RankInterval {
  readonly rankLower: number | null;
  readonly rankUpper: number | null;
}

export interface RankIntervals {
  /** One per model of the matrix. */
  readonly models: readonly RankInterval[];
  readonly method: "paired-differences" | "bootstrap-ranks" | "none";
}

export interface RankIntervalOptions {
  readonly bootstrap: Bootstrap;
  readonly level: number;
}

const unknown: RankInterval = { rankLower: null, rankUpper: null };

/**
 * Ranks from paired differences. With x = ln competency, sd the bootstrap standard deviation of
 * x[i] - x[j] and t[i,j] = (x[i] - x[j])/sd,
 *
 *     rankLower = 1 + number of j with t[j,i] > z,   rankUpper = M - number of j with t[i,j] > z
 *
 * the pairwise construction of M. Mogstad, J. Romano, A. Shaikh and D. Wilhelm, "Inference for ranks",
 * Review of Economic Studies 91, 2024, without its correction for several models: the interval is for
 * one model at a time. It holds the rank, and models with equal answers share it. Above 1,000 models:
 * percentiles of bootstrap ranks.
 *
 * @returns `null` with fewer than 200 replicates, or when more than 5 % of them were skipped.
 */
export function rankIntervals(pool: Fitted, options: RankIntervalOptions): RankIntervals {
  const models = pool.matrix.models.length;
  const usable =
    options.bootstrap.replicates < fewestReplicates ? [] : usableModels(pool, options.bootstrap);
  const result = Array.from({ length: models }, () => unknown);
  if (usable.length === 0) return { models: result, method: "none" };
  const paired = usable.length <= mostPairedModels;
  const intervals = (paired ? pairedRanks : bootstrapRanks)(pool, { ...options, usable });
  for (const [place, model] of usable.entries()) result[model] = intervals[place]!;
  return { models: result, method: paired ? "paired-differences" : "bootstrap-ranks" };
}

interface UsableOptions extends RankIntervalOptions {
  readonly usable: readonly number[];
}

function pairedRanks({ fit }: Fitted, { bootstrap, level, usable }: UsableOptions): RankInterval[] {
  const z = normalQuantile((1 + level) / 2);
  const sd = differenceSd(bootstrap, usable);
  const x = usable.map((model) => Math.log(fit.competency[model]!));
  const ranked = fit.competency.filter((value) => !Number.isNaN(value)).length;
  return x.map((here, i) => {
    let above = 0;
    let below = 0;
    for (const [j, there] of x.entries()) {
      const t = studentised(here - there, sd[i * x.length + j]!);
      if (t < -z) above += 1;
      if (t > z) below += 1;
    }
    return { rankLower: 1 + above, rankUpper: ranked - below };
  });
}

function bootstrapRanks(pool: Fitted, { bootstrap, level, usable }: UsableOptions): RankInterval[] {
  const { replicates, logCompetency } = bootstrap;
  const drawn = usable.map(() => new Float64Array(replicates));
  for (let replicate = 0; replicate < replicates; replicate += 1) {
    const values = usable.map((model) => logCompetency[model * replicates + replicate]!);
    for (const [place, rank] of ranks(values).entries()) drawn[place]![replicate] = rank;
  }
  const estimate = ranks(
    usable.map((model) => pool.fit.competency[model]!),
    pool.fit.errorBound,
  );
  return drawn.map((values, place) => {
    const sorted = ascending(values);
    return {
      rankLower: Math.min(estimate[place]!, Math.floor(quantile(sorted, (1 - level) / 2))),
      rankUpper: Math.max(estimate[place]!, Math.ceil(quantile(sorted, (1 + level) / 2))),
    };
  });
}
