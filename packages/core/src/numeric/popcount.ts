/**
 * Bits that are set in a number of 32 bits.
 *
 * @example
 * ```ts
 * popcount(0b1011); // 3
 * ```
 */
export function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
