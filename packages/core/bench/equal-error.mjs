/** How tight a tolerance has to be for a given error: rounds of different methods leave different ones. */

import { fitDistance } from "./agreement.mjs";

/** L1 distance from the fixed point, of competencies and difficulties together. */
export const sameError = 1e-10;

/**
 * The loosest power of ten as tolerance whose fit is within `sameError` of the reference; `undefined`
 * when none is.
 *
 * @param fitAt A fit, or a promise of it, at a tolerance.
 */
export async function looseEnough(fitAt, reference) {
  for (let digits = 6; digits <= 13; digits += 1) {
    const tolerance = Number(`1e-${digits}`);
    if (fitDistance(await fitAt(tolerance), reference) < sameError) return tolerance;
  }
  return undefined;
}
