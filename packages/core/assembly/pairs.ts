/**
 * For every pair of models the weight of the items that one solved and the other failed. Items that
 * the same number of models solved have one weight, so bits of them can be counted: counts are whole
 * numbers, nothing cancels and no order of terms matters.
 */

import { takeDoubles, takeSingles } from "./repeated-words";
import { ITEMS, transposeWords, UNIT } from "./transposed-bits";

/** Units that can be counted in bytes together, 16 for each that counts twice and 8 for each other. */
const MOST_TWICE: usize = 7 * UNIT;
const MOST_ONCE: usize = 17 * UNIT;

/**
 * Adds what a class of items, each counted as often as `copies` says, says about all pairs of models. An item
 * that counts c times is held c / 2 times among those that count twice, and once among those that count once
 * where c is odd; of random draws that leaves a third fewer bits to count than there are copies.
 *
 * @param words Block by block of 32 models, blocks `stride` words apart.
 * @param copies A byte per item, or 0 where all count once.
 * @param singles Room for words that count once, up to whole units.
 * @param doubles Room for words that count twice, the same and four more.
 * @param groups Room for their bits: a word for each of theirs and each block.
 * @param counts Room for a number of 32 bits per model. Here and in the sums models are filled up to four.
 * @param sums For each model i and each later one j the weight of what i solved and j failed, row by row;
 *   then that of what j solved and i failed; then that of what each solved, and of what each failed.
 * @returns the number of copies.
 */
export function addClass(
  words: usize,
  stride: usize,
  items: usize,
  copies: usize,
  models: usize,
  weight: f64,
  singles: usize,
  doubles: usize,
  groups: usize,
  counts: usize,
  sums: usize,
): usize {
  let once: usize = 0;
  let twice: usize = 0;
  let row: usize = 0;
  const end = words + ((((models + 31) >> 5) * stride) << 2);
  for (let to = groups; words < end; words += stride << 2, to += 8 * row) {
    if (copies == 0) {
      memory.copy(singles, words, items << 2);
      once = items;
    } else {
      once = (takeSingles(words, items, copies, singles) - singles) >> 2;
      twice = (takeDoubles(words, items, copies, doubles) - doubles) >> 2;
    }
    fillUp(singles, once);
    fillUp(doubles, twice);
    row = (units(twice) + units(once)) * UNIT;
    transposeWords(doubles, units(twice), to, row);
    transposeWords(singles, units(once), to + units(twice) * UNIT, row);
  }
  addPairs(groups, row, units(twice) * UNIT, once + 2 * twice, models, weight, counts, sums);
  return once + 2 * twice;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function units(items: usize): usize {
  return (items + ITEMS - 1) / ITEMS;
}

/** Puts zeros behind words, up to whole units. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function fillUp(words: usize, count: usize): void {
  memory.fill(words + (count << 2), 0, (units(count) * ITEMS - count) << 2);
}

/**
 * @param groups Bits as `transposeWords` leaves them, `row` bytes a group: the first `twice` bytes are of
 *   items that count twice, the others of items that count once.
 */
function addPairs(
  groups: usize,
  row: usize,
  twice: usize,
  items: usize,
  models: usize,
  weight: f64,
  counts: usize,
  sums: usize,
): void {
  const length = ((models + 3) & ~3) << 3;
  const behind = models * length;
  const solved = sums + 2 * behind;
  for (let first: usize = 0; first < models; first += 4) {
    const four = groups + (first >> 2) * row;
    const count = together(four, 16, four, twice, row);
    v128.store(counts + (first << 2), count);
    addFour(solved + (first << 3), count, weight);
    addFour(solved + length + (first << 3), i32x4.sub(i32x4.splat(<i32>items), count), weight);
  }
  for (let first: usize = 0; first < models; first++, sums += length) {
    const one = groups + (first >> 2) * row + ((first & 3) << 4);
    const ofFirst = v128.load_splat<u32>(counts + (first << 2));
    for (let second = (first + 1) & ~3; second < models; second += 4) {
      const both = together(one, 0, groups + (second >> 2) * row, twice, row);
      const ofSecond = v128.load(counts + (second << 2));
      addFour(sums + (second << 3), i32x4.sub(ofFirst, both), weight);
      addFour(sums + behind + (second << 3), i32x4.sub(ofSecond, both), weight);
    }
  }
}

/**
 * How many items, counting copies, each of four models solved together with the model at `one`, or with that
 * `step` bytes further for each of the four.
 */
// @ts-ignore: a decorator of AssemblyScript
@inline
function together(one: usize, step: usize, four: usize, twice: usize, row: usize): v128 {
  let sum = i32x4.splat(0);
  const endOfTwice = one + twice;
  const end = one + row;
  while (one < end) {
    let a = i8x16.splat(0);
    let b = i8x16.splat(0);
    let c = i8x16.splat(0);
    let d = i8x16.splat(0);
    for (const last = min(endOfTwice, one + MOST_TWICE); one < last; one += UNIT, four += UNIT) {
      a = i8x16.add(a, commonBits(one, four));
      b = i8x16.add(b, commonBits(one + step, four + 16));
      c = i8x16.add(c, commonBits(one + 2 * step, four + 32));
      d = i8x16.add(d, commonBits(one + 3 * step, four + 48));
    }
    a = i8x16.add(a, a);
    b = i8x16.add(b, b);
    c = i8x16.add(c, c);
    d = i8x16.add(d, d);
    const last = one < endOfTwice ? one : min(end, one + MOST_ONCE);
    for (; one < last; one += UNIT, four += UNIT) {
      a = i8x16.add(a, commonBits(one, four));
      b = i8x16.add(b, commonBits(one + step, four + 16));
      c = i8x16.add(c, commonBits(one + 2 * step, four + 32));
      d = i8x16.add(d, commonBits(one + 3 * step, four + 48));
    }
    sum = i32x4.add(sum, sumsOf(a, b, c, d));
  }
  return sum;
}

/** Per byte the bits that two vectors have in common. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function commonBits(one: usize, other: usize): v128 {
  return i8x16.popcnt(v128.and(v128.load(one), v128.load(other)));
}

/** The sums of the bytes of four vectors. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function sumsOf(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = halves(i16x8.extadd_pairwise_i8x16_u(a), i16x8.extadd_pairwise_i8x16_u(b));
  const cd = halves(i16x8.extadd_pairwise_i8x16_u(c), i16x8.extadd_pairwise_i8x16_u(d));
  return i32x4.extadd_pairwise_i16x8_u(
    i16x8.add(v128.shuffle<i32>(ab, cd, 0, 2, 4, 6), v128.shuffle<i32>(ab, cd, 1, 3, 5, 7)),
  );
}

/** The first four lanes sum up as those of the first vector do, the others as those of the second. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function halves(a: v128, b: v128): v128 {
  return i16x8.add(v128.shuffle<i64>(a, b, 0, 2), v128.shuffle<i64>(a, b, 1, 3));
}

/** Adds `weight` times each of four counts to four sums. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function addFour(to: usize, counts: v128, weight: f64): void {
  const weights = f64x2.splat(weight);
  const high = v128.shuffle<i64>(counts, counts, 1, 1);
  const low = f64x2.mul(weights, f64x2.convert_low_i32x4_u(counts));
  v128.store(to, f64x2.add(v128.load(to), low));
  const more = f64x2.mul(weights, f64x2.convert_low_i32x4_u(high));
  v128.store(to, f64x2.add(v128.load(to, 16), more), 16);
}
