/** Which items tell models apart, and their order by how many models solved them. */

/** Adds to each of `items` counts the bits of its word. */
export function countBits(words: usize, items: usize, counts: usize): void {
  const end = counts + (items << 2);
  for (; counts < end; counts += 4, words += 4) {
    store<u32>(counts, load<u32>(counts) + popcnt<u32>(load<u32>(words)));
  }
}

/**
 * Writes the indices of the items that some of `models` models solved and some did not to `kept`, how many
 * solved each of them to `solvers`, and for every item a byte: 0 for solved by all, 1 for failed by all, 4
 * for kept. Returns how many are kept. `solvers` may be `counts`.
 */
export function keepItems(
  counts: usize,
  items: usize,
  models: u32,
  verdicts: usize,
  kept: usize,
  solvers: usize,
): usize {
  let length: usize = 0;
  for (let item: usize = 0; item < items; item++) {
    const count = load<u32>(counts + (item << 2));
    // Written in any case and kept by moving on, which is faster than asking.
    store<u32>(kept + (length << 2), <u32>item);
    store<u32>(solvers + (length << 2), count);
    const isKept = <u32>(count != 0) & <u32>(count != models);
    store<u8>(verdicts + item, <u8>(isKept ? 4 : <u32>(count == 0)));
    length += isKept;
  }
  return length;
}

/** How many of `count` numbers of 32 bits are `wanted`. */
export function countEqual(values: usize, count: usize, wanted: u32): u32 {
  const end = values + (count << 2);
  let equal: u32 = 0;
  for (; values < end; values += 4) equal += <u32>(load<u32>(values) == wanted);
  return equal;
}

/**
 * Sorts `items` items by how many models solved them; items of one number keep their order.
 *
 * @param starts For each number from 0 to `models` + 1 how many items have a smaller one; the last is all.
 * @param next Room for as many numbers as `starts`.
 */
export function sortItems(
  solvers: usize,
  items: usize,
  models: usize,
  starts: usize,
  next: usize,
  order: usize,
): void {
  memory.fill(starts, 0, (models + 2) << 2);
  for (let item: usize = 0; item < items; item++) {
    const place = starts + (<usize>load<u32>(solvers + (item << 2)) << 2);
    store<u32>(place, load<u32>(place, 4) + 1, 4);
  }
  for (let count: usize = 0; count <= models; count++) {
    const place = starts + (count << 2);
    store<u32>(place, load<u32>(place) + load<u32>(place, 4), 4);
  }
  memory.copy(next, starts, (models + 2) << 2);
  for (let item: usize = 0; item < items; item++) {
    const place = next + (<usize>load<u32>(solvers + (item << 2)) << 2);
    const at = load<u32>(place);
    store<u32>(place, at + 1);
    store<u32>(order + (<usize>at << 2), <u32>item);
  }
}

/** `out[i] = values[places[i]]`, for numbers of 32 bits; `out` may be `values` where places ascend. */
export function pickWords(values: usize, places: usize, count: usize, out: usize): void {
  const end = out + (count << 2);
  for (; out < end; out += 4, places += 4) {
    store<u32>(out, load<u32>(values + (<usize>load<u32>(places) << 2)));
  }
}
