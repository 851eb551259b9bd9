/** Products with lists that hold observed cells only, a score beside each model. */

import type { ModelList } from "../../matrix/storage.ts";
import { contribution } from "./kernel.ts";
import { plainStretches } from "./plain-stretches.ts";
import { stretchOfScores } from "./scores.ts";
import type { Stretches } from "./stretches.ts";

export interface ScoreLists {
  readonly models: number;
  /** Cells of item `i`: from `starts[i]` to before `starts[i + 1]`. */
  readonly starts: Uint32Array;
  readonly model: ModelList;
  readonly scores: Float64Array;
}

export function scoreListStretches(lists: ScoreLists): Stretches {
  const items = lists.starts.length - 1;
  return plainStretches({
    name: "sparse",
    models: lists.models,
    items,
    length: stretchOfLists(lists.starts, items),
    useOf: contribution,
    gather(first, end, there, perModel, out) {
      const use = { ...there, perModel };
      for (let item = first; item < end; item += 1) out[item] = sumOfList(lists, item, use);
    },
    scatter(first, end, back, perItem, sums) {
      const use = { ...back, value: 0, sums };
      for (let item = first; item < end; item += 1) {
        use.value = perItem[item]!;
        addList(lists, item, use);
      }
    },
  });
}

/** Items in a stretch of lists of mean length. */
export function stretchOfLists(starts: Uint32Array, items: number): number {
  return stretchOfScores(Math.max(1, starts.at(-1)! / items));
}

type Contribution = ReturnType<typeof contribution>;

function sumOfList(
  { starts, model, scores }: ScoreLists,
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
  { starts, model, scores }: ScoreLists,
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
