/**
 * What all loops over cells in WebAssembly have around them. The cells of a stretch are copied to where the
 * loops reach them; a stretch stays in the second-level cache, so that costs little.
 */

import { linearMemory, roomFor, type LinearMemory } from "../../numeric/web-assembly.ts";
import type { Side } from "./kernel.ts";
import type { Stretches } from "./stretches.ts";

/** Loops over the cells that were brought last; `from` and `to` are places in the memory. */
export interface CopiedCells {
  /** Brings the cells of the items from `first` to before `end`. */
  bring(first: number, end: number): void;
  /** Adds to so many sums of items what their cells take from the models. */
  gather(side: Side, count: number, from: number, to: number): void;
  /** Adds to the sums of the models what their cells take from so many items. */
  scatter(side: Side, count: number, from: number, to: number): void;
}

export interface CopyingOptions {
  readonly name: string;
  readonly models: number;
  readonly items: number;
  readonly length: number;
  /** Bytes that the cells of a stretch take. */
  readonly room: number;
}

/** `undefined` where nothing can be compiled. */
export function copiedStretches(
  { name, models, items, length, room }: CopyingOptions,
  cellsIn: (memory: LinearMemory) => CopiedCells,
): Stretches | undefined {
  const memory = linearMemory(room + 2 * roomFor(models, 8) + roomFor(length, 8));
  if (memory === undefined) return undefined;
  const cells = cellsIn(memory);
  const values = memory.numbers(models);
  const sums = memory.numbers(models);
  const ofItems = memory.numbers(length);
  let there: Side = { of: "solved", smoothing: 0 };
  let back = there;
  let brought = -1;

  /** A stretch that was gathered is there when it is scattered. */
  function bring(first: number, end: number): void {
    if (brought !== first) cells.bring(first, end);
    brought = first;
  }

  return {
    name,
    items,
    length,
    release: memory.release,
    lookUp(side, perModel) {
      there = side;
      values.set(perModel);
    },
    gather(first, end, out) {
      bring(first, end);
      const count = end - first;
      ofItems.fill(0, 0, count);
      cells.gather(there, count, values.byteOffset, ofItems.byteOffset);
      out.set(ofItems.subarray(0, count), first);
    },
    clear(side) {
      back = side;
      sums.fill(0);
    },
    scatter(first, end, perItem) {
      bring(first, end);
      ofItems.set(perItem.subarray(first, end));
      cells.scatter(back, end - first, ofItems.byteOffset, sums.byteOffset);
    },
    total(out) {
      out.set(sums);
    },
  };
}
