/** Repetitions of one figure in a few numbers. */

/** Mean and spread of repetitions; repetitions that are not numbers are left out. */
export interface Summary {
  /** `NaN` when there is no repetition. */
  readonly mean: number;
  /** Standard deviation, n - 1; `NaN` below two repetitions. */
  readonly sd: number;
  readonly min: number;
  readonly max: number;
  /** Repetitions that count. */
  readonly count: number;
}

/**
 * Mean, standard deviation and range of the values that are numbers.
 *
 * @example
 * ```ts
 * summaryOf([1, 3, Number.NaN]); // { mean: 2, sd: 1.41, min: 1, max: 3, count: 2 }
 * ```
 */
export function summaryOf(values: readonly number[]): Summary {
  const known = values.filter((value) => !Number.isNaN(value));
  const count = known.length;
  const mean = known.reduce((sum, value) => sum + value, 0) / count;
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    mean,
    sd: count < 2 ? Number.NaN : Math.sqrt(squares / (count - 1)),
    min: count === 0 ? Number.NaN : Math.min(...known),
    max: count === 0 ? Number.NaN : Math.max(...known),
    count,
  };
}
