/** Sums over words of 32 models: four look-ups, or four additions, for each word. */

import { blockSize, fillTables, foldBins, type BitUse } from "./byte-tables.ts";
import { keepWords } from "./kept-words.ts";
import type { Turn, Turned } from "./turn.ts";

/** Items in a stretch: their sums and words, and the tables of a block, fit the first-level cache. */
export const wordStretch = 2048;

/** The words of the kept items: block by block of 32 models, and in a block item by item. */
export interface Words {
  readonly blocks: number;
  readonly items: number;
}

/** Which words of a plane are kept. */
export interface KeptWords extends Words {
  /** Items of the whole plane. */
  readonly stride: number;
  /** Indices of the kept items, ascending. */
  readonly kept: Uint32Array;
}

/** One plane of bits with the tables, or bins, of all its blocks. */
export interface WordTerm<Plane extends Words> {
  readonly plane: Plane;
  readonly numbers: Float64Array;
}

/** A stretch of items, from `first` to before `end`. */
export interface Stretch {
  readonly first: number;
  readonly end: number;
}

/** Who goes over the words. */
export interface WordLoops<Plane extends Words> {
  readonly isCompiled: boolean;
  /** Holds the words of the kept items where the loops reach them. */
  plane(words: Uint32Array, kept: KeptWords): Plane;
  /** Tables, or bins, for a plane. */
  numbers(blocks: number): Float64Array;
  /** As `fillTables`, and as `foldBins`. */
  fill(tables: Float64Array, perModel: Float64Array, use: BitUse): void;
  fold(bins: Float64Array, out: Float64Array, use: BitUse): void;
  /** Gathers, turns and scatters without leaving the loops; items count once and were put to all. */
  turn?(terms: RoundTerms<Plane>, turn: Turn, at: Stretch, sums: Turned): void;
  release?(): void;
  /** `out[item] = floor + what all tables say` */
  gather(terms: readonly WordTerm<Plane>[], at: Stretch, sums: Sums): void;
  /** Adds the value of each item to the bins of all terms. */
  scatter(terms: readonly WordTerm<Plane>[], at: Stretch, perItem: Float64Array): void;
}

/** What a round looks up and adds to. */
export interface RoundTerms<Plane extends Words> {
  readonly looked: readonly WordTerm<Plane>[];
  readonly binned: readonly WordTerm<Plane>[];
  readonly floor: number;
}

export interface Sums {
  readonly floor: number;
  readonly out: Float64Array;
}

interface PlainWords extends Words {
  readonly words: Uint32Array;
}

/** The loops in TypeScript, which run everywhere. */
export const plainWordLoops: WordLoops<PlainWords> = {
  isCompiled: false,
  plane(words, { blocks, items, stride, kept }) {
    if (items === stride) return { blocks, items, words };
    const picked = new Uint32Array(blocks * items);
    keepWords(picked, words, { stride, items: kept });
    return { blocks, items, words: picked };
  },
  numbers: (blocks) => new Float64Array(blocks * blockSize),
  fill: fillTables,
  fold: foldBins,
  gather(terms, { first, end }, { floor, out }) {
    const sums = out.subarray(first, end).fill(floor);
    for (const { plane, numbers } of terms) {
      for (let block = 0; block < plane.blocks; block += 1) {
        gather(tableOf(numbers, block), wordsOf(plane, block, { first, end }), sums);
      }
    }
  },
  scatter(terms, { first, end }, perItem) {
    const values = perItem.subarray(first, end);
    for (const { plane, numbers } of terms) {
      for (let block = 0; block < plane.blocks; block += 1) {
        scatter(tableOf(numbers, block), wordsOf(plane, block, { first, end }), values);
      }
    }
  },
};

function tableOf(numbers: Float64Array, block: number): Float64Array {
  return numbers.subarray(block * blockSize, (block + 1) * blockSize);
}

function wordsOf({ words, items }: PlainWords, block: number, { first, end }: Stretch) {
  return words.subarray(block * items + first, block * items + end);
}

// Functions of their own, with arrays as arguments, are compiled best.

function gather(table: Float64Array, words: Uint32Array, sums: Float64Array): void {
  for (let item = 0; item < sums.length; item += 1) {
    const word = words[item]!;
    sums[item]! +=
      table[word & 0xff]! +
      table[256 | ((word >>> 8) & 0xff)]! +
      (table[512 | ((word >>> 16) & 0xff)]! + table[768 | (word >>> 24)]!);
  }
}

function scatter(bins: Float64Array, words: Uint32Array, values: Float64Array): void {
  for (let item = 0; item < values.length; item += 1) {
    const word = words[item]!;
    const value = values[item]!;
    bins[word & 0xff]! += value;
    bins[256 | ((word >>> 8) & 0xff)]! += value;
    bins[512 | ((word >>> 16) & 0xff)]! += value;
    bins[768 | (word >>> 24)]! += value;
  }
}
