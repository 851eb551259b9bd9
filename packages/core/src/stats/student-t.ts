/** Student's t distribution, whose degrees of freedom need not be whole. */

import { normalQuantile } from "../numeric/normal.ts";
import { logBeta } from "./log-gamma.ts";

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
  const tail = upperTail(Math.abs(t), df);
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
  if (p === 0.5 || df === Infinity) return normalQuantile(p);
  // Right of 0 the distribution function is concave and lies below the normal one, so Newton's steps
  // from the normal quantile go right and never too far; a step back is rounding.
  let t = normalQuantile(p);
  for (let taken = 0; taken < mostSteps; taken += 1) {
    const step = (upperTail(t, df) - (1 - p)) / density(t, df);
    t += step;
    if (step <= 1e-15 * t) break;
  }
  return t;
}

function density(t: number, df: number): number {
  const scale = -0.5 * Math.log(df) - logBeta(df / 2, 0.5);
  return Math.exp(scale - ((df + 1) / 2) * Math.log1p((t * t) / df));
}

/** P(T > t) for t from 0. */
function upperTail(t: number, df: number): number {
  const square = t * t;
  return 0.5 * incompleteBeta({ x: df / (df + square), y: square / (df + square) }, df / 2, 0.5);
}

/** The regularised incomplete beta function I_x(a, b); y is 1 - x without its rounding. */
function incompleteBeta(
  { x, y }: { readonly x: number; readonly y: number },
  a: number,
  b: number,
): number {
  if (x === 0 || y === 0) return x;
  // The fraction converges fast on this side of the mean only.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta({ x: y, y: x }, b, a);
  const logX = x < 0.5 ? Math.log(x) : Math.log1p(-y);
  const logY = y < 0.5 ? Math.log(y) : Math.log1p(-x);
  return (Math.exp(a * logX + b * logY - logBeta(a, b)) / a) * betaFraction(x, a, b);
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
