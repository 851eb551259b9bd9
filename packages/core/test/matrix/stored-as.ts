/** The same scores in each of the storages, laid out by hand from their description. */

import type { ResponseMatrix, Storage } from "../../src/matrix/response-matrix.ts";

export type StorageKind = Storage["kind"];

/** Rows of scores, `undefined` where nothing was observed; `bits` takes complete 0/1 rows only, `planes` and `lists` 0/1 rows. */
export function storedAs(
  kind: StorageKind,
  rows: readonly (readonly (number | undefined)[])[],
): Storage {
  const items = rows[0]!.length;
  const itemsOfModels = Array.from({ length: items }, (_, item) => rows.map((row) => row[item]));
  if (kind === "dense") {
    return {
      kind,
      scores: Float64Array.from(itemsOfModels.flat(), (score) => score ?? Number.NaN),
    };
  }
  if (kind === "bits") return { kind, solved: plane(itemsOfModels, 1) };
  if (kind === "planes") {
    return { kind, solved: plane(itemsOfModels, 1), failed: plane(itemsOfModels, 0) };
  }
  if (kind === "lists") {
    const all = itemsOfModels.flatMap((column) =>
      [1, 0].map((wanted) => [...column.keys()].filter((model) => column[model] === wanted)),
    );
    return { kind, starts: startsOf(all), model: Uint16Array.from(all.flat()) };
  }
  const cells = itemsOfModels.map((column) =>
    [...column.entries()].filter(([, score]) => score !== undefined),
  );
  return {
    kind,
    starts: startsOf(cells),
    model: Uint16Array.from(cells.flat(), ([model]) => model),
    scores: Float64Array.from(cells.flat(), ([, score]) => score!),
  };
}

function startsOf(lists: readonly (readonly unknown[])[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1);
  for (const [place, list] of lists.entries()) starts[place + 1] = starts[place]! + list.length;
  return starts;
}

/** A word for each item and 32 models, with a bit where the score is the given one. */
function plane(
  itemsOfModels: readonly (readonly (number | undefined)[])[],
  wanted: 0 | 1,
): Uint32Array {
  const items = itemsOfModels.length;
  const words = new Uint32Array(Math.ceil(itemsOfModels[0]!.length / 32) * items);
  for (const [item, column] of itemsOfModels.entries()) {
    for (const [model, score] of column.entries()) {
      if (score === wanted) words[Math.floor(model / 32) * items + item]! += 2 ** (model % 32);
    }
  }
  return words;
}

/** A matrix with its scores held in another way. */
export function restored(
  matrix: ResponseMatrix,
  kind: StorageKind,
  rows: readonly (readonly (number | undefined)[])[],
): ResponseMatrix {
  return { ...matrix, storage: storedAs(kind, rows) };
}
