/** The items on which two models differ. */

import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";

/** Two models, as indices into the matrix. Differences are b minus a. */
export interface Pair {
  readonly a: number;
  readonly b: number;
}

/** Items of the matrix, ascending, by what the two models and the others did on them. */
export interface FlipLists {
  /** Items on which A scored more than B, and the other way round. */
  readonly onlyA: readonly number[];
  readonly onlyB: readonly number[];
  /** Those of them that every other model asked solved, at least one. */
  readonly onlyAEasy: readonly number[];
  readonly onlyBEasy: readonly number[];
  /** Items that only one of the two was asked. */
  readonly askedOnlyA: readonly number[];
  readonly askedOnlyB: readonly number[];
}

/**
 * Where two models differ, item by item. With A the old model and B the new one, `onlyA` is what was
 * lost, and `onlyAEasy` what was lost although every other model of the pool solves it.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 0, 1], [0, 1, 1], [1, 0, 1]]);
 * flipLists(matrix, { a: 0, b: 1 }); // onlyA [0], onlyAEasy [0], onlyB [1], onlyBEasy []
 * ```
 */
export function flipLists(matrix: ResponseMatrix, { a, b }: Pair): FlipLists {
  const onlyA: number[] = [];
  const onlyB: number[] = [];
  const onlyAEasy: number[] = [];
  const onlyBEasy: number[] = [];
  const askedOnlyA: number[] = [];
  const askedOnlyB: number[] = [];
  const scores = new Float64Array(matrix.models.length);
  for (let item = 0; item < matrix.items.length; item += 1) {
    readItem(matrix, item, scores);
    const scoreA = scores[a]!;
    const scoreB = scores[b]!;
    if (Number.isNaN(scoreA)) {
      if (!Number.isNaN(scoreB)) askedOnlyB.push(item);
    } else if (Number.isNaN(scoreB)) askedOnlyA.push(item);
    else if (scoreA > scoreB) {
      onlyA.push(item);
      if (othersSolve(scores, a, b)) onlyAEasy.push(item);
    } else if (scoreB > scoreA) {
      onlyB.push(item);
      if (othersSolve(scores, a, b)) onlyBEasy.push(item);
    }
  }
  return { onlyA, onlyB, onlyAEasy, onlyBEasy, askedOnlyA, askedOnlyB };
}

/** Whether some other model was asked, and all of those scored 1. */
function othersSolve(scores: Float64Array, a: number, b: number): boolean {
  let asked = false;
  for (let model = 0; model < scores.length; model += 1) {
    if (model === a || model === b || Number.isNaN(scores[model]!)) continue;
    if (scores[model]! < 1) return false;
    asked = true;
  }
  return asked;
}
