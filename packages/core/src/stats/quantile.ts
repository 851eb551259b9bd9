/** Quantiles of a sample. */

declare const inOrder: unique symbol;

/** A sample in ascending order without `NaN`: only `ascending` makes one. */
export type Ascending = Float64Array & { readonly [inOrder]: true };

/** The values in ascending order, as a copy; `NaN` is left out. */
export function ascending(values: ArrayLike<number>): Ascending {
  return Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .toSorted() as Ascending;
}

/**
 * The quantile at p: with h = p (n + 1), linear between the order statistics floor(h) and
 * floor(h) + 1, and the smallest or largest value beyond them (type 6 of R. J. Hyndman and Y. Fan,
 * "Sample quantiles in statistical packages", The American Statistician 50, 1996).
 *
 * @returns `NaN` for an empty sample.
 * @example
 * ```ts
 * quantile(ascending([40, 10, 30, 20]), 0.3); // 15
 * ```
 */
export function quantile(values: Ascending, p: number): number {
  const place = p * (values.length + 1);
  const below = Math.min(Math.max(Math.floor(place), 1), values.length);
  const above = Math.min(below + 1, values.length);
  const share = Math.min(Math.max(place - below, 0), 1);
  const low = values[below - 1] ?? Number.NaN;
  const high = values[above - 1] ?? Number.NaN;
  return low + share * (high - low);
}
