/** Student's t distribution, whose degrees of freedom need not be whole. */

import { logBeta, logGamma } from "./log-gamma.ts";
import { normalQuantile } from "./normal.ts";

/** Newton's method below needs fewer than 40 steps even for the heaviest tails. */
const mostSteps = 100;

/**
 * P(T <= t) with `df` > 0 degrees of freedom, by the incomplete beta function.
 *
 * @example
 * ```ts
 * studentProbability(1, 1); // 0.75
 * ```
 */
export function studentProbability(t: number, df: number): number {
  const tail = 0.5 * incompleteBeta(df / (df + t * t), df / 2, 0.5);
  return t > 0 ? 1 - tail : tail;
}

/**
 * The t with P(T <= t) = p, 0 < p < 1; infinite degrees of freedom give the normal quantile.
 *
 * @example
 * ```ts
 * studentQuantile(0.975, 9); // 2.262157…
 * ```
 */
export function studentQuantile(p: number, df: number): number {
  if (p < 0.5) return -studentQuantile(1 - p, df);
  if (p === 0.5) return 0;
  const logScale =
    logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
  // Right of 0 the distribution function is concave and lies below the normal one, so Newton's steps
  // from the normal quantile never go too far.
  let t = normalQuantile(p);
  if (df === Infinity) return t;
  for (let taken = 0; taken < mostSteps; taken += 1) {
    const density = Math.exp(logScale - ((df + 1) / 2) * Math.log1p((t * t) / df));
    const step = (p - studentProbability(t, df)) / density;
    t += step;
    if (Math.abs(step) <= 1e-14 * t) break;
  }
  return t;
}

/** The regularised incomplete beta function I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast on this side of the mean only.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) / a;
  return front * betaFraction(x, a, b);
}

/** Continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const nonzero = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let numerator = 1;
  let denominator = 1 / nonzero(1 - ((a + b) * x) / (a + 1));
  let result = denominator;
  for (let m = 1; m < 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    denominator = 1 / nonzero(1 + even * denominator);
    numerator = nonzero(1 + even / numerator);
    result *= denominator * numerator;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    denominator = 1 / nonzero(1 + odd * denominator);
    numerator = nonzero(1 + odd / numerator);
    const factor = denominator * numerator;
    result *= factor;
    if (Math.abs(factor - 1) < 1e-16) break;
  }
  return result;
}
