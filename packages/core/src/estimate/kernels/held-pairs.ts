/** What the sums over pairs of models need in the memory of WebAssembly. */

import type { ResponseMatrix } from "../../matrix/response-matrix.ts";
import type { PairSource } from "./complete-pairs.ts";
import type { ItemClasses } from "./item-classes.ts";
import { linearMemory, roomFor, type LinearMemory } from "./web-assembly.ts";

export interface PairRoom {
  readonly classes: ItemClasses;
  /** Twos among the copies of one class that there is to be room for. */
  readonly twos: number;
  /** Units of a draw. */
  readonly units: number;
}

export interface HeldPairs extends PairRoom {
  readonly memory: LinearMemory;
  readonly models: number;
  /** In the order of the classes, block by block of 32 models. */
  readonly words: Uint32Array;
  /** In the order of the classes; one more counts what is drawn and no item here. */
  readonly copies: Uint8Array;
  /** Of each unit its place among the copies. */
  readonly places: Uint32Array;
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
  { matrix, items }: PairSource,
  { classes, twos, units }: PairRoom,
): HeldPairs | undefined {
  const models = matrix.models.length;
  const blocks = Math.ceil(models / 32);
  const singles = wholeUnits(Math.max(...classes.list.map(({ first, end }) => end - first)));
  const doubles = wholeUnits(twos);
  const row = 4 * Math.ceil(models / 4);
  const lengths = {
    words: blocks * items.length,
    places: units,
    singles,
    // Four may be written behind them.
    doubles: doubles + 4,
    groups: blocks * (singles + doubles),
    counts: row,
  };
  const copies = items.length + 1;
  const numbers = 2 * row * (models + 1);
  const bytes = Object.values(lengths).reduce((sum, length) => sum + roomFor(length, 4), 0);
  const memory = linearMemory(bytes + roomFor(copies, 1) + roomFor(numbers, 8));
  if (memory === undefined) return undefined;
  const words = memory.words(lengths.words);
  sortWords(words, matrix, { items, order: classes.order });
  return {
    memory,
    models,
    classes,
    twos,
    units,
    words,
    copies: memory.bytes(copies),
    places: memory.words(lengths.places),
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
function wholeUnits(items: number): number {
  return 128 * Math.ceil(items / 128);
}

function sortWords(
  out: Uint32Array,
  { storage, items: all }: ResponseMatrix,
  { items, order }: { readonly items: Uint32Array; readonly order: Uint32Array },
): void {
  if (storage.kind !== "bits") throw new Error("complete 0/1 data are kept as bits");
  for (let first = 0, block = 0; first < out.length; first += items.length, block += 1) {
    const offset = block * all.length;
    for (let place = 0; place < items.length; place += 1) {
      out[first + place] = storage.solved[offset + items[order[place]!]!]!;
    }
  }
}
