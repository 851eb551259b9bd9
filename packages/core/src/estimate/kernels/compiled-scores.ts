/** Products with one number per cell in WebAssembly, two cells at a time. */

import { contribution } from "./kernel.ts";
import { stretchOfScores, type Scores } from "./scores.ts";
import type { Stretches } from "./stretches.ts";
import { linearMemory, roomFor } from "../../numeric/web-assembly.ts";

/** `undefined` where the cells do not fit, or nothing can be compiled. */
export function compiledScoreStretches(
  { scores, models, complete }: Scores,
  items: Uint32Array,
): Stretches | undefined {
  // Rows of an even length; the place beyond an odd one is worth 0.
  const row = models + (models % 2);
  const length = stretchOfScores(row);
  const memory = linearMemory(
    roomFor(row * items.length, 8) + 2 * roomFor(row, 8) + roomFor(length, 8),
  );
  if (memory === undefined) return undefined;
  const { loops } = memory;
  const cells = memory.numbers(row * items.length);
  for (let place = 0; place < items.length; place += 1) {
    const first = items[place]! * models;
    cells.set(scores.subarray(first, first + models), place * row);
  }
  const values = memory.numbers(row);
  const sums = memory.numbers(row);
  const ofItems = memory.numbers(length);
  let there = { failed: false, offset: 0 };
  let back = there;
  const gaps = complete ? 0 : 1;
  const placeOf = (item: number) => cells.byteOffset + 8 * row * item;
  return {
    name: "dense, WebAssembly",
    items: items.length,
    length,
    release: memory.release,
    lookUp(side, perModel) {
      there = { failed: side.of === "failed", offset: contribution(side).offset };
      values.set(perModel);
    },
    gather(first, end, out) {
      loops.gatherScores(
        placeOf(first),
        8 * row,
        end - first,
        Number(there.failed),
        gaps,
        there.offset,
        values.byteOffset,
        ofItems.byteOffset,
      );
      out.set(ofItems.subarray(0, end - first), first);
    },
    clear(side) {
      back = { failed: side.of === "failed", offset: contribution(side).offset };
      sums.fill(0);
    },
    scatter(first, end, perItem) {
      ofItems.set(perItem.subarray(first, end));
      loops.scatterScores(
        placeOf(first),
        8 * row,
        end - first,
        Number(back.failed),
        gaps,
        back.offset,
        ofItems.byteOffset,
        sums.byteOffset,
      );
    },
    total(out) {
      out.set(sums.subarray(0, models));
    },
  };
}
