/** The lists of the items that take part. */

import type { ModelList } from "../../matrix/storage.ts";

export interface Lists {
  readonly starts: Uint32Array;
  readonly model: ModelList;
  readonly scores?: Float64Array;
}

/** The lists of the kept items, of which each has `step`; the same ones where all are kept. */
export function keptLists<T extends Lists>(lists: T, items: Uint32Array, step: 1 | 2): T {
  const { starts, model, scores } = lists;
  if (step * items.length === starts.length - 1) return lists;
  const kept = new Uint32Array(step * items.length + 1);
  for (let place = 0; place < items.length; place += 1) {
    for (let list = 1; list <= step; list += 1) {
      const before = step * place + list;
      const from = step * items[place]! + list;
      kept[before] = kept[before - 1]! + starts[from]! - starts[from - 1]!;
    }
  }
  const keptModel = model.slice(0, kept.at(-1));
  const keptScores = scores?.slice(0, kept.at(-1));
  for (let place = 0; place < items.length; place += 1) {
    const from = starts[step * items[place]!]!;
    const end = starts[step * (items[place]! + 1)]!;
    keptModel.set(model.subarray(from, end), kept[step * place]);
    keptScores?.set(scores!.subarray(from, end), kept[step * place]);
  }
  return { ...lists, starts: kept, model: keptModel, ...(keptScores && { scores: keptScores }) };
}
