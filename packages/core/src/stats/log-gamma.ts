/** Logarithms of the gamma and the beta function. */

/** From here on the series below is exact to the last bit. */
const large = 15;

/**
 * ln Gamma(x) for x > 0: Stirling's series (NIST Digital Library of Mathematical Functions, 5.11.1)
 * after moving small arguments up by Gamma(x + 1) = x Gamma(x). Absolute error around 1e-15 times
 * max(1, ln Gamma).
 *
 * @returns Infinity at 0, `NaN` below.
 * @example
 * ```ts
 * logGamma(5); // 3.178…, the logarithm of 4! = 24
 * ```
 */
export function logGamma(x: number): number {
  if (!(x > 0)) return x === 0 ? Infinity : Number.NaN;
  let shift = 1;
  let at = x;
  while (at < large) {
    shift *= at;
    at += 1;
  }
  const inverse = 1 / at;
  const square = inverse * inverse;
  const series =
    inverse *
    (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188)))));
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - Math.log(shift);
}

/**
 * ln Beta(a, b) = ln Gamma(a) + ln Gamma(b) - ln Gamma(a + b), a and b above 0.
 *
 * @example
 * ```ts
 * Math.exp(logBeta(3, 2)); // 1/12
 * ```
 */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}
