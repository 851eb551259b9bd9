/** The words of some items. */

/**
 * Words of the given items in their order, block by block.
 *
 * @param words Word `block * stride + item`.
 */
export function keepWords(
  out: Uint32Array,
  words: Uint32Array,
  { stride, items }: { readonly stride: number; readonly items: Uint32Array },
): void {
  for (let first = 0, offset = 0; first < out.length; first += items.length, offset += stride) {
    for (let place = 0; place < items.length; place += 1) {
      out[first + place] = words[offset + items[place]!]!;
    }
  }
}
