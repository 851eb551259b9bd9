/**
 * Products with lists of observed cells in WebAssembly. The lists of a stretch are copied to where the
 * loops reach them; a stretch stays in the second-level cache, so that costs little.
 */

import { linearMemory, roomFor, type LinearMemory } from "../../numeric/web-assembly.ts";
import { contribution, type Side } from "./kernel.ts";
import type { Lists } from "./kept-lists.ts";
import { stretchOfLists, type ScoreLists } from "./lists.ts";
import { listsOfSide, type ModelLists } from "./model-lists.ts";
import type { Stretches } from "./stretches.ts";

/** Lists of the models that solved, and of those that failed; `undefined` where nothing can be compiled. */
export function compiledModelListStretches(lists: ModelLists): Stretches | undefined {
  return compiledStretches("lists, WebAssembly", lists, 2, ({ loops }, held) => {
    const over =
      (loop: typeof loops.gatherLists): Loop =>
      (side, { starts, model }, count, from, to) => {
        for (const { list, factor } of listsOfSide(side)) {
          loop(model, starts + 4 * list, 2, count, factor, from.byteOffset, to.byteOffset);
        }
      };
    return { held, gather: over(loops.gatherLists), scatter: over(loops.scatterLists) };
  });
}

/** Lists with a score beside each model; `undefined` where nothing can be compiled. */
export function compiledScoreListStretches(lists: ScoreLists): Stretches | undefined {
  return compiledStretches("sparse, WebAssembly", lists, 1, ({ loops }, held) => {
    const over =
      (loop: typeof loops.gatherScoreLists): Loop =>
      (side, { starts, model, scores }, count, from, to) => {
        const { slope, offset } = contribution(side);
        loop(model, scores, starts, count, slope, offset, from.byteOffset, to.byteOffset);
      };
    return { held, gather: over(loops.gatherScoreLists), scatter: over(loops.scatterScoreLists) };
  });
}

/** Places of the lists of a stretch; those of cells are where cell 0 of all lists would stand. */
interface Places {
  readonly starts: number;
  readonly model: number;
  readonly scores: number;
}

type Loop = (side: Side, at: Places, count: number, from: Float64Array, to: Float64Array) => void;

interface Held {
  readonly starts: Uint32Array;
  readonly model: Uint16Array;
  readonly scores: Float64Array;
}

interface ListLoops {
  readonly held: Held;
  readonly gather: Loop;
  readonly scatter: Loop;
}

function compiledStretches(
  name: string,
  lists: Lists & { readonly models: number },
  step: 1 | 2,
  loopsOver: (memory: LinearMemory, held: Held) => ListLoops,
): Stretches | undefined {
  const { starts, models, scores } = lists;
  if (!(lists.model instanceof Uint16Array)) return undefined;
  const items = (starts.length - 1) / step;
  const length = stretchOfLists(starts, items);
  const cells = longestStretch(starts, step * length);
  const memory = linearMemory(
    roomFor(step * length + 1, 4) +
      roomFor(Math.ceil(cells / 2), 4) +
      roomFor(scores ? cells : 0, 8) +
      2 * roomFor(models, 8) +
      roomFor(length, 8),
  );
  if (memory === undefined) return undefined;
  const { held, gather, scatter } = loopsOver(memory, {
    starts: memory.words(step * length + 1),
    model: halves(memory, cells),
    scores: memory.numbers(scores ? cells : 0),
  });
  const values = memory.numbers(models);
  const sums = memory.numbers(models);
  const ofItems = memory.numbers(length);
  let there: Side = { of: "solved", smoothing: 0 };
  let back = there;
  let loaded = -1;

  /** Brings the lists of a stretch, unless they are there. */
  function placesOf(first: number, end: number): Places {
    const cell = starts[step * first]!;
    if (loaded !== first) {
      const last = starts[step * end]!;
      held.starts.set(starts.subarray(step * first, step * end + 1));
      held.model.set(lists.model.subarray(cell, last));
      if (scores) held.scores.set(scores.subarray(cell, last));
      loaded = first;
    }
    return {
      starts: held.starts.byteOffset,
      model: held.model.byteOffset - 2 * cell,
      scores: held.scores.byteOffset - 8 * cell,
    };
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
      ofItems.fill(0, 0, end - first);
      gather(there, placesOf(first, end), end - first, values, ofItems);
      out.set(ofItems.subarray(0, end - first), first);
    },
    clear(side) {
      back = side;
      sums.fill(0);
    },
    scatter(first, end, perItem) {
      ofItems.set(perItem.subarray(first, end));
      scatter(back, placesOf(first, end), end - first, ofItems, sums);
    },
    total(out) {
      out.set(sums);
    },
  };
}

/** The most cells that so many lists, one behind the other from a multiple of them, have. */
function longestStretch(starts: Uint32Array, lists: number): number {
  let longest = 0;
  for (let first = 0; first < starts.length - 1; first += lists) {
    const end = Math.min(first + lists, starts.length - 1);
    longest = Math.max(longest, starts[end]! - starts[first]!);
  }
  return longest;
}

/** Numbers of 16 bits. */
function halves(memory: LinearMemory, length: number): Uint16Array {
  const { buffer, byteOffset } = memory.words(Math.ceil(length / 2));
  return new Uint16Array(buffer, byteOffset, length);
}
