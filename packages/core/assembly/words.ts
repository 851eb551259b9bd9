/** Sums over words of 32 models, by four tables or bins of 256 numbers, one for each byte. */

/** Bytes of the four tables, or bins, of one block of 32 models. */
const BLOCK: usize = 4 * 256 * 8;

/** Adds to each of `count` sums what the tables say under the words of its item, in every block. */
export function gatherWords(
  words: usize,
  stride: usize,
  blocks: usize,
  count: usize,
  tables: usize,
  sums: usize,
): void {
  const end = sums + (count << 3);
  for (let block: usize = 0; block < blocks; block++) {
    const table = tables + block * BLOCK;
    let word = words + ((block * stride) << 2);
    for (let sum = sums; sum < end; sum += 8, word += 4) {
      const bits = load<u32>(word);
      const low = load<f64>(place(table, bits)) + load<f64>(place(table, bits >> 8), 2048);
      const high = load<f64>(place(table, bits >> 16), 4096) + load<f64>(place(table, bits >> 24), 6144);
      store<f64>(sum, load<f64>(sum) + (low + high));
    }
  }
}

/** Adds each of `count` values to the bins of the words of its item, in every block. */
export function scatterWords(
  words: usize,
  stride: usize,
  blocks: usize,
  count: usize,
  bins: usize,
  values: usize,
): void {
  const end = values + (count << 3);
  for (let block: usize = 0; block < blocks; block++) {
    const first = bins + block * BLOCK;
    let word = words + ((block * stride) << 2);
    for (let value = values; value < end; value += 8, word += 4) {
      const bits = load<u32>(word);
      const added = load<f64>(value);
      const a = place(first, bits);
      const b = place(first, bits >> 8);
      const c = place(first, bits >> 16);
      const d = place(first, bits >> 24);
      store<f64>(a, load<f64>(a) + added);
      store<f64>(b, load<f64>(b, 2048) + added, 2048);
      store<f64>(c, load<f64>(c, 4096) + added, 4096);
      store<f64>(d, load<f64>(d, 6144) + added, 6144);
    }
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function place(table: usize, bits: u32): usize {
  return table + (<usize>(bits & 0xff) << 3);
}
