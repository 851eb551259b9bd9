/** Where a model from outside stands by the frozen weights of a bank. */

import { descending, tied } from "../stats/ranks.ts";
import { studentQuantile } from "../stats/student-t.ts";
import type { BankModel } from "./item-bank.ts";
import type { OpenBank } from "./open-bank.ts";
import { shareInterval, weightedMean, type WeightedMean } from "./weighted-interval.ts";

/** With fewer common items that tell the bank's models apart there is no interval. */
export const fewestItems = 20;

export interface PlaceOptions {
  /** Default .95. */
  readonly level?: number | undefined;
  /** One number per item of the bank: items of a benchmark with equal numbers move together. */
  readonly cluster?: ArrayLike<number> | undefined;
}

/** All shares are from 0 to 1. */
export interface Placement {
  readonly model: string;
  /** Accuracy with the bank's weights over the common items; `null` when none has weight. */
  readonly weightedAccuracy: number | null;
  readonly weightedLower: number | null;
  readonly weightedUpper: number | null;
  /** Place it would have among the bank's models, and between which places it could be. */
  readonly rank: number | null;
  readonly rankLower: number | null;
  readonly rankUpper: number | null;
  /** Models that have a place: those of the bank, less its namesake, and the model itself. */
  readonly of: number;
  /** The next better and the next weaker model of the bank. */
  readonly above: string | null;
  readonly below: string | null;
  /** Tiers of the bank between these places; `null` where the bank has none. */
  readonly tierFirst: number | null;
  readonly tierLast: number | null;
  /** Mean score over the common items, those without weight among them. */
  readonly accuracy: number | null;
  /** Common items, and those among them that tell the bank's models apart. */
  readonly items: number;
  readonly itemsKept: number;
  /** Share of the bank's items that tell its models apart, and of their weight, that it was asked. */
  readonly coverage: number;
  readonly weightCoverage: number;
  /** Whether the bank has a model of this name, which is then left out of the comparison. */
  readonly inBank: boolean;
}

/**
 * Places one model. Its weighted accuracy is taken with the bank's weights as they are. For its place it
 * is compared with each model of the bank on the items that both were asked; since the bank's models
 * helped to set the weights and score too low by them, each is first moved by what being held out of its
 * own bank changed; not for a model of the bank, which helped as well. Two models are clearly apart when their difference is larger than a quantile of
 * Student's t times its standard error; the range of places counts those that are not.
 *
 * @param scores One per item of the bank; `NaN` where the model was not asked.
 */
export function placeInBank(
  bank: OpenBank,
  { model, scores }: { readonly model: string; readonly scores: Float64Array },
  options: PlaceOptions = {},
): Placement {
  const { level = 0.95, cluster } = options;
  const own = weightedMean({
    weight: bank.weight,
    score: scores,
    stratum: bank.benchmarkOf,
    cluster,
  });
  const reach = reachOf(bank, scores);
  const isEnough = reach.itemsKept >= fewestItems;
  const interval = isEnough ? shareInterval(own, level) : undefined;
  const rivals = bank.models.filter((rival) => rival.model !== model);
  const inBank = rivals.length < bank.models.length;
  const gaps = rivals.flatMap((rival) => gapTo(bank, rival, { scores, cluster, inBank }) ?? []);
  return {
    model,
    weightedAccuracy: Number.isNaN(own.mean) ? null : own.mean,
    weightedLower: interval?.lower ?? null,
    weightedUpper: interval?.upper ?? null,
    ...(Number.isNaN(own.mean) ? noPlace : placeAmong(gaps, { isEnough, level })),
    of: gaps.length + 1,
    ...reach,
    inBank,
  };
}

/** A model of the bank, and how far the new one is above it. */
interface Gap {
  readonly rival: BankModel;
  readonly difference: number;
  readonly standardError: number;
  readonly freedom: number;
}

function gapTo(
  bank: OpenBank,
  rival: BankModel,
  {
    scores,
    cluster,
    inBank,
  }: {
    readonly scores: Float64Array;
    readonly cluster: PlaceOptions["cluster"];
    readonly inBank: boolean;
  },
): Gap | undefined {
  const { weight, benchmarkOf } = bank;
  const score = new Float64Array(scores.length);
  for (let item = 0; item < score.length; item += 1) {
    score[item] = scores[item]! - bank.scoreOf(rival, item);
  }
  const paired: WeightedMean = weightedMean({ weight, score, stratum: benchmarkOf, cluster });
  if (Number.isNaN(paired.mean)) return undefined;
  const { heldOut, weightedAccuracy } = rival;
  const isFair = inBank || heldOut === null || weightedAccuracy === null;
  const shift = isFair ? 0 : heldOut - weightedAccuracy;
  const { standardError, freedom } = paired;
  return { rival, difference: paired.mean - shift, standardError, freedom };
}

const noPlace = {
  rank: null,
  rankLower: null,
  rankUpper: null,
  above: null,
  below: null,
  tierFirst: null,
  tierLast: null,
};

function placeAmong(
  gaps: readonly Gap[],
  { isEnough, level }: { readonly isEnough: boolean; readonly level: number },
): Pick<Placement, keyof typeof noPlace> {
  const better = gaps.filter(({ difference }) => difference < 0 && !tied(difference, 0, 1e-9));
  const weaker = gaps.filter(({ difference }) => difference > 0 && !tied(difference, 0, 1e-9));
  const nearest = (among: readonly Gap[]): string | null => {
    const [first] = descending(among.map(({ difference }) => -Math.abs(difference)));
    return first === undefined ? null : among[first]!.rival.model;
  };
  const place = { rank: better.length + 1, above: nearest(better), below: nearest(weaker) };
  if (!isEnough) return { ...noPlace, ...place };
  const clearly = (among: readonly Gap[]) => among.filter((gap) => isClear(gap, level));
  const clearlyBetter = clearly(better);
  const clearlyWeaker = clearly(weaker);
  const undecided = gaps.filter(
    (gap) => !clearlyBetter.includes(gap) && !clearlyWeaker.includes(gap),
  );
  const tiers = undecided.flatMap(({ rival }) => rival.tier ?? []);
  return {
    ...place,
    rankLower: clearlyBetter.length + 1,
    rankUpper: gaps.length + 1 - clearlyWeaker.length,
    tierFirst: tiers.length === 0 ? null : Math.min(...tiers),
    tierLast: tiers.length === 0 ? null : Math.max(...tiers),
  };
}

function isClear({ difference, standardError, freedom }: Gap, level: number): boolean {
  if (standardError < 1e-12) return true;
  return Math.abs(difference) / standardError > studentQuantile((1 + level) / 2, freedom);
}

function reachOf({ weight, totalWeight, kept }: OpenBank, scores: Float64Array) {
  let items = 0;
  let itemsKept = 0;
  let earned = 0;
  let reached = 0;
  for (let item = 0; item < scores.length; item += 1) {
    const score = scores[item]!;
    if (Number.isNaN(score)) continue;
    items += 1;
    earned += score;
    reached += weight[item]!;
    if (kept[item] === 1) itemsKept += 1;
  }
  return {
    accuracy: items === 0 ? null : earned / items,
    items,
    itemsKept,
    coverage: kept.length === 0 ? 0 : itemsKept / kept.reduce((sum, one) => sum + one, 0) || 0,
    weightCoverage: totalWeight === 0 ? 0 : reached / totalWeight,
  };
}
