/** Positions in a ranking. */

/**
 * Competition ranks (1, 2, 2, 4), highest value first. Neighbours in that order tie when they differ
 * by at most `max(1e-9 * larger, margin)`. `NaN` has no rank and gets `NaN`.
 *
 * @param margin How far two values may lie apart and still be equal, for instance the error bound of
 *   the estimate they come from.
 * @example
 * ```ts
 * ranks([0.2, 0.5, 0.2, 0.1]); // [2, 1, 2, 4]
 * ```
 */
export function ranks(values: ArrayLike<number>, margin = 0): number[] {
  const order = descending(values);
  const result: number[] = Array.from({ length: values.length }, () => Number.NaN);
  for (const [place, index] of order.entries()) {
    const above = order[place - 1];
    result[index] =
      above !== undefined && tied(values[above]!, values[index]!, margin)
        ? result[above]!
        : place + 1;
  }
  return result;
}

/** Whether two values share a rank: see {@link ranks}. */
export function tied(a: number, b: number, margin: number): boolean {
  return Math.abs(a - b) <= Math.max(1e-9 * Math.max(Math.abs(a), Math.abs(b)), margin);
}

/** Indices by value, highest first; equal values keep their order and `NaN` is left out. */
export function descending(values: ArrayLike<number>): number[] {
  return Array.from({ length: values.length }, (_, index) => index)
    .filter((index) => !Number.isNaN(values[index]!))
    .toSorted((a, b) => values[b]! - values[a]! || a - b);
}
