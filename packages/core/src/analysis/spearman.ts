/** Agreement of two lists of values by their ranks, for lists too long for all pairs. */

/**
 * Spearman's correlation: Pearson's of the ranks, where values that are equal but for rounding (1e-9 of
 * the larger) share the mean of their places. Places with a `NaN` on either side are left out.
 *
 * @returns 1 for the same order, -1 for the reverse; `NaN` when one side does not vary.
 * @example
 * ```ts
 * spearman([1, 2, 3, 4], [1, 3, 2, 4]); // 0.8
 * ```
 */
export function spearman(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const both = commonPlaces(a, b);
  return pearson(
    midRanks(both.map((place) => a[place]!)),
    midRanks(both.map((place) => b[place]!)),
  );
}

/**
 * Pearson's correlation over the places where both have a value.
 *
 * @returns `NaN` when one side does not vary.
 * @example
 * ```ts
 * pearson([1, 2, 3], [2, 4, 6]); // 1
 * ```
 */
export function pearson(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const both = commonPlaces(a, b);
  const meanOf = (values: ArrayLike<number>) =>
    both.reduce((sum, place) => sum + values[place]!, 0) / both.length;
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let product = 0;
  let ofA = 0;
  let ofB = 0;
  for (const place of both) {
    const [x, y] = [a[place]! - meanA, b[place]! - meanB];
    product += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  // Equal numbers differ from their mean by rounding only.
  const varies = ofA > 1e-20 * meanA ** 2 * both.length && ofB > 1e-20 * meanB ** 2 * both.length;
  return varies && ofA > 0 && ofB > 0 ? product / Math.sqrt(ofA * ofB) : Number.NaN;
}

/**
 * Ranks from 1 in ascending order; values that are equal but for rounding share the mean of their places.
 *
 * @example
 * ```ts
 * midRanks([0.3, 0.1, 0.3]); // [2.5, 1, 2.5]
 * ```
 */
export function midRanks(values: ArrayLike<number>): Float64Array {
  const order = Uint32Array.from({ length: values.length }, (_, index) => index).toSorted(
    (x, y) => values[x]! - values[y]! || x - y,
  );
  const result = new Float64Array(values.length);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && nearlyEqual(values[order[end - 1]!]!, values[order[end]!]!)) {
      end += 1;
    }
    for (let place = start; place < end; place += 1) result[order[place]!] = (start + end + 1) / 2;
    start = end;
  }
  return result;
}

function nearlyEqual(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

function commonPlaces(a: ArrayLike<number>, b: ArrayLike<number>): readonly number[] {
  return Array.from({ length: a.length }, (_, place) => place).filter(
    (place) => !Number.isNaN(a[place]!) && !Number.isNaN(b[place]!),
  );
}
