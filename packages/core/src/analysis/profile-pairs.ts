/** Models of the same accuracy that earn it on different items. */

import type { PropagateOptions } from "../estimate/propagate.ts";
import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { adjustedP } from "../stats/multiplicity.ts";
import { fewestBandItems, fewestOthers } from "./bands.ts";
import { chiSquareUpperTail } from "./chi-square.ts";
import { bandsWithout, type BandItems } from "./profiles.ts";
import type { OnStep } from "./study-progress.ts";

/** Which pairs to look at, and the settings of the difficulties. */
export interface ProfilePairOptions extends PropagateOptions {
  /** Largest difference of two accuracies that count as the same. Default .02. */
  readonly within?: number | undefined;
  /** Bands between the easiest and the hardest items. Default 10. */
  readonly bands?: number | undefined;
  readonly onStep?: OnStep | undefined;
}

/** Two models of the same accuracy, as indices, and how they differ by difficulty. */
export interface ProfilePair {
  readonly a: number;
  readonly b: number;
  /** On the items that both were asked. */
  readonly accuracyA: number;
  readonly accuracyB: number;
  /** Chance of bands that differ as much when the models differ equally in all of them; by Holm. */
  readonly p: number;
  readonly pAdjusted: number;
  readonly bands: readonly PairBand[];
}

/** A band of difficulty for the others, and B minus A in it. */
export interface PairBand extends Pick<BandItems, "kind" | "number"> {
  readonly items: number;
  /** `undefined` below 20 items. */
  readonly difference: number | undefined;
}

/** With more pairs than this only the closest are looked at. */
const mostPairs = 300;

/**
 * Pairs of models whose accuracies on common items lie within 2 points and are not told apart (paired
 * z below 1.96), each with its differences by bands of difficulty. Difficulty comes from all models but
 * these two. With d the mean difference in a band and v its variance, the sum over bands of
 * (d - mean)^2 / v, mean weighted by 1/v, is compared with chi-square; p values of all pairs are
 * corrected together (Holm). Smallest p first.
 *
 * @returns nothing with fewer than 7 models.
 * @throws EipError `bad-option` for a setting out of range.
 * @example
 * ```ts
 * const [most] = await profilePairs(matrix);
 * most?.pAdjusted; // 0.003: the same accuracy, earned on other items
 * ```
 */
export async function profilePairs(
  matrix: ResponseMatrix,
  options: ProfilePairOptions = {},
): Promise<readonly ProfilePair[]> {
  const { within = 0.02, bands = 10, onStep, ...settings } = options;
  if (matrix.models.length < fewestOthers + 2) return [];
  const candidates = samePlaces(matrix, within);
  const found: Omit<ProfilePair, "pAdjusted">[] = [];
  for (const [place, pair] of candidates.entries()) {
    await onStep?.({ done: place, total: candidates.length, what: "pairs" });
    const groups = bandsWithout(matrix, [pair.a, pair.b], { bands, settings });
    const moments = groups.map((group) => ({ group, ...differenceOn(matrix, pair, group.items) }));
    found.push({
      a: pair.a,
      b: pair.b,
      accuracyA: pair.accuracyA,
      accuracyB: pair.accuracyB,
      p: heterogeneity(moments),
      bands: moments.map(({ group: { kind, number }, items, mean }) => ({
        kind,
        number,
        items,
        difference: items < fewestBandItems ? undefined : mean,
      })),
    });
  }
  const corrected = adjustedP(found.map(({ p }) => p));
  return found
    .map((pair, place) => ({ ...pair, pAdjusted: corrected[place]! }))
    .toSorted((x, y) => x.p - y.p || x.a - y.a || x.b - y.b);
}

interface Candidate {
  readonly a: number;
  readonly b: number;
  readonly accuracyA: number;
  readonly accuracyB: number;
}

function samePlaces(matrix: ResponseMatrix, within: number): readonly Candidate[] {
  const all = [...matrix.items.keys()];
  const found: Candidate[] = [];
  for (let a = 0; a < matrix.models.length; a += 1) {
    for (let b = a + 1; b < matrix.models.length; b += 1) {
      const { items, mean, variance, meanA } = differenceOn(matrix, { a, b }, all);
      if (items < fewestBandItems || Math.abs(mean) > within) continue;
      if (Math.abs(mean) >= 1.96 * Math.sqrt(variance) && mean !== 0) continue;
      found.push({ a, b, accuracyA: meanA, accuracyB: meanA + mean });
    }
  }
  const gap = ({ accuracyA, accuracyB }: Candidate) => Math.abs(accuracyB - accuracyA);
  return found.toSorted((x, y) => gap(x) - gap(y) || x.a - y.a || x.b - y.b).slice(0, mostPairs);
}

interface Difference {
  /** Items that both were asked. */
  readonly items: number;
  /** Mean of B minus A, and the variance of that mean; `NaN` without items. */
  readonly mean: number;
  readonly variance: number;
  readonly meanA: number;
}

function differenceOn(
  matrix: ResponseMatrix,
  { a, b }: Pick<Candidate, "a" | "b">,
  among: readonly number[],
): Difference {
  let items = 0;
  let sum = 0;
  let squares = 0;
  let ofA = 0;
  for (const item of among) {
    const scoreA = scoreAt(matrix, a, item);
    const difference = scoreAt(matrix, b, item) - scoreA;
    if (Number.isNaN(difference)) continue;
    items += 1;
    ofA += scoreA;
    sum += difference;
    squares += difference ** 2;
  }
  const mean = sum / items;
  return { items, mean, variance: (squares / items - mean ** 2) / items, meanA: ofA / items };
}

/** Cochran's Q over the bands that have enough items and any difference, as a p value. */
function heterogeneity(bands: readonly Difference[]): number {
  const usable = bands.filter(({ items, variance }) => items >= fewestBandItems && variance > 0);
  const weight = usable.reduce((sum, { variance }) => sum + 1 / variance, 0);
  const mean = usable.reduce((sum, band) => sum + band.mean / band.variance, 0) / weight;
  const q = usable.reduce((sum, band) => sum + (band.mean - mean) ** 2 / band.variance, 0);
  return chiSquareUpperTail(q, usable.length - 1);
}
