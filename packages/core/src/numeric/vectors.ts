/** Plain loops over number arrays; `map` with a callback costs several times as much. */

/** `values[i] / by[i]`, or every value over one number. */
export function quotients(values: Float64Array, by: Float64Array | number): Float64Array {
  const result = new Float64Array(values.length);
  for (let index = 0; index < result.length; index += 1) {
    result[index] = values[index]! / (typeof by === "number" ? by : by[index]!);
  }
  return result;
}

/** `1 / values[i]` */
export function reciprocals(values: Float64Array): Float64Array {
  const result = new Float64Array(values.length);
  for (let index = 0; index < result.length; index += 1) result[index] = 1 / values[index]!;
  return result;
}

/** So many times 1. */
export function ones(length: number): Float64Array {
  return new Float64Array(length).fill(1);
}

/** `values[i] + number`; the same values for 0. */
export function increased(values: Float64Array, number: number): Float64Array {
  if (number === 0) return values;
  const result = new Float64Array(values.length);
  for (let index = 0; index < result.length; index += 1) result[index] = values[index]! + number;
  return result;
}

/** Sum in index order; 0 of nothing. */
export function total(values: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index]!;
  return sum;
}

/** L1 distance of two vectors of one length. */
export function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += Math.abs(a[index]! - b[index]!);
  return sum;
}
