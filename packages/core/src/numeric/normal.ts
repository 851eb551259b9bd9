/** The standard normal distribution. */

/**
 * The value below which a standard normal variable falls with probability p (M. J. Wichura,
 * Algorithm AS 241, Applied Statistics 37, 1988; relative error about 1e-16).
 *
 * @returns -Infinity at 0, Infinity at 1, `NaN` outside [0, 1].
 * @example
 * ```ts
 * normalQuantile(0.975); // 1.959963984540054
 * ```
 */
export function normalQuantile(p: number): number {
  const centred = p - 0.5;
  if (Math.abs(centred) <= 0.425) {
    const r = 0.180625 - centred * centred;
    return (centred * polynomial(middleAbove, r)) / polynomial(middleBelow, r);
  }
  const tail = Math.min(p, 1 - p);
  if (Number.isNaN(tail) || tail < 0) return Number.NaN;
  if (tail === 0) return Math.sign(centred) * Infinity;
  const r = Math.sqrt(-Math.log(tail));
  const size =
    r <= 5
      ? polynomial(shoulderAbove, r - 1.6) / polynomial(shoulderBelow, r - 1.6)
      : polynomial(tailAbove, r - 5) / polynomial(tailBelow, r - 5);
  return Math.sign(centred) * size;
}

/** Coefficients from the constant upwards. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((value, coefficient) => value * x + coefficient, 0);
}

const middleAbove = [
  3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
  45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
];
const middleBelow = [
  1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867,
  39307.89580009271061, 28729.085735721942674, 5226.495278852545925,
];
const shoulderAbove = [
  1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
  1.27045825245236838258, 0.24178072517745061177, 0.0227238449892691845833,
  7.7454501427834140764e-4,
];
const shoulderBelow = [
  1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459,
  0.0151986665636164571966, 5.475938084995344946e-4, 1.05075007164441684324e-9,
];
const tailAbove = [
  6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123,
  0.026532189526576123093, 0.0012426609473880784386, 2.71155556874348757815e-5,
  2.01033439929228813265e-7,
];
const tailBelow = [
  1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525,
  7.868691311456132591e-4, 1.8463183175100546818e-5, 1.4215117583164458887e-7,
  2.04426310338993978564e-15,
];

/**
 * Probability that a standard normal variable exceeds z: the power series near the middle, the
 * continued fraction 1/(z + 1/(z + 2/(z + 3/(z + ...)))) of the tail beyond 3.
 *
 * @example
 * ```ts
 * normalUpperTail(1.959963984540054); // 0.025
 * ```
 */
export function normalUpperTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (Math.abs(z) <= 3) return 0.5 - density * oddSeries(z);
  const tail = density * tailFraction(Math.abs(z));
  return z > 0 ? tail : 1 - tail;
}

/** `z + z^3 / 3 + z^5 / (3 * 5) + ...` */
function oddSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum;
}

function tailFraction(z: number): number {
  let value = z;
  for (let depth = 100; depth > 0; depth -= 1) value = z + depth / value;
  return 1 / value;
}
