/** An interval of what a pool is ranked by, and why there may be none. */

/** Intervals of competency and of weighted accuracy. */
export interface EstimateInterval {
  readonly lower: number | null;
  readonly upper: number | null;
  readonly weightedLower: number | null;
  readonly weightedUpper: number | null;
}

export const noInterval: EstimateInterval = {
  lower: null,
  upper: null,
  weightedLower: null,
  weightedUpper: null,
};

/**
 * What is missing, or to be doubted, and why.
 *
 * - `too-few-items`: fewer than 20 items tell models apart; no intervals.
 * - `few-clusters`: fewer than 10 clusters; below 3 no intervals.
 * - `few-replicates`: fewer than 200; no rank intervals and no tiers.
 * - `skipped-replicates`: more than 5 % held no item that tells models apart; no intervals.
 * - `gaps`, `near-perfect`, `fails-nothing`, `large-pool`: no closed form.
 */
export type IntervalCaution =
  | "fails-nothing"
  | "few-clusters"
  | "few-replicates"
  | "gaps"
  | "large-pool"
  | "near-perfect"
  | "skipped-replicates"
  | "too-few-items";
