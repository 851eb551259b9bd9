/** Weighted sums in the place of integrals over a normal distribution. */

import { symmetricEigen } from "./symmetric.ts";

export interface Quadrature {
  /** Ascending, and symmetric around 0. */
  readonly nodes: Float64Array;
  /** They add up to 1. */
  readonly weights: Float64Array;
}

/**
 * Nodes and weights with which the mean of a function of a standard normal variable is a weighted sum,
 * exact for polynomials of degree up to 2 n - 1: eigenvalues, and squared first coordinates of the
 * eigenvectors, of the matrix of the recurrence of Hermite polynomials (G. H. Golub, J. H. Welsch,
 * "Calculation of Gauss quadrature rules", Mathematics of Computation 23, 1969).
 *
 * @example
 * ```ts
 * gaussHermite(3).nodes; // [-1.732, 0, 1.732], with weights [1/6, 2/3, 1/6]
 * ```
 */
export function gaussHermite(count: number): Quadrature {
  const recurrence = new Float64Array(count * count);
  for (let row = 1; row < count; row += 1) {
    recurrence[row * count + row - 1] = Math.sqrt(row);
    recurrence[(row - 1) * count + row] = Math.sqrt(row);
  }
  const { values, vectors } = symmetricEigen(recurrence, count);
  const weights = Float64Array.from(values, (_, place) => vectors[place * count]! ** 2);
  // The mean over both tails takes rounding out of the symmetry.
  const mirrored = (place: number) => count - 1 - place;
  return {
    nodes: values.map((_, place) => (values[mirrored(place)]! - values[place]!) / 2),
    weights: weights.map((weight, place) => (weight + weights[mirrored(place)]!) / 2),
  };
}
