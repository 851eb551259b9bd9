/** The difference of two models on the items that both were asked. */

import { normalQuantile } from "../numeric/normal.ts";
import { clusterMean, clusterSums, type ClusterSums } from "./clusters.ts";
import { agrestiMin, mcnemar, type Flips } from "./mcnemar.ts";
import { signFlips, type SignFlipOptions } from "./sign-flips.ts";
import { studentQuantile } from "./student-t.ts";

/** Scores of A and B on the same items, in the same order. */
export interface PairedScores {
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** Items with the same number stand or fall together. Default: each is on its own. */
  readonly cluster?: ArrayLike<number> | undefined;
}

export interface PairedOptions extends SignFlipOptions {
  /** Default .95. */
  readonly level?: number | undefined;
}

/** `mcnemar`: 0/1 scores, mid-p value. `sign-flip`: partial credit, averaged trials or clusters. */
export type PairedTest = "mcnemar" | "sign-flip";

export interface PairedResult extends Flips {
  readonly items: number;
  /** Groups of items that count as one; `items` when there are no clusters. */
  readonly clusters: number;
  readonly accuracyA: number;
  readonly accuracyB: number;
  /** B minus A. */
  readonly difference: number;
  /** Interval of the difference; `null` for fewer than three clusters. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly p: number;
  readonly pExact: number;
  readonly test: PairedTest;
  /**
   * Whether these flips could be significant if all went one way: the smallest mid-p value of n flips
   * is 2^-n, so fewer than 5 cannot reach .05.
   */
  readonly canDecide: boolean;
  /** Standard error of the difference when there is none; `null` where it cannot be estimated. */
  readonly standardError: number | null;
}

/**
 * Compares two models on common items. 0/1 scores of single items: McNemar's mid-p test and the
 * interval of Agresti and Min. Otherwise signs are flipped for whole clusters, and the interval is the
 * mean with its jackknife standard error and the t distribution. `onlyA` and `onlyB` count the items
 * on which one model scored more.
 *
 * @example
 * ```ts
 * const a = Float64Array.of(1, 0, 0, 0, 0, 0);
 * const b = Float64Array.of(0, 1, 1, 1, 1, 0);
 * pairedDifference({ a, b }); // difference 0.5, onlyA 1, onlyB 4, p 0.21875
 * ```
 */
export function pairedDifference(scores: PairedScores, options: PairedOptions = {}): PairedResult {
  const { a, b, cluster } = scores;
  const { level = 0.95 } = options;
  const differences = b.map((score, item) => score - a[item]!);
  const flips = flipCounts(differences);
  const binary = a.every(isWhole) && b.every(isWhole);
  const shared = { items: a.length, accuracyA: mean(a), accuracyB: mean(b), ...flips };
  if (binary && cluster === undefined)
    return { ...shared, ...onWholeScores(flips, a.length, level) };
  return { ...shared, ...onClusters(clusterSums(differences, cluster), level, options) };
}

type Rest = Omit<PairedResult, "items" | "accuracyA" | "accuracyB" | keyof Flips>;

function onWholeScores(flips: Flips, items: number, level: number): Rest {
  const [lower, upper] = agrestiMin(flips, { items, level });
  const changed = flips.onlyA + flips.onlyB;
  return {
    clusters: items,
    difference: (flips.onlyB - flips.onlyA) / items,
    lower,
    upper,
    ...mcnemar(flips),
    test: "mcnemar",
    canDecide: 2 ** -changed <= 1 - level,
    standardError: Math.sqrt((changed + 1) / (items + 2) / items),
  };
}

/** Fewer clusters say nothing about their spread. */
const fewestClusters = 3;

function onClusters(clusters: ClusterSums, level: number, options: SignFlipOptions): Rest {
  const count = clusters.sums.length;
  const { mean: difference, standardError: estimated, df } = clusterMean(clusters);
  const { nonzero, p, pExact } = signFlips(clusters.sums, options);
  const known = count >= fewestClusters;
  // Clusters that all agree would claim no error at all: the error of one flip more, as for 0/1 scores.
  const constant = !(estimated > 0);
  const standardError = constant ? 1 / Math.sqrt((count + 2) * count) : estimated;
  const half = constant
    ? normalQuantile((1 + level) / 2) / (count + 2)
    : studentQuantile((1 + level) / 2, df) * estimated;
  return {
    clusters: count,
    difference,
    lower: known ? Math.max(-1, difference - half) : null,
    upper: known ? Math.min(1, difference + half) : null,
    p,
    pExact,
    test: "sign-flip",
    canDecide: 2 ** -nonzero <= 1 - level,
    standardError: known ? standardError : null,
  };
}

function flipCounts(differences: Float64Array): Flips {
  let onlyA = 0;
  let onlyB = 0;
  for (const difference of differences) {
    if (difference < 0) onlyA += 1;
    else if (difference > 0) onlyB += 1;
  }
  return { onlyA, onlyB };
}

const isWhole = (score: number) => score === 0 || score === 1;

const mean = (values: Float64Array) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
