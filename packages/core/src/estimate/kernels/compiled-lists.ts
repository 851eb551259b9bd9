/**
 * Products with lists of observed cells in WebAssembly. Of 0/1 data only models are kept, those that
 * solved an item and then those that failed it; other data keep a score beside each model.
 */

import { contribution, type Side } from "./kernel.ts";
import { stretchOfLists, type Lists } from "./lists.ts";
import type { Stretches } from "./stretches.ts";
import { linearMemory, roomFor, type LinearMemory } from "../../numeric/web-assembly.ts";

/** Models are kept as numbers of 16 bits. */
const mostModels = 65_536;

/** `undefined` where the lists do not fit, or nothing can be compiled. */
export function compiledListStretches(lists: Lists, items: Uint32Array): Stretches | undefined {
  if (lists.models > mostModels) return undefined;
  const cells = cellsOf(lists, items);
  const length = stretchOfLists(lists);
  const memory = linearMemory(
    roomFor(Math.ceil(cells / 2), 4) +
      roomFor(2 * items.length + 1, 4) +
      (lists.binary ? 0 : roomFor(cells, 8)) +
      2 * roomFor(lists.models, 8) +
      roomFor(length, 8),
  );
  if (memory === undefined) return undefined;
  const loops = lists.binary
    ? binaryLoops(memory, { lists, items, cells })
    : scoreLoops(memory, { lists, items, cells });
  const values = memory.numbers(lists.models);
  const sums = memory.numbers(lists.models);
  const ofItems = memory.numbers(length);
  let there: Side = { of: "solved", smoothing: 0 };
  let back = there;
  return {
    name: "sparse, WebAssembly",
    items: items.length,
    length,
    release: memory.release,
    lookUp(side, perModel) {
      there = side;
      values.set(perModel);
    },
    gather(first, end, out) {
      ofItems.fill(0, 0, end - first);
      loops.gather(there, first, { count: end - first, from: values, to: ofItems });
      out.set(ofItems.subarray(0, end - first), first);
    },
    clear(side) {
      back = side;
      sums.fill(0);
    },
    scatter(first, end, perItem) {
      ofItems.set(perItem.subarray(first, end));
      loops.scatter(back, first, { count: end - first, from: ofItems, to: sums });
    },
    total(out) {
      out.set(sums);
    },
  };
}

function cellsOf({ starts }: Lists, items: Uint32Array): number {
  let cells = 0;
  for (const item of items) cells += starts[item + 1]! - starts[item]!;
  return cells;
}

interface Kept {
  readonly lists: Lists;
  readonly items: Uint32Array;
  readonly cells: number;
}

interface Step {
  readonly count: number;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

interface ListLoops {
  gather(side: Side, first: number, step: Step): void;
  scatter(side: Side, first: number, step: Step): void;
}

/** List `2 i` holds the models that solved item i, list `2 i + 1` those that failed it. */
function binaryLoops(memory: LinearMemory, { lists, items, cells }: Kept): ListLoops {
  const models = halves(memory, cells);
  const starts = memory.words(2 * items.length + 1);
  let next = 0;
  for (let place = 0; place < items.length; place += 1) {
    for (const score of [1, 0]) {
      const end = lists.starts[items[place]! + 1]!;
      for (let cell = lists.starts[items[place]!]!; cell < end; cell += 1) {
        if (lists.scores[cell] === score) models[next++] = lists.model[cell]!;
      }
      starts[2 * place + (score === 1 ? 1 : 2)] = next;
    }
  }
  const { gatherLists, scatterLists } = memory.loops;
  const over =
    (loop: typeof gatherLists): ListLoops["gather"] =>
    ({ of, smoothing }, first, { count, from, to }) => {
      const own = starts.byteOffset + 4 * (2 * first + (of === "solved" ? 0 : 1));
      const other = starts.byteOffset + 4 * (2 * first + (of === "solved" ? 1 : 0));
      const [source, target] = [from.byteOffset, to.byteOffset];
      loop(models.byteOffset, own, 2, count, 1 + smoothing, source, target);
      if (smoothing > 0) loop(models.byteOffset, other, 2, count, smoothing, source, target);
    };
  return { gather: over(gatherLists), scatter: over(scatterLists) };
}

function scoreLoops(memory: LinearMemory, { lists, items, cells }: Kept): ListLoops {
  const models = halves(memory, cells);
  const starts = memory.words(items.length + 1);
  const scores = memory.numbers(cells);
  let next = 0;
  for (let place = 0; place < items.length; place += 1) {
    const start = lists.starts[items[place]!]!;
    const end = lists.starts[items[place]! + 1]!;
    models.set(lists.model.subarray(start, end), next);
    scores.set(lists.scores.subarray(start, end), next);
    next += end - start;
    starts[place + 1] = next;
  }
  const { gatherScoreLists, scatterScoreLists } = memory.loops;
  const over =
    (loop: typeof gatherScoreLists): ListLoops["gather"] =>
    (side, first, { count, from, to }) => {
      const { slope, offset } = contribution(side);
      const start = starts.byteOffset + 4 * first;
      const cellsAt = [models.byteOffset, scores.byteOffset] as const;
      loop(...cellsAt, start, count, slope, offset, from.byteOffset, to.byteOffset);
    };
  return { gather: over(gatherScoreLists), scatter: over(scatterScoreLists) };
}

/** Numbers of 16 bits. */
function halves(memory: LinearMemory, length: number): Uint16Array {
  const { buffer, byteOffset } = memory.words(Math.ceil(length / 2));
  return new Uint16Array(buffer, byteOffset, length);
}
