/** Single items that decide where a model stands. */

import type { Fitted } from "../estimate/fitted.ts";
import { ranks } from "../stats/ranks.ts";
import { countedScore, itemShares } from "./explain.ts";

export interface DecisiveItem {
  readonly model: number;
  readonly item: number;
  readonly share: number;
  readonly rankNow: number;
  readonly rankWithout: number;
}

/** Subtracting an item leaves rounding noise, so accuracies this close are equal without it. */
const noise = 1e-9;

/**
 * Items that carry more than a tenth of a model's competency and without which the model falls by at
 * least max(2, M/10) ranks; the largest share first. Weights stay as fitted: taking the term away
 * named the same items as a refit wherever both were tried.
 */
export function decisiveItems(pool: Fitted): readonly DecisiveItem[] {
  const { matrix, fit } = pool;
  const models = matrix.models.length;
  const fall = Math.max(2, Math.ceil(models / 10));
  const rankNow = ranks(fit.competency, fit.errorBound);
  const asked = matrix.models.map((_, model) => askedWeight(pool, model));
  const found: DecisiveItem[] = [];
  for (let model = 0; model < models; model += 1) {
    if (Number.isNaN(fit.competency[model]!)) continue;
    for (const [place, share] of itemShares(pool, model).entries()) {
      if (share <= 0.1) continue;
      const without = ranks(weightedAccuracyWithout(pool, place, asked), noise)[model]!;
      if (without >= rankNow[model]! + fall) {
        const item = fit.keptItems[place]!;
        found.push({ model, item, share, rankNow: rankNow[model]!, rankWithout: without });
      }
    }
  }
  return found.toSorted((a, b) => b.share - a.share);
}

/** Weighted accuracies with one item taken out of both sides of the fraction; 0 if it was all. */
function weightedAccuracyWithout(
  pool: Fitted,
  place: number,
  asked: readonly number[],
): Float64Array {
  const { fit } = pool;
  const item = fit.keptItems[place]!;
  const weight = fit.itemWeight[place]!;
  return fit.weightedAccuracy.map((value, model) => {
    const score = countedScore(pool, model, item);
    if (Number.isNaN(score)) return value;
    const rest = asked[model]! - weight;
    return rest === 0 ? 0 : (value * asked[model]! - score * weight) / rest;
  });
}

/** Weight of the kept items that a model was asked. */
function askedWeight(pool: Fitted, model: number): number {
  const { fit } = pool;
  let sum = 0;
  for (const [place, item] of fit.keptItems.entries()) {
    if (!Number.isNaN(countedScore(pool, model, item))) sum += fit.itemWeight[place]!;
  }
  return sum;
}
