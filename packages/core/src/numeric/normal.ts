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
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const middleBelow = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852546,
];
const shoulderAbove = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
];
const shoulderBelow = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008,
  0.015198666563616457, 0.0005475938084995345, 1.0507500716444169e-9,
];
const tailAbove = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487,
  0.026532189526576124, 0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const tailBelow = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
  1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
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
