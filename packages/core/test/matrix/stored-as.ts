/** The same scores in each of the three storages, laid out by hand from their description. */

import type { ResponseMatrix, Storage } from "../../src/matrix/response-matrix.ts";

export type StorageKind = Storage["kind"];

/** Rows of scores, `undefined` where nothing was observed; `bits` takes complete 0/1 rows only. */
export function storedAs(
  kind: StorageKind,
  rows: readonly (readonly (number | undefined)[])[],
): Storage {
  const models = rows.length;
  const items = rows[0]!.length;
  const itemsOfModels = Array.from({ length: items }, (_, item) => rows.map((row) => row[item]));
  if (kind === "dense") {
    return {
      kind,
      scores: Float64Array.from(itemsOfModels.flat(), (score) => score ?? Number.NaN),
    };
  }
  if (kind === "bits") {
    const solved = new Uint32Array(Math.ceil(models / 32) * items);
    for (const [item, column] of itemsOfModels.entries()) {
      for (const [model, score] of column.entries()) {
        if (score === 1) solved[Math.floor(model / 32) * items + item]! += 2 ** (model % 32);
      }
    }
    return { kind, solved };
  }
  const cells = itemsOfModels.map((column) =>
    [...column.entries()].filter(([, score]) => score !== undefined),
  );
  const starts = new Uint32Array(items + 1);
  for (const [item, column] of cells.entries()) starts[item + 1] = starts[item]! + column.length;
  return {
    kind,
    starts,
    model: Uint32Array.from(cells.flat(), ([model]) => model),
    scores: Float64Array.from(cells.flat(), ([, score]) => score!),
  };
}

/** A matrix with its scores held in another way. */
export function restored(
  matrix: ResponseMatrix,
  kind: StorageKind,
  rows: readonly (readonly (number | undefined)[])[],
): ResponseMatrix {
  return { ...matrix, storage: storedAs(kind, rows) };
}
