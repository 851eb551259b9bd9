/**
 * Sums over models by the byte. Outcomes of eight models on an item are a byte, so a sum over them is one
 * look-up in a table of 256 partial sums, and adding a value to each of them is one addition to 256
 * bins, from which the models are folded at the end. Failures on complete data are looked up under the
 * complement of the byte: subtracting solved sums from a total would cancel when one model fails almost
 * nothing.
 */

/** Numbers of the four tables of one block of 32 models. */
export const blockSize: number = 4 * 256;

/** How the bits of a plane count. */
export interface BitUse {
  /** Whether a clear bit counts instead of a set one. */
  readonly clear: boolean;
  readonly factor: number;
}

/** Under each byte the sum of `factor * perModel` of its models; eight models a table. */
export function fillTables(
  tables: Float64Array,
  perModel: Float64Array,
  { clear, factor }: BitUse,
): void {
  const flip = clear ? 0xff : 0;
  for (let first = 0; first < tables.length; first += 256) {
    tables[first + flip] = 0;
    for (let bit = 0; bit < 8; bit += 1) {
      const value = factor * (perModel[(first >> 5) + bit] ?? 0);
      const top = 1 << bit;
      for (let rest = 0; rest < top; rest += 1) {
        tables[first + ((top | rest) ^ flip)] = tables[first + (rest ^ flip)]! + value;
      }
    }
  }
}

/**
 * Adds to each model `factor` times the bins of the bytes in which it counts. Uses up the bins: those with
 * the bit of a model are added to those without it before the next lower one. No byte has a bit beyond the
 * last model.
 */
export function foldBins(bins: Float64Array, out: Float64Array, { clear, factor }: BitUse): void {
  for (let model = Math.min(out.length, bins.length >> 5) - 1; model >= 0; model -= 1) {
    const first = (model >> 3) << 8;
    const half = 1 << (model & 7);
    const sum = clear ? sumOf(bins, first, half) : sumOf(bins, first + half, half);
    out[model]! += factor * sum;
    halve(bins, first, half);
  }
}

function sumOf(values: Float64Array, first: number, length: number): number {
  let sum = 0;
  for (let place = first; place < first + length; place += 1) sum += values[place]!;
  return sum;
}

/** Adds the second half of `2 half` values to the first. */
function halve(values: Float64Array, first: number, half: number): void {
  for (let place = first; place < first + half; place += 1) values[place]! += values[place + half]!;
}
