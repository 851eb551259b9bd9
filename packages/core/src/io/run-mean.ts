import { exactSum } from "../numeric/sum.ts";
import type { MeanCheck } from "../outcomes/adapter.ts";
import type { GradedMetric, RunHead } from "../outcomes/graded-run.ts";
import { pairText } from "./choose-pair.ts";

/** Our means and the harness's own agree when they differ by less. */
const TOLERANCE = 1e-6;

/**
 * The mean of the graded rows of a run beside the harness's own.
 *
 * @returns `mean` is NaN where nothing was graded, and is then compared with nothing.
 */
export function checkMean(
  { model, harnessMeans }: RunHead,
  pair: GradedMetric,
  scores: readonly (number | null | undefined)[],
): MeanCheck {
  const sum = exactSum();
  let graded = 0;
  let solved = 0;
  for (const score of scores) {
    if (score === null || score === undefined) continue;
    graded += 1;
    // Ones and zeros, which nearly all are, add up exactly by themselves.
    if (score === 1) solved += 1;
    else if (score !== 0) sum.add(score);
  }
  sum.add(solved);
  const mean = sum.total() / graded;
  const key = pairText(pair);
  const harnessMean = Object.hasOwn(harnessMeans, key) ? harnessMeans[key]! : null;
  const isComparable = harnessMean !== null && graded > 0;
  return {
    model,
    mean,
    harnessMean,
    agrees: isComparable ? Math.abs(mean - harnessMean) <= TOLERANCE : null,
  };
}
