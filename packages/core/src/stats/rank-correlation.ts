/** Agreement of two rankings. */

/**
 * Kendall's tau-b: concordant minus discordant pairs, over the geometric mean of the pairs that each
 * side does not tie. Pairs with a `NaN` on either side are left out.
 *
 * @returns 1 for the same order, -1 for the reverse, `NaN` when one side ties all pairs.
 * @example
 * ```ts
 * kendallTau([1, 2, 3, 4], [1, 3, 2, 4]); // 2/3
 * ```
 */
export function kendallTau(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let balance = 0;
  let untiedA = 0;
  let untiedB = 0;
  for (let i = 1; i < a.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const signA = Math.sign(a[i]! - a[j]!);
      const signB = Math.sign(b[i]! - b[j]!);
      if (Number.isNaN(signA) || Number.isNaN(signB)) continue;
      balance += signA * signB;
      untiedA += Math.abs(signA);
      untiedB += Math.abs(signB);
    }
  }
  return balance / Math.sqrt(untiedA * untiedB);
}
