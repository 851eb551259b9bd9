/** The interval of a share. */

import { normalQuantile } from "../numeric/normal.ts";

/**
 * Wilson's score interval of a share of n trials (E. B. Wilson, Journal of the American Statistical
 * Association 22, 1927): the shares p with |share - p| <= z sqrt(p (1 - p) / n). Holds the share, and
 * stays within [0, 1].
 *
 * @param share Observed, 0 to 1; need not be a whole number of n-ths.
 * @returns `[0, 1]` for n = 0.
 * @example
 * ```ts
 * wilson(0.9, { n: 70 }); // [0.808, 0.951]
 * ```
 */
export function wilson(
  share: number,
  { n, level = 0.95 }: { readonly n: number; readonly level?: number | undefined },
): readonly [lower: number, upper: number] {
  if (n === 0) return [0, 1];
  const z = normalQuantile((1 + level) / 2);
  const weight = 1 + (z * z) / n;
  const centre = (share + (z * z) / (2 * n)) / weight;
  const half = (z / weight) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, Math.min(centre - half, share)), Math.min(1, Math.max(centre + half, share))];
}
