/**
 * Small systems of linear equations whose matrix has a diagonal that outweighs the rest of each column,
 * such as I - d^2 B with the columns of B summing to 1. Elimination without exchanging rows is stable
 * for these. Matrices are arrays, row after row.
 */

import { linearMemory, roomFor } from "./web-assembly.ts";

/**
 * Solves `A x = b` in place: both arguments are used up, and the solution is returned in `b`.
 *
 * @example
 * ```ts
 * solveDominant(Float64Array.of(2, 1, 0, 4), Float64Array.of(4, 8)); // [1, 2]
 * ```
 */
export function solveDominant(a: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const pivotRow = pivot * size;
    for (let row = pivot + 1; row < size; row += 1) {
      const factor = a[row * size + pivot]! / a[pivotRow + pivot]!;
      if (factor === 0) continue;
      for (let column = pivot + 1; column < size; column += 1) {
        a[row * size + column]! -= factor * a[pivotRow + column]!;
      }
      b[row]! -= factor * b[pivot]!;
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = b[row]!;
    for (let column = row + 1; column < size; column += 1) {
      sum -= a[row * size + column]! * b[column]!;
    }
    b[row] = sum / a[row * size + row]!;
  }
  return b;
}

/** As {@link solveDominant}, to the last bit, in compiled loops; `undefined` where they cannot be had. */
export function solveCompiled(a: Float64Array, b: Float64Array): Float64Array | undefined {
  const memory = linearMemory(roomFor(a.length, 8) + roomFor(b.length, 8));
  if (memory === undefined) return undefined;
  const left = memory.numbers(a.length);
  const right = memory.numbers(b.length);
  left.set(a);
  right.set(b);
  memory.loops.solveDominant(left.byteOffset, right.byteOffset, b.length);
  b.set(right);
  memory.release();
  return b;
}

/**
 * The inverse, as a new matrix.
 *
 * @example
 * ```ts
 * invertDominant(Float64Array.of(2, 0, 0, 4), 2); // [0.5, 0, 0, 0.25]
 * ```
 */
export function invertDominant(a: Float64Array, size: number): Float64Array {
  const rest = a.slice();
  const inverse = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) inverse[row * size + row] = 1;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const scale = 1 / rest[pivot * size + pivot]!;
    scaleRow(rest, { row: pivot, size, scale });
    scaleRow(inverse, { row: pivot, size, scale });
    for (let row = 0; row < size; row += 1) {
      const factor = rest[row * size + pivot]!;
      if (row === pivot || factor === 0) continue;
      subtractRow(rest, { row, from: pivot, size, factor });
      subtractRow(inverse, { row, from: pivot, size, factor });
    }
  }
  return inverse;
}

interface RowChange {
  readonly row: number;
  readonly size: number;
}

function scaleRow(
  a: Float64Array,
  { row, size, scale }: RowChange & { readonly scale: number },
): void {
  for (let place = row * size; place < (row + 1) * size; place += 1) a[place]! *= scale;
}

function subtractRow(
  a: Float64Array,
  { row, from, size, factor }: RowChange & { readonly from: number; readonly factor: number },
): void {
  for (let column = 0; column < size; column += 1) {
    a[row * size + column]! -= factor * a[from * size + column]!;
  }
}
