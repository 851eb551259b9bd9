/** Products with one number per cell in WebAssembly, two cells at a time. */

import { roomFor } from "../../numeric/web-assembly.ts";
import { copiedStretches } from "./copied-stretches.ts";
import { contribution, type Side } from "./kernel.ts";
import { stretchOfScores, type Scores } from "./scores.ts";
import type { Stretches } from "./stretches.ts";

/** Less than what is kept of a memory that was released. */
const MOST_HELD = 2 ** 24 - 2 ** 20;

/**
 * `undefined` where nothing can be compiled.
 *
 * @param mostHeld Bytes of cells up to which all of them are held.
 */
export function compiledScoreStretches(
  { scores, models, complete }: Scores,
  items: Uint32Array,
  mostHeld: number = MOST_HELD,
): Stretches | undefined {
  const length = stretchOfScores(models);
  // Few cells are brought once and stay; of many only a stretch is held.
  const staysHeld = 8 * models * items.length <= mostHeld;
  const heldItems = staysHeld ? items.length : length;
  const room = roomFor(models * heldItems, 8);
  const options = { name: "dense, WebAssembly", models, items: items.length, length, room };
  return copiedStretches(options, (memory) => {
    const { loops } = memory;
    const { buffer, byteOffset } = memory.usedBytes(8 * models * heldItems);
    const cells = new Float64Array(buffer, byteOffset, models * heldItems);
    const gaps = complete ? 0 : 1;
    let held = 0;
    let place = cells.byteOffset;
    const over =
      (loop: typeof loops.gatherScores) =>
      (side: Side, count: number, from: number, to: number): void => {
        const failed = Number(side.of === "failed");
        const { offset } = contribution(side);
        loop(place, models, count, failed, gaps, offset, from, to);
      };
    return {
      bring(first, end) {
        const at = staysHeld ? first * models : 0;
        place = cells.byteOffset + 8 * at;
        if (staysHeld && end <= held) return;
        copyRows({ scores, models }, items.subarray(first, end), cells.subarray(at));
        held = end;
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
