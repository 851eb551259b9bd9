/**
 * Where a number comes from. EIP is a weighted accuracy at its fixed point, so every competency is a
 * sum over items, every difficulty a sum over models, and a difference of two models a sum of terms.
 */

import { total } from "../numeric/vectors.ts";
import { readItem, scoreAt } from "../matrix/response-matrix.ts";
import type { Fitted } from "../estimate/fitted.ts";
import type { Propagation } from "../estimate/propagate.ts";

/**
 * What each kept item adds to a model's competency, in the order of `fit.keptItems`. Together with
 * the floor (1 - d)/M, which every model has, they add up to the competency. On complete data
 * without smoothing the term of item q is `d * A[m,q] * difficulty[q] / S[q]`.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 0], [0, 1]]);
 * competencyTerms({ matrix, fit: propagate(matrix) }, 0); // [0.425, 0], and the floor is 0.075
 * ```
 */
export function competencyTerms(pool: Fitted, model: number): Float64Array {
  return termsOf(pool, model, normaliser(pool.fit));
}

/** Everything but the model and the item: d over the sum of all weighted accuracies. */
function normaliser({ settings, weightedAccuracy }: Propagation): number {
  let sum = 0;
  for (const value of weightedAccuracy) {
    if (!Number.isNaN(value)) sum += value + settings.smoothing;
  }
  return settings.damping / sum;
}

function termsOf(pool: Fitted, model: number, factor: number): Float64Array {
  const { fit } = pool;
  const terms = new Float64Array(fit.keptItems.length);
  const { smoothing } = fit.settings;
  let asked = 0;
  for (const [place, item] of fit.keptItems.entries()) {
    const score = countedScore(pool, model, item);
    if (Number.isNaN(score)) continue;
    asked += fit.itemWeight[place]!;
    terms[place] = (score + smoothing) * fit.itemWeight[place]!;
  }
  for (let place = 0; place < terms.length; place += 1) terms[place]! *= factor / asked;
  return terms;
}

/** The score that the policy counts, under `wrong` 0 for a gap; `NaN` where nothing counts. */
export function countedScore({ matrix, fit }: Fitted, model: number, item: number): number {
  const score = scoreAt(matrix, model, item);
  return Number.isNaN(score) && fit.settings.missing === "wrong" ? 0 : score;
}

/**
 * Share of each kept item in a model's competency: its term over the competency on complete data
 * under the published method, so that the shares add up to `1 - (1 - d)/(M * competency)`; with gaps
 * or smoothing its term over the sum of all terms, which is what the order follows.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 0], [0, 1]]);
 * itemShares({ matrix, fit: propagate(matrix) }, 0); // [0.85, 0]
 * ```
 */
export function itemShares(pool: Fitted, model: number): Float64Array {
  const terms = competencyTerms(pool, model);
  const { fit } = pool;
  const published = fit.settings.smoothing === 0 && countsAsComplete(fit);
  const whole = published ? fit.competency[model]! : total(terms);
  return whole === 0 ? terms : terms.map((term) => term / whole);
}

/** Without a gap that counts: a model that was asked nothing is not part of the pool. */
function countsAsComplete({ settings, coverage }: Propagation): boolean {
  return settings.missing === "wrong" || coverage.every((share) => share === 1 || share === 0);
}

/**
 * How many items a score rests on: `(sum of shares)^2 / sum of squared shares`; 0 for a model that
 * solved nothing.
 *
 * @example
 * ```ts
 * effectiveItems(Float64Array.of(0.25, 0.25, 0.25, 0)); // 3
 * ```
 */
export function effectiveItems(shares: Float64Array): number {
  const sum = total(shares);
  return sum === 0 ? 0 : sum ** 2 / total(shares.map((share) => share ** 2));
}

/** One item's part in an explanation. */
export interface ItemTerm {
  /** Index of the item in the matrix. */
  readonly item: number;
  readonly term: number;
}

/**
 * Why one model stands above another: the terms that add up to the difference of their
 * competencies, largest first by size. Items that add the same to both are left out.
 */
export function differenceTerms(pool: Fitted, above: number, below: number): readonly ItemTerm[] {
  const factor = normaliser(pool.fit);
  const gained = termsOf(pool, above, factor);
  const lost = termsOf(pool, below, factor);
  return [...pool.fit.keptItems]
    .map((item, place) => ({ item, term: gained[place]! - lost[place]! }))
    .filter(({ term }) => term !== 0)
    .toSorted((a, b) => Math.abs(b.term) - Math.abs(a.term) || a.item - b.item);
}

/** One model's part in the difficulty of an item. */
export interface ModelShare {
  /** Index of the model in the matrix. */
  readonly model: number;
  readonly share: number;
}

/**
 * Which models make an item hard: the share of each model that lost credit on it in its difficulty,
 * `d * (1 - A[m,q]) * competency[m] / F[m] / difficulty[q]`, largest first. The rest of the
 * difficulty is spread evenly over all items.
 *
 * @returns an empty list for an item that was not kept.
 */
export function difficultyShares({ matrix, fit }: Fitted, item: number): readonly ModelShare[] {
  const place = fit.keptItems.indexOf(item);
  if (place < 0) return [];
  const scores = readItem(matrix, item, new Float64Array(matrix.models.length));
  const asked = scores.filter((score) => !Number.isNaN(score)).length;
  const scored = fit.coverage.filter((share) => share > 0).length;
  const gain = fit.settings.missing === "wrong" ? 1 : scored / asked;
  const { damping, smoothing } = fit.settings;
  const shares: ModelShare[] = [];
  for (const [model, observed] of scores.entries()) {
    const score = Number.isNaN(observed) && fit.settings.missing === "wrong" ? 0 : observed;
    if (Number.isNaN(score) || score === 1) continue;
    const passed = (1 - score + smoothing) * fit.passedOn[model]!;
    shares.push({ model, share: (damping * gain * passed) / fit.difficulty[place]! });
  }
  return shares.toSorted((a, b) => b.share - a.share || a.model - b.model);
}
