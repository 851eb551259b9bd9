/** Products with lists of the models that solved each item, and of those that failed it. */

import type { ModelList } from "../../matrix/storage.ts";
import type { Side } from "./kernel.ts";
import { stretchOfLists } from "./lists.ts";
import { plainStretches } from "./plain-stretches.ts";
import type { Stretches } from "./stretches.ts";

export interface ModelLists {
  readonly models: number;
  /** List `2 i` holds the models that solved item i, list `2 i + 1` those that failed it. */
  readonly starts: Uint32Array;
  readonly model: ModelList;
}

/** Which list of an item counts, and how much. */
export interface ListUse {
  readonly list: 0 | 1;
  readonly factor: number;
}

/** The lists that a side takes: its own, and with pseudo-answers the other one too. */
export function listsOfSide({ of, smoothing }: Side): readonly ListUse[] {
  const own = of === "solved" ? 0 : 1;
  const uses: ListUse[] = [{ list: own, factor: 1 + smoothing }];
  if (smoothing > 0) uses.push({ list: own === 0 ? 1 : 0, factor: smoothing });
  return uses;
}

export function modelListStretches(lists: ModelLists): Stretches {
  const items = (lists.starts.length - 1) / 2;
  return plainStretches({
    name: "lists",
    models: lists.models,
    items,
    length: stretchOfLists(lists.starts, items),
    useOf: listsOfSide,
    gather(first, end, there, perModel, out) {
      out.fill(0, first, end);
      for (const { list, factor } of there) {
        for (let item = first; item < end; item += 1) {
          out[item]! += factor * sumOfList(lists, 2 * item + list, perModel);
        }
      }
    },
    scatter(first, end, back, perItem, sums) {
      for (const { list, factor } of back) {
        for (let item = first; item < end; item += 1) {
          addToList(lists, 2 * item + list, { value: factor * perItem[item]!, sums });
        }
      }
    },
  });
}

function sumOfList({ starts, model }: ModelLists, list: number, perModel: Float64Array): number {
  const end = starts[list + 1]!;
  let sum = 0;
  for (let cell = starts[list]!; cell < end; cell += 1) sum += perModel[model[cell]!]!;
  return sum;
}

function addToList(
  { starts, model }: ModelLists,
  list: number,
  { value, sums }: { readonly value: number; readonly sums: Float64Array },
): void {
  const end = starts[list + 1]!;
  for (let cell = starts[list]!; cell < end; cell += 1) sums[model[cell]!]! += value;
}
