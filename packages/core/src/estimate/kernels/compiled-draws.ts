/** Random draws that are counted in the memory of WebAssembly. */

import type { Strata } from "../strata.ts";
import { linearMemory, roomFor, type LinearMemory } from "../../numeric/web-assembly.ts";

/** Bytes of memory that draws take. */
export function roomForDraws(strata: Strata): number {
  const count = unitsOf(strata);
  return roomFor(count, 4) + (strata.units ? roomFor(count, 1) : 0);
}

function unitsOf({ items, units }: Strata): number {
  return units ? units.length - 1 : items.length;
}

/** `floor(u * units)` is taken of whole numbers, which is the same while a double holds their product. */
const tooManyUnits = 2 ** 21;

/** Whether strata are small enough to draw from. */
export function canDraw(strata: Strata): boolean {
  return unitsOf(strata) < tooManyUnits;
}

/** Counts into bytes what the stream of random numbers of a seed draws. */
export type CountedDraw = (seed: number, counts: Uint8Array) => void;

/** Counts the items. */
export function compiledDraws(memory: LinearMemory, strata: Strata): CountedDraw {
  const { items, units, starts } = strata;
  if (units === undefined) return drawsOf(memory, items, starts);
  const ofUnits = memory.bytes(units.length - 1);
  const draw = drawsOf(memory, Uint32Array.from(ofUnits.keys()), starts);
  return (seed, counts) => {
    draw(seed, ofUnits);
    counts.fill(0);
    for (let unit = 0; unit < ofUnits.length; unit += 1) {
      for (let place = units[unit]!; place < units[unit + 1]!; place += 1) {
        counts[items[place]!] = ofUnits[unit]!;
      }
    }
  };
}

/**
 * Draws in a memory of their own, which say how often each of so many items counts, until the next call;
 * `undefined` where nothing can be compiled, or the strata are too large.
 */
export function drawsOfItems(
  strata: Strata,
  items: number,
): ((seed: number) => Uint8Array) | undefined {
  // One place more counts what is no item here.
  const memory = canDraw(strata)
    ? linearMemory(roomForDraws(strata) + roomFor(items + 1, 1))
    : undefined;
  if (memory === undefined) return undefined;
  const counts = memory.bytes(items + 1);
  const draw = compiledDraws(memory, strata);
  return (seed) => {
    draw(seed, counts);
    return counts.subarray(0, items);
  };
}

/** Counts each unit at its place. */
function drawsOf(memory: LinearMemory, placeOf: Uint32Array, starts: Uint32Array): CountedDraw {
  const places = memory.words(placeOf.length);
  places.set(placeOf);
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
