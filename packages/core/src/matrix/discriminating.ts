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
  const { storage } = matrix;
  if (storage.kind === "bits") judgeBits(storage.solved, matrix.models.length, verdicts);
  else if (storage.kind === "planes") judgePlanes(storage, matrix.models.length, verdicts);
  else judgeScores(matrix, verdicts);
  const counts = countsOf(verdicts);
  const kept = placesOf(verdicts, counts[keep]!);
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

function countsOf(verdicts: Uint8Array): Uint32Array {
  const counts = new Uint32Array(keep + 1);
  for (let item = 0; item < verdicts.length; item += 1) counts[verdicts[item]!]! += 1;
  return counts;
}

function placesOf(verdicts: Uint8Array, length: number): Uint32Array {
  const kept = new Uint32Array(length);
  let next = 0;
  for (let item = 0; item < verdicts.length; item += 1) {
    if (verdicts[item] === keep) kept[next++] = item;
  }
  return kept;
}

/** Complete 0/1 data: an item is kept unless all its bits are equal. */
function judgeBits(solved: Uint32Array, models: number, verdicts: Uint8Array): void {
  const { some, every } = wordsTogether(solved, models, verdicts.length);
  for (let item = 0; item < verdicts.length; item += 1) {
    verdicts[item] = some[item] === 0 ? 1 : every[item] === 0xffffffff ? 0 : keep;
  }
}

/** 0/1 data with gaps: an item is kept when somebody solved it and somebody failed it. */
function judgePlanes(
  planes: { readonly solved: Uint32Array; readonly failed: Uint32Array },
  models: number,
  verdicts: Uint8Array,
): void {
  const solved = wordsTogether(planes.solved, models, verdicts.length);
  const failed = wordsTogether(planes.failed, models, verdicts.length);
  for (let item = 0; item < verdicts.length; item += 1) {
    const [earned, lost] = [solved.some[item] !== 0, failed.some[item] !== 0];
    if (earned && lost) verdicts[item] = keep;
    else if (!earned && !lost) verdicts[item] = 3;
    else if (earned) verdicts[item] = solved.every[item] === 0xffffffff ? 0 : 2;
    else verdicts[item] = failed.every[item] === 0xffffffff ? 1 : 2;
  }
}

/** Per item all its words joined by or, and by and; bits beyond the last model count as set in these. */
function wordsTogether(
  plane: Uint32Array,
  models: number,
  items: number,
): { readonly some: Uint32Array; readonly every: Uint32Array } {
  const blocks = Math.ceil(models / 32);
  const beyondLast = ~(0xffffffff >>> (blocks * 32 - models));
  const some = new Uint32Array(items);
  const every = new Uint32Array(items).fill(0xffffffff);
  for (let block = 0; block < blocks; block += 1) {
    const words = plane.subarray(block * items, (block + 1) * items);
    joinWords(words, { some, every, beyond: block === blocks - 1 ? beyondLast : 0 });
  }
  return { some, every };
}

function joinWords(
  words: Uint32Array,
  {
    some,
    every,
    beyond,
  }: { readonly some: Uint32Array; readonly every: Uint32Array; readonly beyond: number },
): void {
  for (let item = 0; item < words.length; item += 1) {
    some[item]! |= words[item]!;
    every[item]! &= words[item]! | beyond;
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
