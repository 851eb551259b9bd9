/** Which items tell the models of a pool apart. */

import { readItem, type ResponseMatrix } from "./response-matrix.ts";

/** Why an item takes no part in the propagation. */
export type DropReason = "all-solved" | "all-failed" | "same-observed" | "unobserved";

const reasons = ["all-solved", "all-failed", "same-observed", "unobserved"] as const;
const keep = reasons.length;

export interface Discriminating {
  /** Items with some observed score above 0 and some below 1, ascending. */
  readonly kept: Uint32Array;
  /** How many items were left out, by reason. */
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** Why an item was left out; `undefined` for a kept one. */
  reasonOf(item: number): DropReason | undefined;
}

/**
 * Splits the items of a pool (the published filter, and its extension to gaps): kept when some
 * observed score is above 0 and some is below 1. The others are solved by every model, failed by
 * every model, the same for all who were asked, or put to nobody. Tests scores, never a sum.
 *
 * @example
 * ```ts
 * discriminating(matrixFromRows([[1, 1, 0], [1, 0, 0]])).kept; // Uint32Array [1]
 * ```
 */
export function discriminating(matrix: ResponseMatrix): Discriminating {
  const verdicts = new Uint8Array(matrix.items.length);
  if (matrix.storage.kind === "bits") {
    judgeBits(matrix.storage.solved, matrix.models.length, verdicts);
  } else {
    judgeScores(matrix, verdicts);
  }
  const counts = new Uint32Array(keep + 1);
  for (const verdict of verdicts) counts[verdict]! += 1;
  const kept = new Uint32Array(counts[keep]!);
  let next = 0;
  for (let item = 0; item < verdicts.length; item += 1) {
    if (verdicts[item] === keep) kept[next++] = item;
  }
  return {
    kept,
    dropped: {
      "all-solved": counts[0]!,
      "all-failed": counts[1]!,
      "same-observed": counts[2]!,
      unobserved: counts[3]!,
    },
    reasonOf: (item) => reasons[verdicts[item]!],
  };
}

/** Complete 0/1 data: an item is kept unless all its bits are equal. */
function judgeBits(solved: Uint32Array, models: number, verdicts: Uint8Array): void {
  const items = verdicts.length;
  const blocks = Math.ceil(models / 32);
  const beyondLast = ~(0xffffffff >>> (blocks * 32 - models));
  for (let item = 0; item < items; item += 1) {
    const last = solved[(blocks - 1) * items + item]!;
    let some = last;
    let every = last | beyondLast;
    for (let block = 0; block < blocks - 1; block += 1) {
      const word = solved[block * items + item]!;
      some |= word;
      every &= word;
    }
    verdicts[item] = some === 0 ? 1 : every === -1 ? 0 : keep;
  }
}

function judgeScores(matrix: ResponseMatrix, verdicts: Uint8Array): void {
  const scores = new Float64Array(matrix.models.length);
  for (let item = 0; item < verdicts.length; item += 1) {
    const reason = dropReason(readItem(matrix, item, scores));
    verdicts[item] = reason === undefined ? keep : reasons.indexOf(reason);
  }
}

function dropReason(scores: Float64Array): DropReason | undefined {
  let observed = false;
  let earned = false;
  let lost = false;
  let gap = false;
  for (const score of scores) {
    if (Number.isNaN(score)) gap = true;
    else {
      observed = true;
      if (score > 0) earned = true;
      if (score < 1) lost = true;
    }
  }
  if (earned && lost) return undefined;
  if (!observed) return "unobserved";
  if (gap) return "same-observed";
  return earned ? "all-solved" : "all-failed";
}
