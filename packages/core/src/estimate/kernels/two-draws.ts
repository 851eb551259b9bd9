/**
 * Two random draws of complete 0/1 data at once, in WebAssembly: a word is loaded once, and each look-up and
 * each addition serves both. What is computed for one does not depend on the other.
 */

import type { ResponseMatrix } from "../../matrix/response-matrix.ts";
import type { Strata } from "../strata.ts";
import { blockSize } from "./byte-tables.ts";
import { canDraw, compiledDraws, roomForDraws } from "./compiled-draws.ts";
import { keepWords } from "./kept-words.ts";
import { linearMemory, roomFor, type LinearMemory } from "../../numeric/web-assembly.ts";

/** What belongs to the first draw, and to the second. */
export type Two<T> = readonly [T, T];

export interface TwoDraws {
  /** Draws for the streams of two seeds; how often each item counts is there until the next call. */
  draw(seeds: Two<number>): Two<Uint8Array>;
  /** Of the first draw and the second, item by item: what a value of the item counts in `pass`. */
  readonly factors: Float64Array;
  /**
   * Sets `out[model]` to the sum of the values of the items that it solved, or failed.
   *
   * @param perItem Of the first draw and the second, item by item.
   */
  sum(of: "solved" | "failed", perItem: Float64Array, out: Two<Float64Array>): void;
  /** There, from models to items, and back; returns the sums of all values. */
  pass(pass: PassOfTwo): Two<number>;
}

export interface PassOfTwo {
  readonly perModel: Two<Float64Array>;
  /** The value of an item is its factor times `gain * (sum of perModel over those who failed) + floor`. */
  readonly gain: number;
  readonly floor: Two<number>;
  /** `out[model]`: sum of the values of the items that it solved. */
  readonly out: Two<Float64Array>;
}

/** Items in a stretch: their sums and words, and the tables of a block, fit the first-level cache. */
const stretch = 1024;

/**
 * `undefined` where nothing can be compiled, or the data are not complete 0/1 data.
 *
 * @param items Which items take part.
 * @param strata Places among these; a number beyond them is no item here.
 */
export function twoDraws(
  { storage, models, items: all }: ResponseMatrix,
  items: Uint32Array,
  strata: Strata,
): TwoDraws | undefined {
  if (storage.kind !== "bits" || !canDraw(strata)) return undefined;
  const blocks = Math.ceil(models.length / 32);
  const memory = linearMemory(roomForTwo(blocks, items.length) + roomForDraws(strata));
  if (memory === undefined) return undefined;
  const words = memory.words(blocks * items.length);
  keepWords(words, storage.solved, { stride: all.length, items });
  return sumsOverTwo(memory, { words, blocks, items: items.length, strata });
}

function roomForTwo(blocks: number, items: number): number {
  return (
    roomFor(blocks * items, 4) +
    2 * roomFor(items + 1, 1) +
    roomFor(2 * items, 8) +
    roomFor(2 * stretch, 8) +
    roomFor(2 * 32 * blocks, 8) +
    2 * roomFor(2 * blocks * blockSize, 8) +
    2 * roomFor(2, 8)
  );
}

interface Held {
  readonly words: Uint32Array;
  readonly blocks: number;
  readonly items: number;
  readonly strata: Strata;
}

function sumsOverTwo(memory: LinearMemory, { words, blocks, items, strata }: Held): TwoDraws {
  const { loops } = memory;
  const copies = [memory.bytes(items + 1), memory.bytes(items + 1)] as const;
  const factors = memory.numbers(2 * items);
  const values = memory.numbers(2 * stretch);
  const perModel = memory.numbers(2 * 32 * blocks);
  const tables = memory.numbers(2 * blocks * blockSize);
  const bins = memory.numbers(2 * blocks * blockSize);
  const floors = memory.numbers(2);
  const totals = memory.numbers(2);
  const draw = compiledDraws(memory, strata);

  function through(step: (first: number, end: number) => void) {
    for (let first = 0; first < items; first += stretch)
      step(first, Math.min(items, first + stretch));
  }
  function scatter(first: number, count: number) {
    const from = words.byteOffset + 4 * first;
    loops.scatterTwo(from, items, blocks, count, bins.byteOffset, values.byteOffset);
  }
  function fold(of: "solved" | "failed", out: Two<Float64Array>) {
    loops.foldTwo(bins.byteOffset, blocks, of === "failed" ? 1 : 0, perModel.byteOffset);
    for (const [lane, sums] of out.entries()) {
      for (let model = 0; model < sums.length; model += 1)
        sums[model] = perModel[2 * model + lane]!;
    }
  }
  function lookUp(numbers: Two<Float64Array>) {
    perModel.fill(0);
    for (const [lane, ofOne] of numbers.entries()) {
      for (let model = 0; model < ofOne.length; model += 1)
        perModel[2 * model + lane] = ofOne[model]!;
    }
    loops.fillTwo(perModel.byteOffset, blocks, tables.byteOffset);
  }
  function turn(first: number, count: number, gain: number) {
    const from = words.byteOffset + 4 * first;
    const by = factors.byteOffset + 16 * first;
    values.fill(0);
    loops.gatherTwo(from, items, blocks, count, tables.byteOffset, values.byteOffset);
    loops.turnTwo(values.byteOffset, by, count, gain, floors.byteOffset, totals.byteOffset);
  }

  return {
    draw(seeds) {
      for (const [lane, seed] of seeds.entries()) draw(seed, copies[lane]!);
      return copies;
    },
    factors,
    sum(of, perItem, out) {
      bins.fill(0);
      through((first, end) => {
        values.set(perItem.subarray(2 * first, 2 * end));
        scatter(first, end - first);
      });
      fold(of, out);
    },
    pass({ perModel: passedOn, gain, floor, out }) {
      lookUp(passedOn);
      bins.fill(0);
      floors.set(floor);
      totals.fill(0);
      through((first, end) => {
        turn(first, end - first, gain);
        scatter(first, end - first);
      });
      fold("solved", out);
      return [totals[0]!, totals[1]!];
    },
  };
}
