/** What a policy for cells that nobody observed makes of a matrix. */

import { isComplete, readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";

export type MissingPolicy = "weighted" | "common" | "wrong";

export interface CountedPool {
  /** The cells that count. */
  readonly matrix: ResponseMatrix;
  /** For each item of that matrix its index in the original one; `undefined` when all are there. */
  readonly items: Uint32Array | undefined;
}

/**
 * The cells that count: all observed ones under `weighted`; under `common` those of the items that
 * every model was asked; under `wrong` all, an unobserved one as a failure. A complete matrix comes
 * back as it is.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, undefined], [0, 1]]);
 * countedPool(matrix, "common").items; // Uint32Array [0]
 * ```
 */
export function countedPool(matrix: ResponseMatrix, missing: MissingPolicy): CountedPool {
  if (isComplete(matrix) || missing === "weighted") return { matrix, items: undefined };
  if (missing === "wrong") {
    return { matrix: selectFrom(matrix, { unobserved: "wrong" }), items: undefined };
  }
  const scores = new Float64Array(matrix.models.length);
  const items = Uint32Array.from(
    [...matrix.items.keys()].filter((item) => !readItem(matrix, item, scores).some(Number.isNaN)),
  );
  return { matrix: selectFrom(matrix, { items }), items };
}
