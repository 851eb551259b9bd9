/**
 * Products with 0/1 data for two vectors at once, in WebAssembly: a word is loaded once, and each look-up and
 * each addition serves both. What is computed for one does not depend on the other.
 */

import { itemCount, type ResponseMatrix } from "../../matrix/response-matrix.ts";
import { linearMemory, roomFor, type LinearMemory } from "../../numeric/web-assembly.ts";
import { blockSize } from "./byte-tables.ts";
import { keepWords } from "./kept-words.ts";
import type { Side } from "./kernel.ts";

/** What belongs to the first, and to the second. */
export type Two<T> = readonly [T, T];

/**
 * Products as of `Kernel`. Numbers per item are those of the first and the second, item by item. On complete
 * data there are no pseudo-answers: who asks adds them, without a look at the cells.
 */
export interface TwoWords {
  /** Whether every model was put every item. */
  readonly complete: boolean;
  byItem(side: Side, perModel: Two<Float64Array>, out: Float64Array): void;
  byModel(side: Side, perItem: Float64Array, out: Two<Float64Array>): void;
  /** What a value of an item counts in `pass`. */
  readonly factors: Float64Array;
  /** There, from models to items, and back; returns the sums of all values. */
  pass(pass: PassOfTwo): Two<number>;
}

export interface PassOfTwo {
  readonly there: Side;
  readonly perModel: Two<Float64Array>;
  /** The value of an item is `factor * (gain * (product with the models) + floor)`. */
  readonly floor: Two<number>;
  /** Products of the values with the items; one with pseudo-answers, or several without. */
  readonly back: readonly Return[];
}

export interface Return {
  readonly side: Side;
  readonly out: Two<Float64Array>;
}

export interface GainingItems {
  /** Which items take part. */
  readonly kept: Uint32Array;
  /** The gain of each of them in a pass. */
  readonly gains: Float64Array;
}

/** Items in a stretch: their sums and words, and the tables of a block, fit the first-level cache. */
const stretch = 1024;

/** `undefined` where nothing can be compiled, or the data are not held as words of bits. */
export function twoWords(matrix: ResponseMatrix, gaining: GainingItems): TwoWords | undefined {
  const { storage, models } = matrix;
  if (storage.kind !== "bits" && storage.kind !== "planes") return undefined;
  const planes = storage.kind === "bits" ? [storage.solved] : [storage.solved, storage.failed];
  const blocks = Math.ceil(models.length / 32);
  const items = gaining.kept.length;
  const memory = linearMemory(
    planes.length * roomForPlane(blocks, items) + roomForTwo(blocks, items),
  );
  if (memory === undefined) return undefined;
  const [solved, failed] = planes.map((words) => {
    const plane = emptyPlane(memory, blocks, items);
    keepWords(plane.words, words, { stride: itemCount(matrix), items: gaining.kept });
    return plane;
  });
  return sumsOverTwo(memory, { solved: solved!, failed, blocks, ...gaining });
}

/** A plane of bits with tables to look sums up in, and bins to add values to. */
interface Plane {
  readonly words: Uint32Array;
  readonly tables: Float64Array;
  readonly bins: Float64Array;
}

function roomForPlane(blocks: number, items: number): number {
  return roomFor(blocks * items, 4) + 2 * roomFor(2 * blocks * blockSize, 8);
}

function emptyPlane(memory: LinearMemory, blocks: number, items: number): Plane {
  return {
    words: memory.words(blocks * items),
    tables: memory.numbers(2 * blocks * blockSize),
    bins: memory.numbers(2 * blocks * blockSize),
  };
}

function roomForTwo(blocks: number, items: number): number {
  return (
    roomFor(items, 8) +
    roomFor(2 * items, 8) +
    roomFor(2 * stretch, 8) +
    roomFor(2 * 32 * blocks, 8) +
    2 * roomFor(2, 8)
  );
}

interface Held extends GainingItems {
  readonly solved: Plane;
  /** Absent on complete data. */
  readonly failed: Plane | undefined;
  readonly blocks: number;
}

/** How the bits of a plane count in a product. */
interface Term {
  readonly plane: Plane;
  /** Whether a clear bit counts instead of a set one. */
  readonly clear: boolean;
  readonly factor: number;
}

