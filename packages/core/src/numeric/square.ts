/** Small square matrices, held as arrays, row after row. */

/** The matrix with ones on its diagonal. */
export function identity(size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) matrix[row * size + row] = 1;
  return matrix;
}

/**
 * The product of two matrices of one size.
 *
 * @example
 * ```ts
 * squareProduct(Float64Array.of(1, 2, 0, 1), Float64Array.of(1, 0, 3, 1)); // [7, 2, 3, 1]
 * ```
 */
export function squareProduct(a: Float64Array, b: Float64Array): Float64Array {
  const size = Math.round(Math.sqrt(a.length));
  const result = new Float64Array(a.length);
  for (let row = 0; row < size; row += 1) {
    for (let inner = 0; inner < size; inner += 1) {
      const factor = a[row * size + inner]!;
      for (let column = 0; column < size; column += 1) {
        result[row * size + column]! += factor * b[inner * size + column]!;
      }
    }
  }
  return result;
}

/** Rows become columns. */
export function transposed(a: Float64Array): Float64Array {
  const size = Math.round(Math.sqrt(a.length));
  return a.map((_, place) => a[(place % size) * size + Math.floor(place / size)]!);
}

/** Each row times a number of its own. */
export function scaledRows(a: Float64Array, factors: Float64Array): Float64Array {
  return a.map((value, place) => value * factors[Math.floor(place / factors.length)]!);
}

/** T A T', what a matrix of products of vectors becomes when every vector v becomes T v. */
export function transformedSquare(by: Float64Array, a: Float64Array): Float64Array {
  return squareProduct(squareProduct(by, a), transposed(by));
}
