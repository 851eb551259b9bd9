/** Products with lists of observed cells in WebAssembly. */

import { roomFor, type LinearMemory } from "../../numeric/web-assembly.ts";
import { copiedStretches } from "./copied-stretches.ts";
import { contribution, type Side } from "./kernel.ts";
import type { Lists } from "./kept-lists.ts";
import { stretchOfLists, type ScoreLists } from "./lists.ts";
import { listsOfSide, type ModelLists } from "./model-lists.ts";
import type { Stretches } from "./stretches.ts";

/** Lists of the models that solved, and of those that failed; `undefined` where nothing can be compiled. */
export function compiledModelListStretches(lists: ModelLists): Stretches | undefined {
  return compiledStretches("lists, WebAssembly", lists, 2, ({ loops }, at) => {
    const over =
      (loop: typeof loops.gatherLists): Loop =>
      (side, count, from, to) => {
        for (const { list, factor } of listsOfSide(side)) {
          loop(at.model, at.starts + 4 * list, 2, count, factor, from, to);
        }
      };
    return { gather: over(loops.gatherLists), scatter: over(loops.scatterLists) };
  });
}

/** Lists with a score beside each model; `undefined` where nothing can be compiled. */
export function compiledScoreListStretches(lists: ScoreLists): Stretches | undefined {
  return compiledStretches("sparse, WebAssembly", lists, 1, ({ loops }, at) => {
    const over =
      (loop: typeof loops.gatherScoreLists): Loop =>
      (side, count, from, to) => {
        const { slope, offset } = contribution(side);
        loop(at.model, at.scores, at.starts, count, slope, offset, from, to);
      };
    return { gather: over(loops.gatherScoreLists), scatter: over(loops.scatterScoreLists) };
  });
}

type Loop = (side: Side, count: number, from: number, to: number) => void;

/** Places of the lists of a stretch; those of cells are where cell 0 of all lists would stand. */
interface Places {
  starts: number;
  model: number;
  scores: number;
}

function compiledStretches(
  name: string,
  lists: Lists & { readonly models: number },
  step: 1 | 2,
  loopsOver: (
    memory: LinearMemory,
    at: Places,
  ) => { readonly gather: Loop; readonly scatter: Loop },
): Stretches | undefined {
  const { starts, model, models, scores } = lists;
  if (!(model instanceof Uint16Array)) return undefined;
  const items = (starts.length - 1) / step;
  const length = stretchOfLists(starts, items);
  const cells = longestStretch(starts, step * length);
  const room =
    roomFor(step * length + 1, 4) +
    roomFor(Math.ceil(cells / 2), 4) +
    roomFor(scores ? cells : 0, 8);
  return copiedStretches({ name, models, items, length, room }, (memory) => {
    const held = {
      starts: memory.words(step * length + 1),
      model: halves(memory, cells),
      scores: memory.numbers(scores ? cells : 0),
    };
    const at = { starts: held.starts.byteOffset, model: 0, scores: 0 };
    return {
      bring(first, end) {
        const cell = starts[step * first]!;
        const last = starts[step * end]!;
        held.starts.set(starts.subarray(step * first, step * end + 1));
        held.model.set(model.subarray(cell, last));
        if (scores) held.scores.set(scores.subarray(cell, last));
        at.model = held.model.byteOffset - 2 * cell;
        at.scores = held.scores.byteOffset - 8 * cell;
      },
      ...loopsOver(memory, at),
    };
  });
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
