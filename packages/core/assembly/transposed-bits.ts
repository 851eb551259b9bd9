/** Bits of items from words of models. */

/** Items that are turned together: 32 words in each of four lanes. */
export const ITEMS: usize = 128;
/** Bytes of the bits of four models and so many items. */
export const UNIT: usize = 4 * 16;

/** Bytes of the words of a unit. */
const WORDS: usize = 4 * ITEMS;

/**
 * Turns words of 32 models, which are used up, into bits of items: for each group of four models and each unit
 * of items 16 bytes a model. Groups are `row` bytes apart.
 */
export function transposeWords(words: usize, count: usize, groups: usize, row: usize): void {
  const end = groups + count * UNIT;
  for (; groups < end; groups += UNIT, words += WORDS) {
    exchange(words, 16, 0x0000ffff);
    exchange(words, 8, 0x00ff00ff);
    exchange(words, 4, 0x0f0f0f0f);
    exchange(words, 2, 0x33333333);
    exchange(words, 1, 0x55555555);
    for (let from = words, to = groups; from < words + WORDS; from += UNIT, to += row) {
      v128.store(to, v128.load(from));
      v128.store(to, v128.load(from, 16), 16);
      v128.store(to, v128.load(from, 32), 32);
      v128.store(to, v128.load(from, 48), 48);
    }
  }
}

/**
 * One step of turning squares of 32 x 32 bits: in each pair of rows that are `shift` apart, the high bits of the
 * first change places with the `low` ones of the second, in groups of so many.
 */
// @ts-ignore: a decorator of AssemblyScript
@inline
function exchange(words: usize, shift: i32, low: i32): void {
  const apart = <usize>shift << 4;
  for (let first = words; first < words + WORDS; first += 2 * apart) {
    for (let at = first; at < first + apart; at += 16) {
      const one = v128.load(at);
      const other = v128.load(at + apart);
      const moved = v128.and(v128.xor(i32x4.shr_u(one, shift), other), i32x4.splat(low));
      v128.store(at, v128.xor(one, i32x4.shl(moved, shift)));
      v128.store(at + apart, v128.xor(other, moved));
    }
  }
}
