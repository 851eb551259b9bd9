/** Whether the items that a model was not asked are a random draw. */

import { scoreAt } from "../matrix/response-matrix.ts";
import type { Fitted } from "../estimate/fitted.ts";

export interface GapBias {
  /** Index of the model. */
  readonly model: number;
  readonly asked: number;
  readonly kept: number;
  /** Positive when the missing items are harder than average. */
  readonly z: number;
}

/**
 * Models whose gaps are not a random draw of the items that tell models apart: the mean difficulty
 * percentile of at least ten gaps lies more than four standard errors from one half, for draws
 * without replacement.
 */
export function biasedGaps({ matrix, fit }: Fitted): readonly GapBias[] {
  const kept = fit.keptItems.length;
  const percentile = midRankPercentiles(fit.difficulty);
  return matrix.models.flatMap((_, model) => {
    let gaps = 0;
    let sum = 0;
    for (const [place, item] of fit.keptItems.entries()) {
      if (!Number.isNaN(scoreAt(matrix, model, item))) continue;
      gaps += 1;
      sum += percentile[place]!;
    }
    if (gaps < 10 || gaps === kept) return [];
    const z = (sum / gaps - 0.5) / Math.sqrt((1 / 12 / gaps) * (1 - gaps / kept));
    return Math.abs(z) > 4 ? [{ model, asked: kept - gaps, kept, z }] : [];
  });
}

/** Share of items below, counting half of the equal ones. */
function midRankPercentiles(values: Float64Array): Float64Array {
  const order = [...values.keys()].toSorted((a, b) => values[a]! - values[b]!);
  const result = new Float64Array(values.length);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to += 1;
    for (let place = from; place < to; place += 1) {
      result[order[place]!] = (from + to) / 2 / values.length;
    }
    from = to;
  }
  return result;
}
