/** Origin, units and directions of the traits, which the likelihood leaves open and the priors set. */

import { identity, scaledRows, squareProduct, transformedSquare } from "../numeric/square.ts";
import { invertPositive, symmetricEigen } from "../numeric/symmetric.ts";
import { reciprocals } from "../numeric/vectors.ts";
import {
  meanLoadings,
  type Beliefs,
  type Moments,
  type TraitPriors,
} from "./multidimensional-beliefs.ts";

/** What becomes of the vectors of models and of items, intercepts included; logits stay as they are. */
interface Move {
  readonly ofModels: Float64Array;
  readonly ofItems: Float64Array;
}

/**
 * Moves abilities by what intercepts then take over, and turns and stretches them by what loadings take
 * back, to where the variational bound is highest. No logit changes on the way, so that rounds alone
 * would get there only slowly. Afterwards abilities are uncorrelated, and so are loadings.
 *
 * @returns For each axis the logarithm of the length that the abilities have on it at that height, before
 *   any `extra` is added to it.
 */
export function alignTraits(
  beliefs: Beliefs,
  { prior, extra }: { readonly prior: TraitPriors; readonly extra: Float64Array },
): Float64Array {
  const { model, item, asked } = beliefs;
  const size = Math.round(model.product.length / model.mean.length);
  const models = sumOfProducts(model, { size, asked });
  const items = sumOfProducts(item, { size });
  const shift = originMove(models, items, prior);
  const spread = items.slice();
  const typical = meanLoadings(beliefs);
  const count = item.mean.length / size;
  for (const [row, one] of typical.entries()) {
    for (const [column, other] of typical.entries()) {
      spread[row * size + column]! -= count * one * other;
    }
  }
  const turn = axesMove(transformedSquare(shift.ofModels, models), spread, {
    loading: prior.loading,
    count,
    extra,
  });
  transform(model, squareProduct(turn.ofModels, shift.ofModels));
  transform(item, squareProduct(turn.ofItems, shift.ofItems));
  return turn.units;
}

/** Least squares: abilities want to be small, and intercepts too. */
function originMove(models: Float64Array, items: Float64Array, prior: TraitPriors): Move {
  const size = Math.round(Math.sqrt(models.length));
  const last = size - 1;
  const count = models[last * size + last]!;
  const weight = identity(last).map(
    (one, place) => one * count + prior.intercept * withoutLast(items)[place]!,
  );
  const inverse = invertPositive(weight, last);
  const ofModels = identity(size);
  const ofItems = identity(size);
  for (let axis = 0; axis < last; axis += 1) {
    let by = 0;
    for (let other = 0; other < last; other += 1) {
      const pull = models[other * size + last]! - prior.intercept * items[other * size + last]!;
      by += inverse[axis * last + other]! * pull;
    }
    ofModels[axis * size + last] = -by;
    ofItems[last * size + axis] = by;
  }
  return { ofModels, ofItems };
}

interface Stretching {
  readonly loading: number;
  readonly count: number;
  /** Logarithms of factors by which abilities are stretched beyond. */
  readonly extra: Float64Array;
}

/**
 * In the axes where the abilities' products are the identity and those of the loadings, without their
 * mean, are diagonal with a, stretching abilities by sqrt(g) leads to the highest bound where
 * g^2 - (M - Q) g = a.
 */
function axesMove(
  models: Float64Array,
  items: Float64Array,
  { loading, count, extra }: Stretching,
): Move & { readonly units: Float64Array } {
  const dimensions = Math.round(Math.sqrt(models.length)) - 1;
  const surplus = models.at(-1)! - count;
  const first = symmetricEigen(withoutLast(models), dimensions);
  const root = first.values.map(Math.sqrt);
  const widened = scaledRows(first.vectors, root);
  const second = symmetricEigen(transformedSquare(widened, withoutLast(items)), dimensions);
  const units = second.values.map(
    (value) => Math.log(positiveRoot(surplus, Math.max(0, loading * value))) / 2,
  );
  const stretch = units.map((unit, axis) => Math.exp(unit + extra[axis]!));
  const whitened = scaledRows(first.vectors, reciprocals(root));
  const turn = scaledRows(squareProduct(second.vectors, whitened), stretch);
  const back = scaledRows(squareProduct(second.vectors, widened), reciprocals(stretch));
  return { ofModels: withLast(turn), ofItems: withLast(back), units };
}

/** The positive root of g^2 - surplus g - product, without subtracting near-equal numbers. */
function positiveRoot(surplus: number, product: number): number {
  const root = Math.sqrt(surplus * surplus + 4 * product);
  // A direction without any loadings has no best unit; a tiny one leaves its abilities at 0.
  return Math.max(
    1e-12,
    surplus > 0 ? (surplus + root) / 2 : (2 * product) / Math.max(root - surplus, 1e-300),
  );
}

function sumOfProducts(
  { product }: Moments,
  { size, asked }: { readonly size: number; readonly asked?: Uint8Array },
): Float64Array {
  const sum = new Float64Array(size * size);
  for (let start = 0; start < product.length; start += sum.length) {
    if (asked?.[start / sum.length] === 0) continue;
    for (let place = 0; place < sum.length; place += 1) sum[place]! += product[start + place]!;
  }
  return sum;
}

/** All but the last row and column. */
function withoutLast(matrix: Float64Array): Float64Array {
  const size = Math.round(Math.sqrt(matrix.length));
  return matrix.filter((_, place) => place % size < size - 1 && place < size * (size - 1));
}

/** With a row and a column more, which leave the last coordinate as it is. */
function withLast(matrix: Float64Array): Float64Array {
  const size = Math.round(Math.sqrt(matrix.length));
  const result = identity(size + 1);
  for (let row = 0; row < size; row += 1) {
    result.set(matrix.subarray(row * size, (row + 1) * size), row * (size + 1));
  }
  return result;
}

/** Every vector v becomes T v. Written out, since it runs for every item in every round. */
function transform({ mean, product }: Moments, by: Float64Array): void {
  const size = Math.round(Math.sqrt(by.length));
  const half = new Float64Array(by.length);
  const moved = new Float64Array(size);
  for (let first = 0; first < mean.length; first += size) {
    for (let row = 0; row < size; row += 1) {
      let sum = 0;
      for (let axis = 0; axis < size; axis += 1)
        sum += by[row * size + axis]! * mean[first + axis]!;
      moved[row] = sum;
      for (let column = 0; column < size; column += 1) {
        let cell = 0;
        for (let axis = 0; axis < size; axis += 1) {
          cell += by[row * size + axis]! * product[(first + axis) * size + column]!;
        }
        half[row * size + column] = cell;
      }
    }
    mean.set(moved, first);
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        let cell = 0;
        for (let axis = 0; axis < size; axis += 1) {
          cell += half[row * size + axis]! * by[column * size + axis]!;
        }
        product[(first + row) * size + column] = cell;
      }
    }
  }
}
