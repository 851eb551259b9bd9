/** Products with lists that hold observed cells only. */

import { contribution } from "./kernel.ts";
import { stretchOfScores } from "./scores.ts";
import type { Stretches } from "./stretches.ts";

export interface Lists {
  /** Cells of item `i`: from `starts[i]` to before `starts[i + 1]`. */
  readonly starts: Uint32Array;
  readonly model: Uint32Array;
  readonly scores: Float64Array;
  readonly models: number;
  /** Whether every score is 0 or 1. */
  readonly binary: boolean;
}

/** Items in a stretch of lists of mean length. */
export function stretchOfLists({ starts }: Lists): number {
  const items = starts.length - 1;
  return stretchOfScores(Math.max(1, starts[items]! / items));
}

export function listStretches(lists: Lists, items: Uint32Array): Stretches {
  let there = contribution({ of: "solved", smoothing: 0 });
  let back = there;
  let perModel: Float64Array = new Float64Array(0);
  const sums = new Float64Array(lists.models);
  return {
    name: "sparse",
    items: items.length,
    length: stretchOfLists(lists),
    lookUp(side, values) {
      there = contribution(side);
      perModel = values;
    },
    gather(first, end, out) {
      const { slope, offset } = there;
      for (let place = first; place < end; place += 1) {
        out[place] = sumOfList(lists, items[place]!, { slope, offset, perModel });
      }
    },
    clear(side) {
      back = contribution(side);
      sums.fill(0);
    },
    scatter(first, end, perItem) {
      const { slope, offset } = back;
      for (let place = first; place < end; place += 1) {
        addList(lists, items[place]!, { slope, offset, value: perItem[place]!, sums });
      }
    },
    total(out) {
      out.set(sums);
    },
  };
}

type Contribution = ReturnType<typeof contribution>;

function sumOfList(
  { starts, model, scores }: Lists,
  item: number,
  { slope, offset, perModel }: Contribution & { readonly perModel: Float64Array },
): number {
  const end = starts[item + 1]!;
  let sum = 0;
  for (let cell = starts[item]!; cell < end; cell += 1) {
    sum += (offset + slope * scores[cell]!) * perModel[model[cell]!]!;
  }
  return sum;
}

function addList(
  { starts, model, scores }: Lists,
  item: number,
  {
    slope,
    offset,
    value,
    sums,
  }: Contribution & { readonly value: number; readonly sums: Float64Array },
): void {
  const end = starts[item + 1]!;
  for (let cell = starts[item]!; cell < end; cell += 1) {
    sums[model[cell]!]! += (offset + slope * scores[cell]!) * value;
  }
}
