/** Loops over two vectors at once: both first numbers, then both second ones, and so on. */

/** Two vectors in one. */
export function interleave(
  out: Float64Array,
  [first, second]: readonly [Float64Array, Float64Array],
): void {
  for (let index = 0; index < first.length; index += 1) {
    out[2 * index] = first[index]!;
    out[2 * index + 1] = second[index]!;
  }
}

/** `out[i] = values[i] / by[i]` */
export function divide(out: Float64Array, values: Float64Array, by: Float64Array): void {
  for (let place = 0; place < out.length; place += 1) out[place] = values[place]! / by[place]!;
}

/** Both numbers of an index over one. */
export function divideBoth(out: Float64Array, values: Float64Array, by: Float64Array): void {
  for (let index = 0; index < by.length; index += 1) {
    out[2 * index] = values[2 * index]! / by[index]!;
    out[2 * index + 1] = values[2 * index + 1]! / by[index]!;
  }
}

/** Both numbers of an index times one. */
export function multiplyBoth(out: Float64Array, values: Float64Array, by: Float64Array): void {
  for (let index = 0; index < by.length; index += 1) {
    out[2 * index] = values[2 * index]! * by[index]!;
    out[2 * index + 1] = values[2 * index + 1]! * by[index]!;
  }
}

/** Sums of the first and of the second vector. */
export function totals(values: Float64Array): [number, number] {
  let first = 0;
  let second = 0;
  for (let place = 0; place < values.length; place += 2) {
    first += values[place]!;
    second += values[place + 1]!;
  }
  return [first, second];
}
