/**
 * Anderson's acceleration of a fixed-point iteration (D. G. Anderson, Iterative procedures for nonlinear
 * integral equations, 1965): from the last rounds the combination whose changes cancel best.
 */

export interface Accelerator {
  /**
   * Where to go on from, after the round that took `point` to `image`. Both sum to the same number, and so
   * does the result; `undefined` where only the plain step is safe.
   */
  next(point: Float64Array, image: Float64Array): Float64Array | undefined;
}

/** Rounds that are combined; more hardly help and make the small system worse. */
const depth = 5;

export function accelerator(): Accelerator {
  const images: Float64Array[] = [];
  const changes: Float64Array[] = [];
  return {
    next(point, image) {
      const change = difference(image, point);
      const result = changes.length > 0 ? combined({ images, changes }, image, change) : undefined;
      images.push(image.slice());
      changes.push(change);
      if (images.length > depth) {
        images.shift();
        changes.shift();
      }
      return result;
    },
  };
}

interface Rounds {
  readonly images: readonly Float64Array[];
  readonly changes: readonly Float64Array[];
}

/**
 * With f the changes and g the images of rounds, finds the weights that make `f - sum over k of w[k] (f - f[k])`
 * shortest, and returns `g - sum over k of w[k] (g - g[k])`; `undefined` unless every value is above 0.
 */
function combined(
  { images, changes }: Rounds,
  image: Float64Array,
  change: Float64Array,
): Float64Array | undefined {
  const steps = changes.map((earlier) => difference(change, earlier));
  const weights = leastSquares(steps, change);
  const result = image.slice();
  for (const [round, weight] of weights.entries()) {
    const earlier = images[round]!;
    for (let place = 0; place < result.length; place += 1) {
      result[place]! -= weight * (image[place]! - earlier[place]!);
    }
  }
  return result.every((value) => value > 0) ? result : undefined;
}

/** Columns shorter than this beside the longest are taken to depend on the others. */
const dependent = 1e-10;

/** Weights of the columns whose sum is nearest to the target, by orthogonal columns (Gram and Schmidt). */
function leastSquares(columns: readonly Float64Array[], target: Float64Array): number[] {
  const size = columns.length;
  const upper = Array.from({ length: size }, () => new Float64Array(size));
  const directions: Float64Array[] = [];
  const along = new Float64Array(size);
  const rest = target.slice();
  const longest = Math.max(...columns.map((column) => Math.sqrt(product(column, column))));
  for (const [place, column] of columns.entries()) {
    const direction = column.slice();
    for (let before = 0; before < place; before += 1) {
      upper[before]![place] = product(directions[before]!, direction);
      subtract(direction, directions[before]!, upper[before]![place]!);
    }
    const length = Math.sqrt(product(direction, direction));
    const isNew = length > dependent * longest;
    upper[place]![place] = isNew ? length : 0;
    directions.push(isNew ? direction.map((value) => value / length) : direction.fill(0));
    along[place] = product(directions[place]!, rest);
    subtract(rest, directions[place]!, along[place]);
  }
  return backwards(upper, along);
}

/** Solves a triangular system from its last row; an unknown that nothing determines is 0. */
function backwards(upper: readonly Float64Array[], right: Float64Array): number[] {
  const result = Array.from(right, () => 0);
  for (let row = right.length - 1; row >= 0; row -= 1) {
    let sum = right[row]!;
    for (let column = row + 1; column < right.length; column += 1) {
      sum -= upper[row]![column]! * result[column]!;
    }
    result[row] = upper[row]![row] === 0 ? 0 : sum / upper[row]![row]!;
  }
  return result;
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, place) => value - b[place]!);
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < a.length; place += 1) sum += a[place]! * b[place]!;
  return sum;
}

/** `values -= factor * by`, in place. */
function subtract(values: Float64Array, by: Float64Array, factor: number): void {
  for (let place = 0; place < values.length; place += 1) values[place]! -= factor * by[place]!;
}