function sumsOverTwo(memory: LinearMemory, held: Held): TwoWords {
  const { solved, failed, blocks } = held;
  const { loops } = memory;
  const items = held.kept.length;
  const gains = memory.numbers(items);
  gains.set(held.gains);
  const factors = memory.numbers(2 * items);
  const values = memory.numbers(2 * stretch);
  const perModel = memory.numbers(2 * 32 * blocks);
  const floors = memory.numbers(2);
  const totals = memory.numbers(2);

  function termsOf({ of, smoothing }: Side): readonly Term[] {
    if (failed === undefined) return [{ plane: solved, clear: of === "failed", factor: 1 }];
    const [own, other] = of === "solved" ? [solved, failed] : [failed, solved];
    const term = { plane: own, clear: false, factor: 1 + smoothing };
    return smoothing === 0 ? [term] : [term, { plane: other, clear: false, factor: smoothing }];
  }
  function through(step: (first: number, count: number) => void) {
    for (let first = 0; first < items; first += stretch)
      step(first, Math.min(items - first, stretch));
  }
  function lookUp(terms: readonly Term[], numbers: Two<Float64Array>) {
    for (const { plane, clear, factor } of terms) {
      perModel.fill(0);
      for (const [lane, ofOne] of numbers.entries()) {
        for (let model = 0; model < ofOne.length; model += 1)
          perModel[2 * model + lane] = factor * ofOne[model]!;
      }
      loops.fillTwo(perModel.byteOffset, blocks, clear ? 1 : 0, plane.tables.byteOffset);
    }
  }
  function gather(terms: readonly Term[], first: number, count: number) {
    values.fill(0);
    for (const { plane } of terms) {
      const from = plane.words.byteOffset + 4 * first;
      loops.gatherTwo(from, items, blocks, count, plane.tables.byteOffset, values.byteOffset);
    }
  }
  function scatter(terms: readonly Term[], first: number, count: number) {
    for (const { plane } of terms) {
      const from = plane.words.byteOffset + 4 * first;
      loops.scatterTwo(from, items, blocks, count, plane.bins.byteOffset, values.byteOffset);
    }
  }
  function clearBins(terms: readonly Term[]) {
    for (const { plane } of terms) plane.bins.fill(0);
  }
  function fold(terms: readonly Term[], out: Two<Float64Array>) {
    for (const sums of out) sums.fill(0);
    for (const { plane, clear, factor } of terms) {
      loops.foldTwo(plane.bins.byteOffset, blocks, clear ? 1 : 0, perModel.byteOffset);
      for (const [lane, sums] of out.entries()) {
        for (let model = 0; model < sums.length; model += 1)
          sums[model]! += factor * perModel[2 * model + lane]!;
      }
    }
  }

  return {
    complete: failed === undefined,
    byItem(side, numbers, out) {
      const terms = termsOf(side);
      lookUp(terms, numbers);
      through((first, count) => {
        gather(terms, first, count);
        out.set(values.subarray(0, 2 * count), 2 * first);
      });
    },
    byModel(side, perItem, out) {
      const terms = termsOf(side);
      clearBins(terms);
      through((first, count) => {
        values.set(perItem.subarray(2 * first, 2 * (first + count)));
        scatter(terms, first, count);
      });
      fold(terms, out);
    },
    factors,
    pass({ there, perModel: passedOn, floor, back }) {
      const looked = termsOf(there);
      const returned = back.map(({ side, out }) => ({ terms: termsOf(side), out }));
      const binned = returned.flatMap(({ terms }) => terms);
      lookUp(looked, passedOn);
      clearBins(binned);
      floors.set(floor);
      totals.fill(0);
      through((first, count) => {
        gather(looked, first, count);
        loops.turnTwo(
          values.byteOffset,
          gains.byteOffset + 8 * first,
          factors.byteOffset + 16 * first,
          count,
          floors.byteOffset,
          totals.byteOffset,
        );
        scatter(binned, first, count);
      });
      for (const { terms, out } of returned) fold(terms, out);
      return [totals[0]!, totals[1]!];
    },
  };
}
