/** Single items that decide where a model stands. */

import { scoreAt } from "../matrix/response-matrix.ts";
import { ranks } from "../stats/ranks.ts";
import { itemShares, type Fitted } from "./explain.ts";

export interface DecisiveItem {
  readonly model: number;
  readonly item: number;
  readonly share: number;
  readonly rankNow: number;
  readonly rankWithout: number;
}

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
      const without = ranks(weightedAccuracyWithout(pool, place, asked))[model]!;
      if (without >= rankNow[model]! + fall) {
        const item = fit.keptItems[place]!;
        found.push({ model, item, share, rankNow: rankNow[model]!, rankWithout: without });
      }
    }
  }
  return found.toSorted((a, b) => b.share - a.share);
}

/** Weighted accuracies with one item taken out of both sides of the fraction. */
function weightedAccuracyWithout(
  { matrix, fit }: Fitted,
  place: number,
  asked: readonly number[],
): Float64Array {
  const item = fit.keptItems[place]!;
  const weight = fit.itemWeight[place]!;
  return fit.weightedAccuracy.map((value, model) => {
    const score = scoreAt(matrix, model, item);
    if (Number.isNaN(score)) return value;
    return (value * asked[model]! - score * weight) / (asked[model]! - weight);
  });
}

/** Weight of the kept items that a model was asked. */
function askedWeight({ matrix, fit }: Fitted, model: number): number {
  let sum = 0;
  for (const [place, item] of fit.keptItems.entries()) {
    if (!Number.isNaN(scoreAt(matrix, model, item))) sum += fit.itemWeight[place]!;
  }
  return sum;
}
