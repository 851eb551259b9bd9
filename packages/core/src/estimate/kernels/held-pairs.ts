/** What the sums over pairs of models need in the memory of WebAssembly. */

import { linearMemory, roomFor, type LinearMemory } from "../../numeric/web-assembly.ts";
import type { SortedItems } from "./sorted-items.ts";

export interface PairRoom extends SortedItems {
  /** Twos among the copies of one class that there is to be room for. */
  readonly twos: number;
  /** Bytes for what else is to be held. */
  readonly more: number;
}

export interface HeldPairs extends PairRoom {
  readonly memory: LinearMemory;
  readonly models: number;
  /** In the order of the classes, block by block of 32 models. */
  readonly words: Uint32Array;
  /** In the order of the classes; one more counts what is drawn and no item here. */
  readonly copies: Uint8Array;
  /** Words of a block and class that count once, and those that count twice. */
  readonly singles: Uint32Array;
  readonly doubles: Uint32Array;
  /** Their bits. */
  readonly groups: Uint32Array;
  readonly counts: Uint32Array;
  /** As `addClass` leaves them, in rows of so many models. */
  readonly sums: Float64Array;
  readonly row: number;
  /** Receives the sums of all pairs. */
  readonly pairs: Float64Array;
}

/** `undefined` where there is no such memory. */
export function holdPairs(
  models: number,
  { classes, order, words: sorted, twos, more }: PairRoom,
): HeldPairs | undefined {
  const blocks = Math.ceil(models / 32);
  const singles = filledUp(Math.max(...classes.map(({ first, end }) => end - first)));
  const doubles = filledUp(twos);
  const row = 4 * Math.ceil(models / 4);
  const lengths = {
    words: sorted.length,
    singles,
    // Four may be written behind them.
    doubles: doubles + 4,
    groups: blocks * (singles + doubles),
    counts: row,
  };
  const copies = order.length + 1;
  const numbers = 2 * row * (models + 1);
  const bytes = Object.values(lengths).reduce((sum, length) => sum + roomFor(length, 4), 0);
  const memory = linearMemory(bytes + more + roomFor(copies, 1) + roomFor(numbers, 8));
  if (memory === undefined) return undefined;
  const words = memory.words(lengths.words);
  words.set(sorted);
  return {
    memory,
    models,
    classes,
    order,
    twos,
    more,
    words,
    copies: memory.bytes(copies),
    singles: memory.words(lengths.singles),
    doubles: memory.words(lengths.doubles),
    groups: memory.words(lengths.groups),
    counts: memory.words(lengths.counts),
    sums: memory.numbers(numbers),
    row,
    pairs: new Float64Array(models * models),
  };
}

/** Bits of items come by the 128. */
function filledUp(items: number): number {
  return 128 * Math.ceil(items / 128);
}
