/** Words of items, by how often the items count. */

/** For each choice among four lanes the bytes that bring the chosen ones to the front. */
const FRONT: usize = memory.data(16 * 16);

for (let choice: u32 = 0; choice < 16; choice++) {
  let to = FRONT + (choice << 4);
  for (let lane: u32 = 0; lane < 4; lane++) {
    store<u32>(to, 0x03020100 + lane * 0x04040404);
    to += ((choice >> lane) & 1) << 2;
  }
}

/** Copies the words of items with an odd number of copies; returns the place behind the last. */
export function takeSingles(words: usize, count: usize, copies: usize, to: usize): usize {
  const end = copies + count;
  for (; copies + 16 <= end; copies += 16, words += 64) {
    to = takeChosen(words, i8x16.bitmask(i8x16.shl(v128.load(copies), 7)), to);
  }
  for (; copies < end; copies++, words += 4) {
    store<u32>(to, load<u32>(words));
    to += (load<u8>(copies) & 1) << 2;
  }
  return to;
}

/** Copies the word of each item half as often as it counts; returns the place behind the last. */
export function takeDoubles(words: usize, count: usize, copies: usize, to: usize): usize {
  const end = copies + count;
  for (; copies + 16 <= end; copies += 16, words += 64) {
    const times = i8x16.shr_u(v128.load(copies), 1);
    to = takeChosen(words, i8x16.bitmask(i8x16.ne(times, i8x16.splat(0))), to);
    // Few items count four times.
    for (let most = i8x16.splat(1); ; most = i8x16.add(most, i8x16.splat(1))) {
      const more = i8x16.gt_u(times, most);
      if (!v128.any_true(more)) break;
      to = takeChosen(words, i8x16.bitmask(more), to);
    }
  }
  for (; copies < end; copies++, words += 4) {
    for (let times = load<u8>(copies) >> 1; times > 0; times--, to += 4) {
      store<u32>(to, load<u32>(words));
    }
  }
  return to;
}

/** Stores those of 16 words that are chosen; four places behind them may be written, too. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function takeChosen(words: usize, choice: u32, to: usize): usize {
  takeLanes(words, choice, to);
  takeLanes(words + 16, choice >> 4, to + (popcnt<u32>(choice & 0xf) << 2));
  takeLanes(words + 32, choice >> 8, to + (popcnt<u32>(choice & 0xff) << 2));
  takeLanes(words + 48, choice >> 12, to + (popcnt<u32>(choice & 0xfff) << 2));
  return to + (popcnt<u32>(choice) << 2);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function takeLanes(words: usize, choice: u32, to: usize): void {
  const front = v128.load(FRONT + ((choice & 15) << 4));
  v128.store(to, i8x16.swizzle(v128.load(words), front));
}
