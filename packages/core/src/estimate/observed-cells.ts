/** Observed cells as lists, for estimators that visit every answer many times. */

import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";

/** Cells `starts[place]` to `starts[place + 1]` are those of item `items[place]`. */
export interface ObservedCells {
  /** Indices of items of the matrix. */
  readonly items: Uint32Array;
  /** Number of models of the matrix. */
  readonly models: number;
  readonly starts: Uint32Array;
  /** Index of the model of each cell, ascending within an item. */
  readonly model: Uint32Array;
  readonly scores: Float64Array;
}

/**
 * The observed cells of the given items, item by item, without the gaps.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 0], [undefined, 1]]);
 * observedCells(matrix, Uint32Array.of(0, 1)).starts; // Uint32Array [0, 1, 3]
 * ```
 */
export function observedCells(matrix: ResponseMatrix, items: Uint32Array): ObservedCells {
  const models = matrix.models.length;
  const most = Math.min(matrix.observed, models * items.length);
  const starts = new Uint32Array(items.length + 1);
  const model = new Uint32Array(most);
  const scores = new Float64Array(most);
  const column = new Float64Array(models);
  let cell = 0;
  for (let place = 0; place < items.length; place += 1) {
    readItem(matrix, items[place]!, column);
    for (let row = 0; row < models; row += 1) {
      const score = column[row]!;
      if (Number.isNaN(score)) continue;
      model[cell] = row;
      scores[cell] = score;
      cell += 1;
    }
    starts[place + 1] = cell;
  }
  return {
    items,
    models,
    starts,
    model: model.subarray(0, cell),
    scores: scores.subarray(0, cell),
  };
}
