/** How far a sum of squares may go by chance. */

import { normalUpperTail } from "../numeric/normal.ts";

/**
 * Probability that a chi-square variable exceeds x, by the cube-root approximation of E. B. Wilson and
 * M. M. Hilferty (1931): off by less than .005 from 3 degrees of freedom on.
 *
 * @returns 1 for no degree of freedom.
 * @example
 * ```ts
 * chiSquareUpperTail(16.919, 9); // 0.05
 * ```
 */
export function chiSquareUpperTail(x: number, degreesOfFreedom: number): number {
  if (degreesOfFreedom <= 0) return 1;
  const spread = 2 / (9 * degreesOfFreedom);
  return normalUpperTail((Math.cbrt(x / degreesOfFreedom) - 1 + spread) / Math.sqrt(spread));
}
