/**
 * Sums for all pairs of models by counting bits in WebAssembly. Items are sorted by how many models
 * solved them; those of one class have one weight, so their pairs are whole numbers until they are
 * weighted.
 */

import type { ResponseMatrix } from "../../matrix/response-matrix.ts";
import type { CompletePairs, PairSource } from "./complete-pairs.ts";
import { linearMemory, roomFor, type LinearMemory } from "./web-assembly.ts";

/**
 * `undefined` where nothing can be compiled.
 *
 * @param plain Makes the sums that do without counting, for items that count in parts.
 */
export function compiledPairs(
  { matrix, items, solvers }: PairSource,
  plain: () => CompletePairs,
): CompletePairs | undefined {
  const models = matrix.models.length;
  const blocks = Math.ceil(models / 32);
  const classes = classesOf(solvers, models);
  const sorted = new Uint32Array(items.length);
  let held = hold(withSlack(classes.mostOf(sorted.fill(1))));
  if (held === undefined) return undefined;
  let uncounted: CompletePairs | undefined;

  function hold(mostItems: number): Held | undefined {
    const wordsOf64 = Math.ceil(mostItems / 64);
    const spread = 64 * wordsOf64 + 4;
    const memory = linearMemory(
      roomFor(blocks * items.length, 4) +
        roomFor(items.length, 4) +
        roomFor(spread, 4) +
        roomFor(32 * blocks * wordsOf64, 8) +
        roomFor(models, 4) +
        roomFor(models * models, 8) +
        2 * roomFor(models, 8),
    );
    if (memory === undefined) return undefined;
    const words = memory.words(blocks * items.length);
    sortWords(words, matrix, { items, order: classes.order });
    return {
      mostItems,
      memory,
      words,
      copies: memory.words(items.length),
      spread: memory.words(spread),
      groups: memory.numbers(32 * blocks * wordsOf64),
      groupBytes: 4 * 8 * wordsOf64,
      counts: memory.words(models),
      pairs: memory.numbers(models * models),
      solved: memory.numbers(models),
      failed: memory.numbers(models),
    };
  }

  return {
    name: "pairs, WebAssembly",
    release() {
      held?.memory.release();
    },
    totals(weightOf, copies) {
      const whole = copies === undefined || sortCopies(sorted, copies, classes.order);
      const most = copies && whole ? classes.mostOf(sorted) : 0;
      if (held && most > held.mostItems) held = hold(withSlack(most));
      if (!whole || held === undefined) return (uncounted ??= plain()).totals(weightOf, copies);
      const { memory, words, pairs, solved, failed } = held;
      if (copies) held.copies.set(sorted);
      for (const sums of [pairs, solved, failed]) sums.fill(0);
      let all = 0;
      for (const { solvedBy, first, end } of classes.list) {
        const weight = weightOf[solvedBy]!;
        let count = 0;
        for (let block = 0; block < blocks; block += 1) {
          count = memory.loops.repeatWords(
            words.byteOffset + 4 * (block * items.length + first),
            end - first,
            copies ? held.copies.byteOffset + 4 * first : 0,
            held.spread.byteOffset,
          );
          memory.loops.transposeWords(
            held.spread.byteOffset,
            count,
            held.groups.byteOffset + 8 * block * held.groupBytes,
            held.groupBytes,
          );
        }
        memory.loops.addPairs(
          held.groups.byteOffset,
          held.groupBytes,
          count,
          models,
          weight,
          held.counts.byteOffset,
          pairs.byteOffset,
          solved.byteOffset,
          failed.byteOffset,
        );
        all += weight * count;
      }
      return { pairs, solved, failed, all };
    },
  };
}

/** Room for classes that random draws make a little larger. */
function withSlack(items: number): number {
  return Math.ceil(1.25 * items) + 128;
}

interface Held {
  /** Items of one class that there is room for. */
  readonly mostItems: number;
  readonly memory: LinearMemory;
  /** In the order of the classes. */
  readonly words: Uint32Array;
  readonly copies: Uint32Array;
  /** Words of one class and block, repeated, and three that may be written beyond them. */
  readonly spread: Uint32Array;
  readonly groups: Float64Array;
  readonly groupBytes: number;
  readonly counts: Uint32Array;
  readonly pairs: Float64Array;
  readonly solved: Float64Array;
  readonly failed: Float64Array;
}

/** Items that so many models solved: places `first` to before `end` of the sorted items. */
interface ItemClass {
  readonly solvedBy: number;
  readonly first: number;
  readonly end: number;
}

interface Classes {
  readonly list: readonly ItemClass[];
  /** For each place among the sorted items its place among the items. */
  readonly order: Uint32Array;
  /** Items in the largest class, with copies of the sorted items. */
  mostOf(copies: Uint32Array): number;
}

function classesOf(solvers: Float64Array, models: number): Classes {
  const starts = new Uint32Array(models + 2);
  countInto(starts.subarray(1), solvers);
  for (let count = 0; count <= models; count += 1) starts[count + 1]! += starts[count]!;
  const list = Array.from({ length: models + 1 }, (_, count) => ({
    solvedBy: count,
    first: starts[count]!,
    end: starts[count + 1]!,
  })).filter(({ first, end }) => first < end);
  return {
    list,
    order: orderBy(solvers, starts),
    mostOf: (copies) => Math.max(...list.map(({ first, end }) => sumOf(copies, first, end))),
  };
}

function sumOf(values: Uint32Array, first: number, end: number): number {
  let sum = 0;
  for (let place = first; place < end; place += 1) sum += values[place]!;
  return sum;
}

function countInto(counts: Uint32Array, solvers: Float64Array): void {
  for (let item = 0; item < solvers.length; item += 1) counts[solvers[item]!]! += 1;
}

/** Items by how many models solved them, ascending within; `starts` says where each number starts. */
function orderBy(solvers: Float64Array, starts: Uint32Array): Uint32Array {
  const order = new Uint32Array(solvers.length);
  const next = starts.slice();
  for (let item = 0; item < solvers.length; item += 1) {
    const count = solvers[item]!;
    const place = next[count]!;
    next[count] = place + 1;
    order[place] = item;
  }
  return order;
}

function sortWords(
  out: Uint32Array,
  { storage, items: all }: ResponseMatrix,
  { items, order }: { readonly items: Uint32Array; readonly order: Uint32Array },
): void {
  if (storage.kind !== "bits") throw new Error("complete 0/1 data are kept as bits");
  for (let first = 0, block = 0; first < out.length; first += items.length, block += 1) {
    const offset = block * all.length;
    for (let place = 0; place < items.length; place += 1) {
      out[first + place] = storage.solved[offset + items[order[place]!]!]!;
    }
  }
}

/** Puts copies in the order of the classes; says whether all are whole numbers. */
function sortCopies(out: Uint32Array, copies: Float64Array, order: Uint32Array): boolean {
  let whole = true;
  for (let place = 0; place < out.length; place += 1) {
    const count = copies[order[place]!]!;
    out[place] = count;
    whole &&= out[place] === count;
  }
  return whole;
}
