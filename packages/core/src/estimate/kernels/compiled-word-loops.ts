/** The loops over words of 32 models in WebAssembly. */

import { blockSize } from "./byte-tables.ts";
import { linearMemory, roomFor } from "./web-assembly.ts";
import { wordStretch, type WordLoops, type Words } from "./word-loops.ts";

interface CompiledWords extends Words {
  /** Place of the first word. */
  readonly place: number;
}

export interface WordRoom extends Words {
  readonly planes: 1 | 2;
}

/** Loops with room for so many words, tables and bins; `undefined` where they cannot be had. */
export function compiledWordLoops(room: WordRoom): WordLoops<CompiledWords> | undefined {
  const { planes, blocks, items } = room;
  const memory = linearMemory(
    planes * roomFor(blocks * items, 4) +
      4 * roomFor(blocks * blockSize, 8) +
      roomFor(wordStretch, 8),
  );
  if (memory === undefined) return undefined;
  const { loops } = memory;
  const values = memory.numbers(wordStretch);
  return {
    isCompiled: true,
    plane(size, fill) {
      const words = memory.words(size.blocks * size.items);
      fill(words);
      return { ...size, place: words.byteOffset };
    },
    numbers: (size) => memory.numbers(size * blockSize),
    release: memory.release,
    gather(terms, { first, end }, { floor, out }) {
      const count = end - first;
      values.fill(floor, 0, count);
      for (const { plane, numbers } of terms) {
        const from = plane.place + 4 * first;
        loops.gatherWords(from, items, blocks, count, numbers.byteOffset, values.byteOffset);
      }
      out.set(values.subarray(0, count), first);
    },
    scatter(terms, { first, end }, perItem) {
      const count = end - first;
      values.set(perItem.subarray(first, end));
      for (const { plane, numbers } of terms) {
        const from = plane.place + 4 * first;
        loops.scatterWords(from, items, blocks, count, numbers.byteOffset, values.byteOffset);
      }
    },
  };
}
