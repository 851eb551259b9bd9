/** Items that say nothing about anybody. */

import { discriminating } from "../matrix/discriminating.ts";
import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";

/** Shares of items, 0 to 1. */
export interface Extremes {
  /** Solved by all who were asked. */
  readonly solved: number;
  /** Solved by none who were asked. */
  readonly failed: number;
}

/**
 * Shares of the items that every model, and that no model, solves among those that were asked.
 *
 * @example
 * ```ts
 * extremesOf(matrixFromRows([[1, 1], [1, 0]])); // { solved: 0.5, failed: 0 }
 * ```
 */
export function extremesOf(matrix: ResponseMatrix): Extremes {
  const split = discriminating(matrix);
  const scores = new Float64Array(matrix.models.length);
  let solved = 0;
  let failed = 0;
  for (let item = 0; item < matrix.items.length; item += 1) {
    const reason = split.reasonOf(item);
    if (reason === "all-solved") solved += 1;
    else if (reason === "all-failed") failed += 1;
    else if (reason === "same-observed") {
      if (readItem(matrix, item, scores).includes(1)) solved += 1;
      else failed += 1;
    }
  }
  return { solved: solved / matrix.items.length, failed: failed / matrix.items.length };
}
