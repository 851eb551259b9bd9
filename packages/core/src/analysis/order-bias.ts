/** Whether a judge's scores depend on what it reads first. */

import { clusterMean, clusterSums } from "../stats/clusters.ts";
import { studentQuantile } from "../stats/student-t.ts";

/** One answer judged twice: with the reference first, and with the answer first. */
export interface JudgedBothWays {
  readonly referenceFirst: number;
  readonly answerFirst: number;
  /** Answers to the same item have the same number, and count as drawn together. */
  readonly item: number;
}

export interface OrderBias {
  readonly answers: number;
  /** Mean of the score with the answer first minus that with the reference first. */
  readonly difference: number;
  /** Interval of the difference; `null` for fewer than three items. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** Share of answers whose score changed at all. */
  readonly changed: number;
}

/**
 * The mean signed difference between two orders, with an interval by Student's t over items.
 *
 * @returns `NaN` for difference and share without answers.
 * @example
 * ```ts
 * orderBias([{ referenceFirst: 1, answerFirst: 0.5, item: 0 }]); // difference -0.5, changed 1
 * ```
 */
export function orderBias(
  pairs: readonly JudgedBothWays[],
  { level = 0.95 }: { readonly level?: number } = {},
): OrderBias {
  const differences = Float64Array.from(pairs, (one) => one.answerFirst - one.referenceFirst);
  const clusters = clusterSums(
    differences,
    pairs.map(({ item }) => item),
  );
  const { mean, standardError, df } = clusterMean(clusters);
  const items = clusters.sums.length;
  const half = studentQuantile((1 + level) / 2, df) * standardError;
  return {
    answers: pairs.length,
    difference: pairs.length === 0 ? Number.NaN : mean,
    lower: items < 3 ? null : mean - half,
    upper: items < 3 ? null : mean + half,
    changed: differences.filter((difference) => difference !== 0).length / pairs.length,
  };
}
