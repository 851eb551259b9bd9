/** Parts of a matrix, and the same matrix with its gaps filled. */

import { itemCount, matrixBuilder, readItem, type ResponseMatrix } from "./response-matrix.ts";

export interface Selection {
  /** Indices of the models to keep, ascending. Default: all. */
  readonly models?: Uint32Array | undefined;
  /** Indices of the items to keep, ascending. Default: all. */
  readonly items?: Uint32Array | undefined;
  /** What an unobserved cell becomes. Default: it stays unobserved. */
  readonly unobserved?: "wrong" | undefined;
}

/**
 * The chosen rows and columns as a matrix of its own. Blanks stay blanks; an unobserved cell that is
 * filled becomes a graded 0.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 0], [0, 1]]);
 * scoreAt(selectFrom(matrix, { items: Uint32Array.of(1) }), 0, 0); // 0
 * ```
 */
export function selectFrom(matrix: ResponseMatrix, selection: Selection): ResponseMatrix {
  const models = selection.models ?? indices(matrix.models.length);
  const items = selection.items ?? indices(itemCount(matrix));
  const builder = matrixBuilder({
    models: Array.from(models, (model) => matrix.models[model]!),
    items: Array.from(items, (item) => matrix.items[item]!),
    benchmarks: matrix.benchmarks,
    benchmarkOf: items.map((item) => matrix.benchmarkOf[item]!),
    ungraded: matrix.blankAs,
  });
  const scores = new Float64Array(matrix.models.length);
  const blank = new Uint8Array(matrix.models.length);
  let next = 0;
  for (const [column, item] of items.entries()) {
    readItem(matrix, item, scores);
    next = markBlanks(matrix, { item, from: next, out: blank });
    for (const [row, model] of models.entries()) {
      const score = scores[model]!;
      if (Number.isNaN(score) && selection.unobserved === "wrong") builder.add(row, column, 0);
      else if (blank[model] === 1) builder.add(row, column, null);
      else if (!Number.isNaN(score)) builder.add(row, column, score);
    }
  }
  return builder.freeze();
}

/** Marks the models that left an item blank; returns where to look for the next, later item. */
function markBlanks(
  { blanks }: ResponseMatrix,
  { item, from, out }: { readonly item: number; readonly from: number; readonly out: Uint8Array },
): number {
  out.fill(0);
  let next = from;
  while (next < blanks.item.length && blanks.item[next]! < item) next += 1;
  for (; blanks.item[next] === item; next += 1) out[blanks.model[next]!] = 1;
  return next;
}

function indices(length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, index) => index);
}
