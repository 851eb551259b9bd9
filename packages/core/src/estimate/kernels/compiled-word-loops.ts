/** The loops over words of 32 models in WebAssembly. */

import { blockSize } from "./byte-tables.ts";
import { linearMemory, roomFor } from "../../numeric/web-assembly.ts";
import {
  wordStretch,
  type Stretch,
  type WordLoops,
  type Words,
  type WordTerm,
} from "./word-loops.ts";

interface CompiledWords extends Words {
  /** Place of the first word. */
  readonly place: number;
}

export interface WordRoom extends Words {
  readonly planes: 1 | 2;
  /** Items of a whole plane. */
  readonly stride: number;
}

/** Loops with room for so many words, tables and bins; `undefined` where they cannot be had. */
export function compiledWordLoops(room: WordRoom): WordLoops<CompiledWords> | undefined {
  const { planes, blocks, items, stride } = room;
  const picks = items < stride;
  const memory = linearMemory(
    planes * roomFor(blocks * items, 4) +
      (picks ? roomFor(items, 4) + roomFor(stride, 4) : 0) +
      4 * roomFor(blocks * blockSize, 8) +
      roomFor(blocks * 32, 8) +
      4 * roomFor(wordStretch, 8) +
      roomFor(2, 8),
  );
  if (memory === undefined) return undefined;
  const { loops } = memory;
  const values = memory.numbers(wordStretch);
  const success = memory.numbers(wordStretch);
  const before = memory.numbers(wordStretch);
  const perItem = memory.numbers(wordStretch);
  const totals = memory.numbers(2);
  const ofModels = memory.numbers(blocks * 32);
  const places = memory.words(picks ? items : 0);
  const block = memory.words(picks ? stride : 0);

  function pickBlocks(words: Uint32Array, kept: Uint32Array, held: Uint32Array): void {
    places.set(kept);
    for (let from = 0, to = 0; to < held.length; from += stride, to += items) {
      block.set(words.subarray(from, from + stride));
      loops.pickWords(block.byteOffset, places.byteOffset, items, held.byteOffset + 4 * to);
    }
  }

  type Terms = readonly WordTerm<CompiledWords>[];

  function gatherInto(
    sums: Float64Array,
    terms: Terms,
    { first, end }: Stretch,
    floor: number,
  ): void {
    sums.fill(floor, 0, end - first);
    for (const { plane, numbers } of terms) {
      const from = plane.place + 4 * first;
      loops.gatherWords(from, items, blocks, end - first, numbers.byteOffset, sums.byteOffset);
    }
  }

  function scatterFrom(from: Float64Array, terms: Terms, { first, end }: Stretch): void {
    for (const { plane, numbers } of terms) {
      const word = plane.place + 4 * first;
      loops.scatterWords(word, items, blocks, end - first, numbers.byteOffset, from.byteOffset);
    }
  }

  return {
    isCompiled: true,
    plane(words, { kept }) {
      const held = memory.words(blocks * items);
      if (picks) pickBlocks(words, kept, held);
      else held.set(words);
      return { blocks, items, place: held.byteOffset };
    },
    numbers: (size) => memory.numbers(size * blockSize),
    fill(tables, perModel, { clear, factor }) {
      ofModels.set(perModel);
      ofModels.fill(0, perModel.length);
      loops.fillTables(ofModels.byteOffset, tables.byteOffset, 4 * blocks, Number(clear), factor);
    },
    fold(bins, out, { clear, factor }) {
      loops.foldBins(bins.byteOffset, 4 * blocks, Number(clear), ofModels.byteOffset);
      for (let model = 0; model < out.length; model += 1) out[model]! += factor * ofModels[model]!;
    },
    release: memory.release,
    gather(terms, at, { floor, out }) {
      gatherInto(values, terms, at, floor);
      out.set(values.subarray(0, at.end - at.first), at.first);
    },
    scatter(terms, at, from) {
      values.set(from.subarray(at.first, at.end));
      scatterFrom(values, terms, at);
    },
    turn({ looked, binned, floor }, turn, at, sums) {
      const { first, end } = at;
      const count = end - first;
      gatherInto(values, looked, at, floor);
      success.set(turn.successPerCopy.subarray(first, end));
      if (turn.before) before.set(turn.before.subarray(first, end));
      totals[0] = sums.change;
      totals[1] = sums.weight;
      loops.turnItems(
        count,
        turn.damping,
        turn.floor,
        success.byteOffset,
        turn.before ? before.byteOffset : 0,
        values.byteOffset,
        perItem.byteOffset,
        totals.byteOffset,
      );
      scatterFrom(perItem, binned, at);
      turn.after.set(values.subarray(0, count), first);
      turn.perItem.set(perItem.subarray(0, count), first);
      sums.change = totals[0];
      sums.weight = totals[1];
    },
  };
}
