/**
 * Products with one number per cell in WebAssembly, two cells at a time. The cells of a stretch are copied
 * to where the loops reach them; a stretch stays in the second-level cache, so that costs little.
 */

import { linearMemory, roomFor } from "../../numeric/web-assembly.ts";
import { contribution, type Side } from "./kernel.ts";
import { stretchOfScores, type Scores } from "./scores.ts";
import type { Stretches } from "./stretches.ts";

/** `undefined` where nothing can be compiled. */
export function compiledScoreStretches(
  { scores, models, complete }: Scores,
  items: Uint32Array,
): Stretches | undefined {
  const length = stretchOfScores(models);
  const memory = linearMemory(
    roomFor(models * length, 8) + 2 * roomFor(models, 8) + roomFor(length, 8),
  );
  if (memory === undefined) return undefined;
  const { gatherScores, scatterScores } = memory.loops;
  const cells = memory.numbers(models * length);
  const values = memory.numbers(models);
  const sums = memory.numbers(models);
  const ofItems = memory.numbers(length);
  let there: Side = { of: "solved", smoothing: 0 };
  let back = there;
  let loaded = -1;

  function load(first: number, end: number): void {
    if (loaded !== first) copyRows({ scores, models }, items.subarray(first, end), cells);
    loaded = first;
  }

  function over(loop: typeof gatherScores, side: Side, count: number, to: Float64Array): void {
    const from = to === sums ? ofItems : values;
    loop(
      cells.byteOffset,
      models,
      count,
      Number(side.of === "failed"),
      complete ? 0 : 1,
      contribution(side).offset,
      from.byteOffset,
      to.byteOffset,
    );
  }

  return {
    name: "dense, WebAssembly",
    items: items.length,
    length,
    release: memory.release,
    lookUp(side, perModel) {
      there = side;
      values.set(perModel);
    },
    gather(first, end, out) {
      load(first, end);
      over(gatherScores, there, end - first, ofItems);
      out.set(ofItems.subarray(0, end - first), first);
    },
    clear(side) {
      back = side;
      sums.fill(0);
    },
    scatter(first, end, perItem) {
      load(first, end);
      ofItems.set(perItem.subarray(first, end));
      over(scatterScores, back, end - first, sums);
    },
    total(out) {
      out.set(sums);
    },
  };
}

/** Copies the rows of the given items, those that stand one behind the other at once. */
function copyRows(
  { scores, models }: Pick<Scores, "scores" | "models">,
  items: Uint32Array,
  out: Float64Array,
): void {
  for (let place = 0; place < items.length;) {
    let end = place + 1;
    while (end < items.length && items[end] === items[end - 1]! + 1) end += 1;
    const first = items[place]! * models;
    out.set(scores.subarray(first, first + (end - place) * models), place * models);
    place = end;
  }
}
