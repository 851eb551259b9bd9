/** Sums that do not depend on the order of their terms. */

/**
 * Adds numbers exactly and rounds once at the end, so that any order of the same terms gives the
 * same bits. Keeps a short list of non-overlapping partial sums (J. R. Shewchuk, "Adaptive
 * precision floating-point arithmetic", Discrete & Computational Geometry 18, 1997).
 *
 * @example
 * ```ts
 * const sum = exactSum();
 * for (const term of [1e16, 1, -1e16]) sum.add(term);
 * sum.total(); // 1, where 1e16 + 1 - 1e16 is 0
 * ```
 */
export interface ExactSum {
  /** Adds one finite number. */
  add(term: number): void;
  /** The sum so far; 0 without terms. */
  total(): number;
}

export function exactSum(): ExactSum {
  const partials: number[] = [];
  return {
    add(term) {
      let carried = term;
      let kept = 0;
      for (const partial of partials) {
        const [large, small] =
          Math.abs(carried) < Math.abs(partial) ? [partial, carried] : [carried, partial];
        const high = large + small;
        const low = small - (high - large);
        if (low !== 0) {
          partials[kept] = low;
          kept += 1;
        }
        carried = high;
      }
      partials.length = kept;
      partials.push(carried);
    },
    total: () => roundedSum(partials),
  };
}

/** The correctly rounded sum of non-overlapping partials in ascending order of magnitude. */
function roundedSum(partials: readonly number[]): number {
  let index = partials.length - 1;
  if (index < 0) return 0;
  let high = partials[index]!;
  let low = 0;
  while (index > 0 && low === 0) {
    index -= 1;
    const sum = high + partials[index]!;
    low = partials[index]! - (sum - high);
    high = sum;
  }
  // A remainder of exactly half a unit in the last place rounds in the direction of what follows it.
  const next = partials[index - 1];
  if (low !== 0 && next !== undefined && Math.sign(next) === Math.sign(low)) {
    const doubled = low * 2;
    const nudged = high + doubled;
    if (doubled === nudged - high) high = nudged;
  }
  return high;
}
