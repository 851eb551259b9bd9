/** Products with one number per cell in WebAssembly, two cells at a time. */

import { roomFor } from "../../numeric/web-assembly.ts";
import { copiedStretches } from "./copied-stretches.ts";
import { contribution, type Side } from "./kernel.ts";
import { stretchOfScores, type Scores } from "./scores.ts";
import type { Stretches } from "./stretches.ts";

/** `undefined` where nothing can be compiled. */
export function compiledScoreStretches(
  { scores, models, complete }: Scores,
  items: Uint32Array,
): Stretches | undefined {
  const length = stretchOfScores(models);
  const room = roomFor(models * length, 8);
  const options = { name: "dense, WebAssembly", models, items: items.length, length, room };
  return copiedStretches(options, (memory) => {
    const { loops } = memory;
    const cells = memory.numbers(models * length);
    const gaps = complete ? 0 : 1;
    const over =
      (loop: typeof loops.gatherScores) =>
      (side: Side, count: number, from: number, to: number): void => {
        const failed = Number(side.of === "failed");
        const { offset } = contribution(side);
        loop(cells.byteOffset, models, count, failed, gaps, offset, from, to);
      };
    return {
      bring(first, end) {
        copyRows({ scores, models }, items.subarray(first, end), cells);
      },
      gather: over(loops.gatherScores),
      scatter: over(loops.scatterScores),
    };
  });
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
