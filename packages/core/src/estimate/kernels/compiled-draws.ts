/** Random draws that are counted in the memory of WebAssembly. */

import type { Strata } from "../strata.ts";
import { roomFor, type LinearMemory } from "../../numeric/web-assembly.ts";

/** Bytes of memory that draws take. */
export function roomForDraws({ items }: Strata): number {
  return roomFor(items.length, 4);
}

/** `floor(u * units)` is taken of whole numbers, which is the same while a double holds their product. */
const tooManyUnits = 2 ** 21;

/** Whether strata are small enough to draw from. */
export function canDraw({ items }: Strata): boolean {
  return items.length < tooManyUnits;
}

/** Counts into bytes what the stream of random numbers of a seed draws. */
export type CountedDraw = (seed: number, counts: Uint8Array) => void;

export function compiledDraws(memory: LinearMemory, { items, starts }: Strata): CountedDraw {
  const places = memory.words(items.length);
  places.set(items);
  return (seed, counts) => {
    counts.fill(0);
    let state = seed;
    for (let stratum = 0; stratum + 1 < starts.length; stratum += 1) {
      const first = starts[stratum]!;
      const length = starts[stratum + 1]! - first;
      const from = places.byteOffset + 4 * first;
      state = memory.loops.drawUnits(state, from, length, counts.byteOffset);
    }
  };
}
