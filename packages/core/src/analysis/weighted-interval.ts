/** A mean with given weights, and how far it could have come out otherwise on other items. */

import { studentQuantile } from "../stats/student-t.ts";

/** Scores of one model, or differences of two, on items with weights; all lists have one place per item. */
export interface WeightedScores {
  /** From 0 on; an item without weight counts as one that could have been drawn. */
  readonly weight: ArrayLike<number>;
  /** `NaN` for an item that does not count. */
  readonly score: ArrayLike<number>;
  /** Number of the benchmark. */
  readonly stratum: ArrayLike<number>;
  /** Items of a stratum with equal numbers move together. Default: each item is on its own. */
  readonly cluster?: ArrayLike<number> | undefined;
}

export interface WeightedMean {
  /** Sum of weight times score over the sum of weights; `NaN` without weight. */
  readonly mean: number;
  readonly standardError: number;
  /** Degrees of freedom behind the standard error: how many items carry it, as if all alike. */
  readonly freedom: number;
  /** Sum of the weights. */
  readonly weight: number;
  /** `(sum of w)^2 / (sum of w^2)`: so many equal weights are worth as much. */
  readonly effectiveItems: number;
}

/** Benchmarks with fewer units than this make one stratum together. */
const smallestStratum = 5;

/**
 * The weighted mean and its standard error when items (or clusters) are drawn again within each
 * benchmark and the weights stay with their items. First-order form of that bootstrap: with
 * `u = w (x - mean) / sum of w`,
 *
 *     SE^2 = sum over strata of n/(n-1) * sum (u - mean of u in the stratum)^2
 *     freedom = (sum e^2)^2 / sum e^4,   e the deviations above
 *
 * @example
 * ```ts
 * weightedMean({ weight: [1, 3], score: [0, 1], stratum: [0, 0] }).mean; // 0.75
 * ```
 */
export function weightedMean(scores: WeightedScores): WeightedMean {
  const { weight, score } = scores;
  let sum = 0;
  let squares = 0;
  let earned = 0;
  for (let item = 0; item < score.length; item += 1) {
    const x = score[item]!;
    if (Number.isNaN(x)) continue;
    const w = weight[item]!;
    sum += w;
    squares += w * w;
    earned += w * x;
  }
  const mean = sum > 0 ? earned / sum : Number.NaN;
  return {
    mean,
    ...spread(unitParts(scores, { mean, sum })),
    weight: sum,
    effectiveItems: squares > 0 ? (sum * sum) / squares : 0,
  };
}

/** What each unit adds to the deviation of the mean, by stratum; small strata are put together. */
function unitParts(
  { weight, score, stratum, cluster }: WeightedScores,
  { mean, sum }: { readonly mean: number; readonly sum: number },
): readonly (readonly number[])[] {
  const byStratum = new Map<number, Map<number, number>>();
  for (let item = 0; item < score.length; item += 1) {
    const x = score[item]!;
    if (Number.isNaN(x)) continue;
    let units = byStratum.get(stratum[item]!);
    if (!units) byStratum.set(stratum[item]!, (units = new Map()));
    const unit = cluster?.[item] ?? item;
    units.set(unit, (units.get(unit) ?? 0) + (weight[item]! * (x - mean)) / sum);
  }
  const strata = [...byStratum.values()].map((units) => [...units.values()]);
  const small = strata.filter((units) => units.length < smallestStratum).flat();
  const large = strata.filter((units) => units.length >= smallestStratum);
  return small.length === 0 ? large : [...large, small];
}

function spread(strata: readonly (readonly number[])[]): {
  readonly standardError: number;
  readonly freedom: number;
} {
  let variance = 0;
  let second = 0;
  let fourth = 0;
  for (const units of strata) {
    const centre = units.length > 1 ? units.reduce((a, b) => a + b, 0) / units.length : 0;
    let squares = 0;
    for (const unit of units) {
      const square = (unit - centre) ** 2;
      squares += square;
      fourth += square * square;
    }
    second += squares;
    variance += units.length > 1 ? (squares * units.length) / (units.length - 1) : squares;
  }
  return {
    standardError: Math.sqrt(variance),
    freedom: fourth > 0 ? Math.max(1, (second * second) / fourth) : Number.NaN,
  };
}

export interface ShareInterval {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Interval of a weighted mean of scores from 0 to 1: that of E. B. Wilson for as many equal answers as
 * have the same standard error, `mean (1 - mean) / SE^2` (the effective sample size of survey
 * statistics), with a quantile of Student's t. Where all scores are 0, or all 1, the number of equal
 * weights stands in. On four public pools it held the value of all items 93 to 97 % of the time from
 * 400 items on; at 100 items 92 to 98 %, and 86 % on GSM8K at smoothing 0, where mean -+ 1.96 SE went
 * down to 69 %.
 *
 * @returns `undefined` without weight.
 * @example
 * ```ts
 * shareInterval(weightedMean({ weight: [1, 1, 1], score: [0, 0, 0], stratum: [0, 0, 0] }), 0.95)!.lower; // 0
 * ```
 */
export function shareInterval(
  { mean, standardError, freedom, effectiveItems }: WeightedMean,
  level: number,
): ShareInterval | undefined {
  if (Number.isNaN(mean)) return undefined;
  const inside = Math.min(1, Math.max(0, mean));
  const binomial = inside * (1 - inside);
  const known = standardError > 1e-12 && binomial > 1e-12;
  const items = known ? binomial / standardError ** 2 : effectiveItems;
  const t = studentQuantile((1 + level) / 2, known ? freedom : Math.max(1, effectiveItems));
  const share = (t * t) / items;
  const centre = (inside + share / 2) / (1 + share);
  const half = (t / (1 + share)) * Math.sqrt(binomial / items + share / (4 * items));
  return {
    lower: Math.min(inside, Math.max(0, centre - half)),
    upper: Math.max(inside, Math.min(1, centre + half)),
  };
}
