/** Parts of a matrix, and the same matrix with its gaps filled. */

import { matrixBuilder, readItem, type ResponseMatrix } from "./response-matrix.ts";

export interface Selection {
  /** Indices of the models to keep, ascending. Default: all. */
  readonly models?: Uint32Array | undefined;
  /** Indices of the items to keep, ascending. Default: all. */
  readonly items?: Uint32Array | undefined;
  /** What an unobserved cell becomes. Default: it stays unobserved. */
  readonly unobserved?: "wrong" | undefined;
}

/**
 * The chosen rows and columns as a matrix of its own. Counts of ungraded answers are those of the
 * result's observed cells: an ungraded cell that counts as wrong is a score of 0 from here on.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 0], [0, 1]]);
 * scoreAt(selectFrom(matrix, { items: Uint32Array.of(1) }), 0, 0); // 0
 * ```
 */
export function selectFrom(matrix: ResponseMatrix, selection: Selection): ResponseMatrix {
  const models = selection.models ?? indices(matrix.models.length);
  const items = selection.items ?? indices(matrix.items.length);
  const builder = matrixBuilder({
    models: Array.from(models, (model) => matrix.models[model]!),
    items: Array.from(items, (item) => matrix.items[item]!),
    benchmarks: matrix.benchmarks,
    benchmarkOf: items.map((item) => matrix.benchmarkOf[item]!),
    ungraded: "wrong",
  });
  const scores = new Float64Array(matrix.models.length);
  for (const [column, item] of items.entries()) {
    readItem(matrix, item, scores);
    for (const [row, model] of models.entries()) {
      const score = scores[model]!;
      if (!Number.isNaN(score)) builder.add(row, column, score);
      else if (selection.unobserved === "wrong") builder.add(row, column, 0);
    }
  }
  return builder.freeze();
}

function indices(length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, index) => index);
}
