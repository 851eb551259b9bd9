/**
 * Sums for all pairs of models by counting bits in WebAssembly. Items are sorted by how many models
 * solved them; those of one class have one weight, so their pairs are whole numbers until they are
 * weighted.
 */

import type { Strata } from "../strata.ts";
import type { CompletePairs, DrawnPairs, PairSource, PairTotals } from "./complete-pairs.ts";
import { canDraw, compiledDraws, roomForDraws } from "./compiled-draws.ts";
import { holdPairs, type HeldPairs } from "./held-pairs.ts";
import { sortedItems, type ItemClass } from "./sorted-items.ts";

/**
 * `undefined` where nothing can be compiled.
 *
 * @param plain Makes the sums that do without counting, for items that count in parts.
 */
export function compiledPairs(
  source: PairSource,
  plain: () => CompletePairs,
): CompletePairs | undefined {
  const sortedSource = sortedItems(source);
  if (sortedSource === undefined) return undefined;
  const { classes, order } = sortedSource;
  const models = source.matrix.models.length;
  const hold = (twos: number, more = 0) => holdPairs(models, { ...sortedSource, twos, more });
  const sorted = new Uint8Array(source.items.length);
  let held = hold(0);
  if (held === undefined) return undefined;
  let uncounted: CompletePairs | undefined;
  return {
    name: "pairs, WebAssembly",
    release() {
      held?.memory.release();
    },
    totals(weightOf, copies) {
      if (held && copies === undefined) return addClasses(held, weightOf, "once");
      const whole = copies !== undefined && sortCopies(sorted, copies, order);
      const twos = whole ? mostTwos(sorted, classes) : 0;
      if (held && twos > held.twos) held = hold(withSlack(twos));
      if (!whole || held === undefined) return (uncounted ??= plain()).totals(weightOf, copies);
      held.copies.set(sorted);
      return addClasses(held, weightOf, "copies");
    },
    drawing(strata) {
      // Of clusters more items may be drawn than there are.
      if (strata.units !== undefined || !canDraw(strata)) return undefined;
      const own = hold(strata.items.length >> 1, roomForDraws(strata));
      return own && drawing(own, strata);
    },
  };
}

/** Draws are counted where the sums are made, in the order of the classes. */
function drawing(held: HeldPairs, { items, starts }: Strata): DrawnPairs {
  const { order } = held;
  const sortedPlace = new Uint32Array(order.length + 1).fill(order.length);
  for (let place = 0; place < order.length; place += 1) sortedPlace[order[place]!] = place;
  const sorted = { items: items.map((item) => sortedPlace[item]!), starts };
  const draw = compiledDraws(held.memory, sorted);
  return (weightOf, seed) => {
    draw(seed, held.copies);
    return addClasses(held, weightOf, "copies");
  };
}

/** Adds up class after class. */
function addClasses(
  held: HeldPairs,
  weightOf: Float64Array,
  counted: "once" | "copies",
): PairTotals {
  const { memory, words, copies, singles, doubles, groups, counts, sums, classes, order, models } =
    held;
  sums.fill(0);
  let all = 0;
  let items = 0;
  for (const { solvedBy, first, end } of classes) {
    const weight = weightOf[solvedBy]!;
    const count = memory.loops.addClass(
      words.byteOffset + 4 * first,
      order.length,
      end - first,
      counted === "once" ? 0 : copies.byteOffset + first,
      models,
      weight,
      singles.byteOffset,
      doubles.byteOffset,
      groups.byteOffset,
      counts.byteOffset,
      sums.byteOffset,
    );
    all += weight * count;
    items += count;
  }
  return { ...totalsOf(held), all, items };
}

/** Puts the sums of pairs in one square. */
function totalsOf({ sums, row, pairs, models }: HeldPairs) {
  const behind = models * row;
  for (let i = 0; i < models; i += 1) {
    for (let j = i + 1; j < models; j += 1) {
      pairs[i * models + j] = sums[i * row + j]!;
      pairs[j * models + i] = sums[behind + i * row + j]!;
    }
  }
  const solved = sums.subarray(2 * behind, 2 * behind + models);
  const failed = sums.subarray(2 * behind + row, 2 * behind + row + models);
  return { pairs, solved, failed };
}

/** Room for classes that random draws make a little larger. */
function withSlack(items: number): number {
  return Math.ceil(1.25 * items) + 128;
}

/** Twos among the copies of the class that has most of them. */
function mostTwos(copies: Uint8Array, classes: readonly ItemClass[]): number {
  return Math.max(...classes.map(({ first, end }) => twosOf(copies, first, end)));
}

function twosOf(copies: Uint8Array, first: number, end: number): number {
  let sum = 0;
  for (let place = first; place < end; place += 1) sum += copies[place]! >>> 1;
  return sum;
}

/** Puts copies in the order of the classes; says whether all are whole numbers below 256. */
function sortCopies(out: Uint8Array, copies: Float64Array, order: Uint32Array): boolean {
  let whole = true;
  for (let place = 0; place < out.length; place += 1) {
    const count = copies[order[place]!]!;
    out[place] = count;
    whole &&= out[place] === count;
  }
  return whole;
}
