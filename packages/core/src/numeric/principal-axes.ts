/** The few strongest axes of a symmetric matrix. */

import { mulberry32 } from "./random.ts";
import { symmetricEigen } from "./symmetric.ts";

/** Vectors beyond those that are wanted make the search for these fast. */
const spare = 5;
const searchRounds = 300;

export interface AxesOptions {
  /** Number of rows. */
  readonly size: number;
  /** Axes at most. */
  readonly wanted: number;
  /** For the vectors that the search starts from. */
  readonly seed: number;
}

/**
 * Eigenvectors of the largest eigenvalues of a symmetric matrix without negative ones; those of 0 are
 * left out. A few vectors are multiplied again and again (subspace iteration with a Rayleigh-Ritz step),
 * which for large matrices is much cheaper than all eigenvalues. Where eigenvalues are tied, which
 * vectors come out depends on the seed.
 *
 * @example
 * ```ts
 * principalAxes(Float64Array.of(2, 1, 1, 2), { size: 2, wanted: 1, seed: 1 }); // [[0.707, 0.707]], or its negative
 * ```
 */
export function principalAxes(
  matrix: Float64Array,
  { size, wanted, seed }: AxesOptions,
): readonly Float64Array[] {
  const random = mulberry32(seed);
  const count = Math.min(size, wanted + spare);
  let basis: Float64Array[] = Array.from({ length: count }, () =>
    Float64Array.from({ length: size }, () => random.normal()),
  );
  for (let round = 0; round < searchRounds; round += 1) {
    basis = orthonormal(basis.map((vector) => times(matrix, vector)));
  }
  const images = basis.map((vector) => times(matrix, vector));
  const inner = Float64Array.from({ length: basis.length ** 2 }, (_, place) =>
    dot(basis[Math.floor(place / basis.length)]!, images[place % basis.length]!),
  );
  const { values, vectors } = symmetricEigen(inner, basis.length);
  return Array.from(values.subarray(0, wanted))
    .filter((value) => value > 1e-9 * values[0]!)
    .map((_, place) => {
      const axis = new Float64Array(size);
      for (const [part, vector] of basis.entries()) {
        const share = vectors[place * basis.length + part]!;
        for (let row = 0; row < size; row += 1) axis[row]! += share * vector[row]!;
      }
      return axis;
    });
}

/** Gram and Schmidt, twice over for what rounding leaves; a vector in the span of others is dropped. */
function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const vector of vectors) {
    const rest = vector.slice();
    const length = Math.sqrt(dot(vector, vector));
    for (const before of [...basis, ...basis]) {
      const share = dot(before, rest);
      for (let row = 0; row < rest.length; row += 1) rest[row]! -= share * before[row]!;
    }
    const left = Math.sqrt(dot(rest, rest));
    if (left > 1e-12 * length) basis.push(rest.map((value) => value / left));
  }
  return basis;
}

function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  const result = new Float64Array(size);
  for (let row = 0; row < size; row += 1) {
    let sum = 0;
    for (let column = 0; column < size; column += 1) {
      sum += matrix[row * size + column]! * vector[column]!;
    }
    result[row] = sum;
  }
  return result;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}
