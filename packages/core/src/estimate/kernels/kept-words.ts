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
  for (let from = 0, to = 0; to < out.length; from += stride, to += items.length) {
    pick(words.subarray(from, from + stride), items, out.subarray(to, to + items.length));
  }
}

/** A loop of its own, with arrays as arguments, is compiled best. */
function pick(words: Uint32Array, places: Uint32Array, out: Uint32Array): void {
  for (let place = 0; place < out.length; place += 1) out[place] = words[places[place]!]!;
}
