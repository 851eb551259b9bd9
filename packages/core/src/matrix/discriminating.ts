/** Which items tell the models of a pool apart. */

import { popcount } from "../numeric/popcount.ts";
import { linearMemory, paysToCompile, roomFor } from "../numeric/web-assembly.ts";
import { itemCount, type ResponseMatrix } from "./response-matrix.ts";

/** Why an item takes no part in the propagation. */
export type DropReason = "all-solved" | "all-failed" | "same-observed" | "unobserved";

const reasons = ["all-solved", "all-failed", "same-observed", "unobserved"] as const;
const keep = reasons.length;

export interface Discriminating {
  /** Items with some observed score above 0 and some below 1, ascending. */
  readonly kept: Uint32Array;
  /** On complete 0/1 data: how many models solved each kept item. */
  readonly solvers: Uint32Array | undefined;
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
export function discriminating(
  matrix: ResponseMatrix,
  {
    webAssembly = paysToCompile(matrix.models.length, itemCount(matrix)),
  }: { readonly webAssembly?: boolean | undefined } = {},
): Discriminating {
  const { verdicts, kept, solvers, counts } = judged(matrix, webAssembly);
  return {
    kept,
    solvers,
    dropped: {
      "all-solved": counts[0]!,
      "all-failed": counts[1]!,
      "same-observed": counts[2]!,
      unobserved: counts[3]!,
    },
    reasonOf: (item) => reasons[verdicts[item]!],
  };
}

function judged(matrix: ResponseMatrix, compile: boolean): Verdicts {
  const { storage } = matrix;
  const models = matrix.models.length;
  const items = itemCount(matrix);
  if (storage.kind === "bits") {
    const compiled = compile ? judgeCompiled(storage.solved, models, items) : undefined;
    return compiled ?? judgeBits(storage.solved, models, items);
  }
  const verdicts = new Uint8Array(items);
  if (storage.kind === "planes") judgePlanes(storage, models, verdicts);
  else if (storage.kind === "lists") judgeModelLists(storage.starts, models, verdicts);
  else if (storage.kind === "sparse") judgeLists(storage, models, verdicts);
  else judgeRows(storage.scores, models, verdicts);
  return { verdicts, kept: placesOf(verdicts), solvers: undefined, counts: countsOf(verdicts) };
}

interface Verdicts extends Pick<Discriminating, "kept" | "solvers"> {
  /** Per item a place in `reasons`, or `keep`. */
  readonly verdicts: Uint8Array;
  /** How many items have each verdict. */
  readonly counts: ArrayLike<number>;
}

function countsOf(verdicts: Uint8Array): Uint32Array {
  const counts = new Uint32Array(keep + 1);
  for (let item = 0; item < verdicts.length; item += 1) counts[verdicts[item]!]! += 1;
  return counts;
}

function placesOf(verdicts: Uint8Array): Uint32Array {
  const kept = new Uint32Array(verdicts.length);
  let length = 0;
  for (let item = 0; item < verdicts.length; item += 1) {
    if (verdicts[item] === keep) kept[length++] = item;
  }
  return kept.slice(0, length);
}

/** Complete 0/1 data in WebAssembly, a block of 32 models at a time. */
function judgeCompiled(solved: Uint32Array, models: number, items: number): Verdicts | undefined {
  const memory = linearMemory(2 * roomFor(items, 4) + roomFor(items, 1));
  if (memory === undefined) return undefined;
  const words = memory.words(items);
  const counts = memory.words(items);
  const verdicts = memory.bytes(items);
  // What is kept is never further on than where it comes from.
  const kept = words;
  const solvers = counts;
  for (let first = 0; first < solved.length; first += items) {
    words.set(solved.subarray(first, first + items));
    memory.loops.countBits(words.byteOffset, items, counts.byteOffset);
  }
  const failed = memory.loops.countEqual(counts.byteOffset, items, 0);
  const length = memory.loops.keepItems(
    counts.byteOffset,
    items,
    models,
    verdicts.byteOffset,
    kept.byteOffset,
    solvers.byteOffset,
  );
  const result = {
    counts: [items - length - failed, failed, 0, 0, length],
    verdicts: verdicts.slice(),
    kept: kept.slice(0, length),
    solvers: solvers.slice(0, length),
  };
  memory.release();
  return result;
}

/** Complete 0/1 data: an item is kept unless all its bits are equal. */
function judgeBits(solved: Uint32Array, models: number, items: number): Verdicts {
  const counts = countsOfItems(solved, items);
  const verdicts = new Uint8Array(items);
  for (let item = 0; item < items; item += 1) {
    verdicts[item] = counts[item] === 0 ? 1 : counts[item] === models ? 0 : keep;
  }
  const kept = placesOf(verdicts);
  const solvers = kept.map((item) => counts[item]!);
  return { verdicts, kept, solvers, counts: countsOf(verdicts) };
}

/** 0/1 data with gaps: an item is kept when somebody solved it and somebody failed it. */
function judgePlanes(
  planes: { readonly solved: Uint32Array; readonly failed: Uint32Array },
  models: number,
  verdicts: Uint8Array,
): void {
  const solved = countsOfItems(planes.solved, verdicts.length);
  const failed = countsOfItems(planes.failed, verdicts.length);
  for (let item = 0; item < verdicts.length; item += 1) {
    verdicts[item] = verdictOf(solved[item]!, failed[item]!, models);
  }
}

/** The same with lists of the models that solved and of those that failed. */
function judgeModelLists(starts: Uint32Array, models: number, verdicts: Uint8Array): void {
  for (let item = 0; item < verdicts.length; item += 1) {
    const middle = starts[2 * item + 1]!;
    const [solved, failed] = [middle - starts[2 * item]!, starts[2 * item + 2]! - middle];
    verdicts[item] = verdictOf(solved, failed, models);
  }
}

/** The verdict on an item that so many of the models solved and so many failed. */
function verdictOf(solved: number, failed: number, models: number): number {
  if (solved > 0 && failed > 0) return keep;
  if (solved + failed === 0) return 3;
  if (solved + failed < models) return 2;
  return solved > 0 ? 0 : 1;
}

/** For each item the bits of all its words. */
function countsOfItems(plane: Uint32Array, items: number): Uint32Array {
  const counts = new Uint32Array(items);
  for (let first = 0; first < plane.length; first += items) {
    addBits(counts, plane.subarray(first, first + items));
  }
  return counts;
}

function addBits(counts: Uint32Array, words: Uint32Array): void {
  for (let item = 0; item < words.length; item += 1) counts[item]! += popcount(words[item]!);
}

/** A number per cell. */
function judgeRows(scores: Float64Array, models: number, verdicts: Uint8Array): void {
  for (let item = 0; item < verdicts.length; item += 1) {
    verdicts[item] = verdictOn(scores, { first: item * models, end: (item + 1) * models, models });
  }
}

/** Observed cells only. */
function judgeLists(
  { starts, scores }: { readonly starts: Uint32Array; readonly scores: Float64Array },
  models: number,
  verdicts: Uint8Array,
): void {
  for (let item = 0; item < verdicts.length; item += 1) {
    verdicts[item] = verdictOn(scores, { first: starts[item]!, end: starts[item + 1]!, models });
  }
}

/** The verdict on an item whose scores stand from `first` to before `end`. */
function verdictOn(
  scores: Float64Array,
  { first, end, models }: { readonly first: number; readonly end: number; readonly models: number },
): number {
  let observed = 0;
  let earned = false;
  let lost = false;
  for (let cell = first; cell < end; cell += 1) {
    const score = scores[cell]!;
    if (score !== score) continue;
    observed += 1;
    if (score > 0) earned = true;
    if (score < 1) lost = true;
    if (earned && lost) return keep;
  }
  if (observed === 0) return 3;
  if (observed < models) return 2;
  return earned ? 0 : 1;
}
