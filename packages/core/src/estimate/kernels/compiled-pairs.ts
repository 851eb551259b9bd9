/**
 * Sums for all pairs of models by counting bits in WebAssembly. Items are sorted by how many models
 * solved them; those of one class have one weight, so their pairs are whole numbers until they are
 * weighted.
 */

import type { CompletePairs, PairSource } from "./complete-pairs.ts";
import { sortedItems, type ItemClass } from "./sorted-items.ts";
import { linearMemory, roomFor, type LinearMemory } from "../../numeric/web-assembly.ts";

/**
 * `undefined` where nothing can be compiled.
 *
 * @param plain Makes the sums that do without counting, for items that count in parts.
 */
export function compiledPairs(
  source: PairSource,
  plain: () => CompletePairs,
): CompletePairs | undefined {
  const { matrix, items } = source;
  const models = matrix.models.length;
  const blocks = Math.ceil(models / 32);
  const byClass = sortedItems(source);
  if (byClass === undefined) return undefined;
  const { classes, order } = byClass;
  const sorted = new Uint32Array(items.length);
  let held = hold(withSlack(Math.max(...classes.map(({ first, end }) => end - first))));
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
    words.set(byClass!.words);
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
      const whole = copies === undefined || sortCopies(sorted, copies, order);
      const most = copies && whole ? mostOf(classes, sorted) : 0;
      if (held && most > held.mostItems) held = hold(withSlack(most));
      if (!whole || held === undefined) return (uncounted ??= plain()).totals(weightOf, copies);
      const { memory, words, pairs, solved, failed } = held;
      if (copies) held.copies.set(sorted);
      for (const sums of [pairs, solved, failed]) sums.fill(0);
      let all = 0;
      for (const { solvedBy, first, end } of classes) {
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

/** Items in the largest class, with copies of the sorted items. */
function mostOf(classes: readonly ItemClass[], copies: Uint32Array): number {
  return Math.max(...classes.map(({ first, end }) => sumOf(copies, first, end)));
}

function sumOf(values: Uint32Array, first: number, end: number): number {
  let sum = 0;
  for (let place = first; place < end; place += 1) sum += values[place]!;
  return sum;
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
