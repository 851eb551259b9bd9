/** Small symmetric matrices, held as arrays, row after row. */

import { identity } from "./square.ts";

export interface EigenPairs {
  /** Descending. */
  readonly values: Float64Array;
  /** Row `place` is the vector of length 1 that belongs to `values[place]`. */
  readonly vectors: Float64Array;
}

/** Sweeps needed are about 6; more means that a value is not a number. */
const sweepLimit = 60;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations of pairs of rows and
 * columns until nothing is left beside the diagonal. Costs of the order of size cubed per sweep.
 *
 * @example
 * ```ts
 * symmetricEigen(Float64Array.of(2, 1, 1, 2), 2).values; // [3, 1]
 * ```
 */
export function symmetricEigen(matrix: Float64Array, size: number): EigenPairs {
  const rest = matrix.slice();
  const turned = identity(size);
  for (let sweep = 0; sweep < sweepLimit; sweep += 1) {
    if (!sweepOnce(rest, turned, size)) break;
  }
  const order = Array.from({ length: size }, (_, place) => place).toSorted(
    (a, b) => rest[b * size + b]! - rest[a * size + a]! || a - b,
  );
  const vectors = new Float64Array(size * size);
  for (const [place, row] of order.entries()) {
    vectors.set(turned.subarray(row * size, (row + 1) * size), place * size);
  }
  return { values: Float64Array.from(order, (row) => rest[row * size + row]!), vectors };
}

/** Whether anything was turned. */
function sweepOnce(a: Float64Array, turned: Float64Array, size: number): boolean {
  let any = false;
  for (let p = 0; p < size; p += 1) {
    for (let q = p + 1; q < size; q += 1) {
      const beside = a[p * size + q]!;
      const onDiagonal = Math.abs(a[p * size + p]!) + Math.abs(a[q * size + q]!);
      if (!(Math.abs(beside) > 1e-17 * onDiagonal)) continue;
      any = true;
      const slant = (a[q * size + q]! - a[p * size + p]!) / (2 * beside);
      const tangent = (slant < 0 ? -1 : 1) / (Math.abs(slant) + Math.hypot(slant, 1));
      const cosine = 1 / Math.hypot(tangent, 1);
      const turn = { p, q, cosine, sine: tangent * cosine };
      turnColumns(a, size, turn);
      turnRows(a, size, turn);
      turnRows(turned, size, turn);
      a[p * size + q] = 0;
      a[q * size + p] = 0;
    }
  }
  return any;
}

interface Turn {
  readonly p: number;
  readonly q: number;
  readonly cosine: number;
  readonly sine: number;
}

function turnRows(a: Float64Array, size: number, { p, q, cosine, sine }: Turn): void {
  for (let column = 0; column < size; column += 1) {
    const first = a[p * size + column]!;
    const second = a[q * size + column]!;
    a[p * size + column] = cosine * first - sine * second;
    a[q * size + column] = sine * first + cosine * second;
  }
}

function turnColumns(a: Float64Array, size: number, { p, q, cosine, sine }: Turn): void {
  for (let row = 0; row < size; row += 1) {
    const first = a[row * size + p]!;
    const second = a[row * size + q]!;
    a[row * size + p] = cosine * first - sine * second;
    a[row * size + q] = sine * first + cosine * second;
  }
}

/**
 * Puts the inverse in the place of a positive definite matrix: elimination by its diagonal, which is
 * stable for these without exchanging rows.
 *
 * @example
 * ```ts
 * invertPositive(Float64Array.of(2, 1, 1, 2), 2); // [2/3, -1/3, -1/3, 2/3]
 * ```
 */
export function invertPositive(a: Float64Array, size: number): Float64Array {
  for (let pivot = 0; pivot < size; pivot += 1) {
    const scale = 1 / a[pivot * size + pivot]!;
    for (let column = 0; column < size; column += 1) a[pivot * size + column]! *= scale;
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const factor = a[row * size + pivot]!;
      for (let column = 0; column < size; column += 1) {
        if (column !== pivot) a[row * size + column]! -= factor * a[pivot * size + column]!;
      }
      a[row * size + pivot] = -factor * scale;
    }
    a[pivot * size + pivot] = scale;
  }
  return a;
}
