/** Items of complete 0/1 data by how many models solved them. */

import { itemCount } from "../../matrix/response-matrix.ts";
import { linearMemory, roomFor } from "../../numeric/web-assembly.ts";
import type { PairSource } from "./complete-pairs.ts";

/** Items that so many models solved: places `first` to before `end` of the sorted items. */
export interface ItemClass {
  readonly solvedBy: number;
  readonly first: number;
  readonly end: number;
}

export interface SortedItems {
  /** Classes with some item, ascending. */
  readonly classes: readonly ItemClass[];
  /** For each place among the sorted items its place among the items. */
  readonly order: Uint32Array;
  /** Block by block of 32 models the words of the sorted items. */
  readonly words: Uint32Array;
}

/** Sorts in WebAssembly; `undefined` where nothing can be compiled. */
export function sortedItems({ matrix, items, solvers }: PairSource): SortedItems | undefined {
  const { storage } = matrix;
  if (storage.kind !== "bits") return undefined;
  const models = matrix.models.length;
  const stride = itemCount(matrix);
  const memory = linearMemory(
    3 * roomFor(items.length, 4) + 2 * roomFor(models + 2, 4) + roomFor(stride, 4),
  );
  if (memory === undefined) return undefined;
  const { loops } = memory;
  const count = items.length;
  const held = memory.words(count);
  const order = memory.words(count);
  const starts = memory.words(models + 2);
  const next = memory.words(models + 2);
  held.set(solvers);
  loops.sortItems(
    held.byteOffset,
    count,
    models,
    starts.byteOffset,
    next.byteOffset,
    order.byteOffset,
  );

  const inMatrix = memory.words(count);
  held.set(items);
  loops.pickWords(held.byteOffset, order.byteOffset, count, inMatrix.byteOffset);
  const block = memory.words(stride);
  // What was held is not needed any more.
  const picked = held;
  const words = new Uint32Array(Math.ceil(models / 32) * count);
  for (let from = 0, to = 0; to < words.length; from += stride, to += count) {
    block.set(storage.solved.subarray(from, from + stride));
    loops.pickWords(block.byteOffset, inMatrix.byteOffset, count, picked.byteOffset);
    words.set(picked, to);
  }
  const sorted = { classes: classesFrom(starts), order: order.slice(), words };
  memory.release();
  return sorted;
}

function classesFrom(starts: Uint32Array): readonly ItemClass[] {
  return Array.from(starts.subarray(1), (end, solvedBy) => ({
    solvedBy,
    first: starts[solvedBy]!,
    end,
  })).filter(({ first, end }) => first < end);
}
