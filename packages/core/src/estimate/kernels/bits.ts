/**
 * Products with complete 0/1 data. A 32-bit word holds the outcomes of 32 models on one item, so a
 * sum over them is four look-ups in tables of 256 partial sums, one per byte, and a scatter over them
 * is four additions to 256 bins. Failures are looked up under the complement of the byte:
 * subtracting solved sums from a total would cancel when one model fails almost nothing.
 */

import { total } from "../../numeric/vectors.ts";
import type { Kernel, Side } from "./kernel.ts";

interface Words {
  /** Word `block * stride + item`: models `32 block` to `32 block + 31`, lowest bit first. */
  readonly solved: Uint32Array;
  readonly models: number;
  readonly stride: number;
}

export function bitKernel(words: Words, items: Uint32Array): Kernel {
  const blocks = keptBlocks(words, items);
  const table = new Float64Array(4 * 256);
  const bins = new Float64Array(4 * 256);
  return {
    name: "bits",
    byItem({ of, smoothing }, perModel, out) {
      out.fill(smoothing === 0 ? 0 : smoothing * total(perModel));
      for (const [block, column] of blocks.entries()) {
        fillTables(table, perModel.subarray(block * 32, (block + 1) * 32), of);
        gather(table, column, out);
      }
    },
    byModel({ of, smoothing }, perItem, out) {
      out.fill(smoothing === 0 ? 0 : smoothing * total(perItem));
      for (const [block, column] of blocks.entries()) {
        bins.fill(0);
        scatter(bins, column, perItem);
        foldBins(bins, out.subarray(block * 32, (block + 1) * 32), of);
      }
    },
  };
}

/** For each block of 32 models the words of the kept items. */
function keptBlocks({ solved, models, stride }: Words, items: Uint32Array): readonly Uint32Array[] {
  return Array.from({ length: Math.ceil(models / 32) }, (_, block) => {
    const column = new Uint32Array(items.length);
    const offset = block * stride;
    for (let place = 0; place < column.length; place += 1) {
      column[place] = solved[offset + items[place]!]!;
    }
    return column;
  });
}

/** Table `t` holds under each byte the sum of the values of its models that solved, or failed. */
export function fillTables(table: Float64Array, perModel: Float64Array, of: Side["of"]): void {
  const flip = of === "solved" ? 0 : 0xff;
  for (let byte = 0; byte < 4; byte += 1) {
    const offset = byte * 256;
    table[offset + flip] = 0;
    for (let bit = 0; bit < 8; bit += 1) {
      const value = perModel[byte * 8 + bit] ?? 0;
      const top = 1 << bit;
      for (let rest = 0; rest < top; rest += 1) {
        table[offset + ((top | rest) ^ flip)] = table[offset + (rest ^ flip)]! + value;
      }
    }
  }
}

export function gather(table: Float64Array, column: Uint32Array, out: Float64Array): void {
  for (let item = 0; item < out.length; item += 1) {
    const word = column[item]!;
    out[item]! +=
      table[word & 0xff]! +
      table[256 | ((word >>> 8) & 0xff)]! +
      (table[512 | ((word >>> 16) & 0xff)]! + table[768 | (word >>> 24)]!);
  }
}

export function scatter(bins: Float64Array, column: Uint32Array, perItem: Float64Array): void {
  for (let item = 0; item < perItem.length; item += 1) {
    const word = column[item]!;
    const value = perItem[item]!;
    bins[word & 0xff]! += value;
    bins[256 | ((word >>> 8) & 0xff)]! += value;
    bins[512 | ((word >>> 16) & 0xff)]! += value;
    bins[768 | (word >>> 24)]! += value;
  }
}

/** Adds to each model the bins of the bytes in which it solved, or failed. */
export function foldBins(bins: Float64Array, out: Float64Array, of: Side["of"]): void {
  for (let model = 0; model < out.length; model += 1) {
    const bit = 1 << (model & 7);
    const wanted = of === "solved" ? bit : 0;
    const offset = (model >> 3) * 256;
    let sum = 0;
    for (let byte = 0; byte < 256; byte += 1) {
      if ((byte & bit) === wanted) sum += bins[offset + byte]!;
    }
    out[model]! += sum;
  }
}
