/**
 * For every pair of models the weight of the items that one solved and the other failed. Items that
 * the same number of models solved have one weight, so bits of them can be counted: counts are whole
 * numbers, nothing cancels and no order of terms matters.
 */

/** Items are counted by the word of 64. */
const ITEMS: usize = 64;

/**
 * Copies the words of `count` items to `to`, each as often as `copies` says, or once where that is 0;
 * fills up with zeros to whole words of 64 items. Returns how many there are without the filling.
 */
export function repeatWords(words: usize, count: usize, copies: usize, to: usize): usize {
  let end = to;
  if (copies == 0) {
    memory.copy(to, words, count << 2);
    end += count << 2;
  } else {
    for (let item: usize = 0; item < count; item++) {
      const word = load<u32>(words + (item << 2));
      const times = load<u32>(copies + (item << 2));
      // Few items count more than three times: storing three without a question is faster.
      store<u32>(end, word);
      store<u32>(end, word, 4);
      store<u32>(end, word, 8);
      for (let more: u32 = 3; more < times; more++) store<u32>(end + (more << 2), word);
      end += times << 2;
    }
  }
  const items = (end - to) >> 2;
  memory.fill(end, 0, (wholeWords(items) * ITEMS - items) << 2);
  return items;
}

/** Words of 64 items. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function wholeWords(items: usize): usize {
  return (items + ITEMS - 1) / ITEMS;
}

/**
 * Turns words of 32 models into bits of items: for each group of four models and each 64 items four
 * words, one a model. Groups are `stride` bytes apart.
 */
export function transposeWords(words: usize, items: usize, groups: usize, stride: usize): void {
  const end = words + ((wholeWords(items) * ITEMS) << 2);
  for (let at = groups; words < end; at += 4 * 8) {
    for (let part: usize = 0; part < 8; part += 2, words += 64) {
      const a = bytesTogether(v128.load(words));
      const b = bytesTogether(v128.load(words, 16));
      const c = bytesTogether(v128.load(words, 32));
      const d = bytesTogether(v128.load(words, 48));
      const lowAb = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
      const lowCd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
      const highAb = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
      const highCd = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
      const to = at + part;
      storeBits(v128.shuffle<i64>(lowAb, lowCd, 0, 2), to, stride);
      storeBits(v128.shuffle<i64>(lowAb, lowCd, 1, 3), to + 2 * stride, stride);
      storeBits(v128.shuffle<i64>(highAb, highCd, 0, 2), to + 4 * stride, stride);
      storeBits(v128.shuffle<i64>(highAb, highCd, 1, 3), to + 6 * stride, stride);
    }
  }
}

/** The first bytes of four words, then the second ones, and so on. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function bytesTogether(words: v128): v128 {
  return v128.shuffle<u8>(words, words, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}

/** Stores the bits of 16 bytes: those of one place are 16 items of one model. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function storeBits(bytes: v128, to: usize, stride: usize): void {
  for (let bit: usize = 8; bit-- > 0; ) {
    store<u16>(to + (bit >> 2) * stride + ((bit & 3) << 3), <u16>i8x16.bitmask(bytes));
    bytes = i8x16.add(bytes, bytes);
  }
}

/**
 * Adds what a class of `items` items says about all pairs of models.
 *
 * @param groups Bits as `transposeWords` leaves them.
 * @param counts Room for 36 numbers of 32 bits, and four per group.
 * @param pairs `models` x `models` sums: items that the first solved and the second failed.
 * @param solved Sums per model.
 * @param failed Sums per model.
 */
export function addPairs(
  groups: usize,
  stride: usize,
  items: usize,
  models: usize,
  weight: f64,
  counts: usize,
  pairs: usize,
  solved: usize,
  failed: usize,
): void {
  const length = wholeWords(items) << 5;
  for (let model: usize = 0; model < models; model++) {
    const count = ones(groups + (model >> 2) * stride + ((model & 3) << 3), length);
    store<u32>(counts + (model << 2), count);
    add(solved + (model << 3), weight * <f64>count);
    add(failed + (model << 3), weight * <f64>(<u32>items - count));
  }
  for (let first: usize = 0; first < models; first += 2) {
    const two = groups + (first >> 2) * stride + ((first & 2) << 3);
    for (let second = first & ~3; second < models; second += 4) {
      const four = groups + (second >> 2) * stride;
      let n00: u64 = 0;
      let n01: u64 = 0;
      let n02: u64 = 0;
      let n03: u64 = 0;
      let n10: u64 = 0;
      let n11: u64 = 0;
      let n12: u64 = 0;
      let n13: u64 = 0;
      for (let at: usize = 0; at < length; at += 32) {
        const a = load<u64>(two + at);
        const b = load<u64>(two + at, 8);
        const c0 = load<u64>(four + at);
        const c1 = load<u64>(four + at, 8);
        const c2 = load<u64>(four + at, 16);
        const c3 = load<u64>(four + at, 24);
        n00 += popcnt<u64>(a & c0);
        n01 += popcnt<u64>(a & c1);
        n02 += popcnt<u64>(a & c2);
        n03 += popcnt<u64>(a & c3);
        n10 += popcnt<u64>(b & c0);
        n11 += popcnt<u64>(b & c1);
        n12 += popcnt<u64>(b & c2);
        n13 += popcnt<u64>(b & c3);
      }
      addPair(first, second, n00, models, weight, counts, pairs);
      addPair(first, second + 1, n01, models, weight, counts, pairs);
      addPair(first, second + 2, n02, models, weight, counts, pairs);
      addPair(first, second + 3, n03, models, weight, counts, pairs);
      addPair(first + 1, second, n10, models, weight, counts, pairs);
      addPair(first + 1, second + 1, n11, models, weight, counts, pairs);
      addPair(first + 1, second + 2, n12, models, weight, counts, pairs);
      addPair(first + 1, second + 3, n13, models, weight, counts, pairs);
    }
  }
}

/** Adds to both sums of a pair that solved `both` items together; pairs come in ascending order. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function addPair(
  first: usize,
  second: usize,
  both: u64,
  models: usize,
  weight: f64,
  counts: usize,
  pairs: usize,
): void {
  if (first >= second || second >= models) return;
  const ofFirst = load<u32>(counts + (first << 2));
  const ofSecond = load<u32>(counts + (second << 2));
  add(pairs + ((first * models + second) << 3), weight * <f64>(ofFirst - <u32>both));
  add(pairs + ((second * models + first) << 3), weight * <f64>(ofSecond - <u32>both));
}

/** Bits of one model in its group. */
function ones(bits: usize, length: usize): u32 {
  let count: u64 = 0;
  for (let at: usize = 0; at < length; at += 32) count += popcnt<u64>(load<u64>(bits + at));
  return <u32>count;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function add(place: usize, value: f64): void {
  store<f64>(place, load<f64>(place) + value);
}
