/** What a few answers say about the weighted accuracy of a model over all items of a bank. */

import type { ItemCurves } from "./item-curves.ts";

/** Weighted accuracy over all items, 0 to 1, as far as it is known. */
export interface Expected {
  readonly mean: number;
  /** Standard deviation, if the curves were right. */
  readonly sd: number;
  /** What it is if every answer to come earns nothing, and if every one earns all. */
  readonly least: number;
  readonly most: number;
}

/** A belief that answers move. Items are numbered as in the curves. */
export interface PlacingBelief {
  /** Takes the answer to an item, once. */
  observe(item: number, score: number): void;
  expected(): Expected;
  /**
   * How much of the variance of the weighted accuracy the answer to an item would remove, on average, as
   * far as a straight line can: `cov(answer, weighted accuracy)^2 / var(answer)`.
   */
  gain(item: number): number;
}

/**
 * The belief before any answer. Given an ability the answers to different items are independent, an
 * answer x of chance p changes how likely an ability is by the factor `p^x (1 - p)^(1 - x)`, and the
 * weighted accuracy over all items is
 *
 *     (sum over answered items of w x + sum over the others of w p) / sum of w
 *
 * on average, with variance `sum over the others of w^2 p (1 - p) / (sum of w)^2` for one ability and
 * what differs between abilities on top. So it becomes exact as the answers become complete, whatever
 * the curves are.
 *
 * @param weight One per item, from 0 on; at least one above 0.
 * @example
 * ```ts
 * const belief = placingBelief(itemCurves([[1, 1, 0], [1, 0, 0], [0, 0, 1]]), [2, 1, 1]);
 * belief.expected().mean; // 0.49
 * belief.observe(0, 1);
 * belief.expected().mean; // 0.72
 * ```
 */
export function placingBelief(curves: ItemCurves, weight: ArrayLike<number>): PlacingBelief {
  return beliefFrom(curves, weight, unanswered(curves, weight));
}

/** What the items that are not yet answered add, by ability. */
export interface Unanswered {
  /** Sum of w p. */
  readonly credit: Float64Array;
  /** Sum of w^2 p (1 - p). */
  readonly variance: Float64Array;
  /** Sum of w over all items. */
  readonly weight: number;
}

/** The sums before the first answer: one pass over all curves, to be shared by many beliefs. */
export function unanswered(
  { abilities, chance }: ItemCurves,
  weight: ArrayLike<number>,
): Unanswered {
  const credit = new Float64Array(abilities);
  const variance = new Float64Array(abilities);
  let sum = 0;
  for (let item = 0; item < weight.length; item += 1) {
    const w = weight[item]!;
    sum += w;
    for (let at = 0; at < abilities; at += 1) {
      const p = chance[item * abilities + at]!;
      credit[at]! += w * p;
      variance[at]! += w * w * p * (1 - p);
    }
  }
  return { credit, variance, weight: sum };
}

/** The same belief as {@link placingBelief}, from sums that were made before. */
export function beliefFrom(
  { abilities, prior, chance }: ItemCurves,
  weight: ArrayLike<number>,
  whole: Unanswered,
): PlacingBelief {
  const likely = prior.slice();
  const rest = { credit: whole.credit.slice(), variance: whole.variance.slice() };
  let earned = 0;
  /** Weight of the items that are not answered; exactly 0 when all are. */
  let open = whole.weight;
  let left = weight.length;
  const meanAt = (at: number) => (earned + rest.credit[at]!) / whole.weight;
  const range = () => ({ least: earned / whole.weight, most: (earned + open) / whole.weight });
  const expectedMean = (): number => {
    let mean = 0;
    for (let at = 0; at < abilities; at += 1) mean += likely[at]! * meanAt(at);
    // Rounding must not lead out of what is possible.
    const { least, most } = range();
    return Math.min(Math.max(mean, least), most);
  };
  const expected = (): Expected => {
    const mean = expectedMean();
    let square = 0;
    for (let at = 0; at < abilities; at += 1) {
      const own = Math.max(0, rest.variance[at]!) / whole.weight ** 2;
      square += likely[at]! * (own + (meanAt(at) - mean) ** 2);
    }
    return { mean, sd: Math.sqrt(square), ...range() };
  };
  return {
    observe(item, score) {
      const w = weight[item]!;
      earned += w * score;
      left -= 1;
      open = left === 0 ? 0 : open - w;
      let sum = 0;
      for (let at = 0; at < abilities; at += 1) {
        const p = chance[item * abilities + at]!;
        rest.credit[at]! -= w * p;
        rest.variance[at]! -= w * w * p * (1 - p);
        likely[at]! *= p ** score * (1 - p) ** (1 - score);
        sum += likely[at]!;
      }
      for (let at = 0; at < abilities; at += 1) likely[at]! /= sum;
    },
    expected,
    gain(item) {
      const mean = expectedMean();
      let chanceNow = 0;
      let shared = 0;
      let own = 0;
      for (let at = 0; at < abilities; at += 1) {
        const p = chance[item * abilities + at]!;
        chanceNow += likely[at]! * p;
        shared += likely[at]! * p * (meanAt(at) - mean);
        own += likely[at]! * p * (1 - p);
      }
      const covariance = shared + (weight[item]! / whole.weight) * own;
      return (covariance * covariance) / (chanceNow * (1 - chanceNow));
    },
  };
}
