/** How differences between models spread over bootstrap replicates. */

import { replicatesOf, type Bootstrap } from "./bootstrap.ts";

/** Below this a difference does not spread at all: the models have equal answers. */
const noSpread = 1e-12;

/**
 * Standard deviation over replicates (n - 1) of `ln competency of i - ln competency of j`, as
 * `sd[i * k + j]` for k models given by index. Differences are taken before squares, so that equal
 * models get 0 and not the rounding of a covariance. A replicate without a value counts as average.
 */
export function differenceSd(drawn: Bootstrap, models: readonly number[]): Float64Array {
  const deviations = models.map((model) =>
    centred(replicatesOf(drawn.logCompetency, { model, replicates: drawn.replicates })),
  );
  const sd = new Float64Array(models.length ** 2);
  for (const [i, first] of deviations.entries()) {
    for (let j = i + 1; j < deviations.length; j += 1) {
      const spread = spreadOf(first, deviations[j]!);
      sd[i * models.length + j] = spread;
      sd[j * models.length + i] = spread;
    }
  }
  return sd;
}

/** Deviations from the mean of the values there are. */
function centred(values: Float64Array): Float64Array {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return values.map((value) => (Number.isNaN(value) ? 0 : value - sum / count));
}

function spreadOf(first: Float64Array, second: Float64Array): number {
  let squares = 0;
  for (let index = 0; index < first.length; index += 1) {
    squares += (first[index]! - second[index]!) ** 2;
  }
  return Math.sqrt(squares / (first.length - 1));
}

/** A difference in units of its standard deviation; 0 when it does not spread. */
export function studentised(difference: number, sd: number): number {
  return sd < noSpread ? 0 : difference / sd;
}
