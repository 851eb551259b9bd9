/** Whether a sum of differences is more than random signs would give. */

import { randomStream, type Random } from "../numeric/random.ts";
import type { PValues } from "./mcnemar.ts";

/** Up to this many terms every choice of signs is tried. */
const enumerable = 14;

export interface SignFlipOptions {
  /** Random choices of signs when there are too many to try all. Default 9,999. */
  readonly draws?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
}

export interface SignFlips extends PValues {
  /** Terms that are not 0. */
  readonly nonzero: number;
}

/**
 * Sign-flip test, two-sided: how often `|sum of terms|` under random signs is larger than the one
 * seen. Up to 14 non-zero terms all choices of signs count, `p = P(>) + P(=)/2`; beyond, R random
 * ones, `p = (#> + (#= + 1)/2) / (R + 1)`. `pExact` counts all of the equal ones. Equal means within
 * 1e-9 of the sum of sizes. Both are 1 when all terms are 0.
 *
 * Depends on the sizes of the terms only, not on their order.
 *
 * @param terms One per cluster that moves together; for items on their own one per item.
 * @example
 * ```ts
 * signFlips(Float64Array.of(1, 1, 1, 1, 1)); // { p: 0.03125, pExact: 0.0625, nonzero: 5 }
 * ```
 */
export function signFlips(terms: Float64Array, options: SignFlipOptions = {}): SignFlips {
  const { draws = 9_999, seed = 1 } = options;
  const sizes = terms
    .filter((term) => term !== 0)
    .map(Math.abs)
    .toSorted();
  if (sizes.length === 0) return { p: 1, pExact: 1, nonzero: 0 };
  let largest = 0;
  let seen = 0;
  for (const size of sizes) largest += size;
  for (const term of terms) seen += term;
  const bar = { from: Math.abs(seen) - 1e-9 * largest, to: Math.abs(seen) + 1e-9 * largest };
  const all = sizes.length <= enumerable;
  const { above, equal } = all
    ? everyChoice(sizes, bar)
    : randomChoices(sizes, bar, draws, (index) =>
        randomStream(seed, { purpose: "sign-flips", index }),
      );
  // The signs that were seen count among the random ones.
  const extra = all ? 0 : 1;
  const count = all ? 2 ** (sizes.length - 1) : draws + 1;
  return {
    p: (above + (equal + extra) / 2) / count,
    pExact: (above + equal + extra) / count,
    nonzero: sizes.length,
  };
}

/** The statistic that was seen, give or take rounding. */
interface Bar {
  readonly from: number;
  readonly to: number;
}

interface Counts {
  readonly above: number;
  readonly equal: number;
}

/** All choices with the last sign positive; the others mirror them. */
function everyChoice(sizes: Float64Array, bar: Bar): Counts {
  const free = sizes.length - 1;
  let above = 0;
  let equal = 0;
  for (let choice = 0; choice < 2 ** free; choice += 1) {
    let sum = sizes[free]!;
    for (let index = 0; index < free; index += 1) {
      sum += (choice >> index) & 1 ? sizes[index]! : -sizes[index]!;
    }
    const size = Math.abs(sum);
    if (size > bar.to) above += 1;
    else if (size >= bar.from) equal += 1;
  }
  return { above, equal };
}

function randomChoices(
  sizes: Float64Array,
  bar: Bar,
  draws: number,
  stream: (index: number) => Random,
): Counts {
  const tables = signTables(sizes);
  let above = 0;
  let equal = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const size = Math.abs(signedSum(tables, stream(draw)));
    if (size > bar.to) above += 1;
    else if (size >= bar.from) equal += 1;
  }
  return { above, equal };
}

/** For each four terms their sum under each of the 16 choices of signs, 16 numbers in a row. */
function signTables(sizes: Float64Array): Float64Array {
  const tables = new Float64Array(Math.ceil(sizes.length / 4) * 16);
  for (let index = 0; index < sizes.length; index += 1) {
    const offset = (index >> 2) * 16;
    const bit = 1 << (index & 3);
    for (let choice = 0; choice < 16; choice += 1) {
      tables[offset + choice]! += choice & bit ? sizes[index]! : -sizes[index]!;
    }
  }
  return tables;
}

/** Sum under random signs; the 32 bits of a draw are enough for eight tables. */
function signedSum(tables: Float64Array, random: Random): number {
  let sum = 0;
  for (let from = 0; from < tables.length; from += 128) {
    let signs = random.bits();
    const to = Math.min(from + 128, tables.length);
    for (let offset = from; offset < to; offset += 16) {
      sum += tables[offset + (signs & 15)]!;
      signs >>>= 4;
    }
  }
  return sum;
}
