/** Tables and bins of 256 numbers for the bytes of eight models; see `byte-tables.ts` of the kernels. */

/** Bytes of one table, and of the numbers of its models. */
const TABLE: usize = 256 * 8;
const MODELS: usize = 8 * 8;

/** Under each byte the sum of `factor` times the numbers of the models whose bits are set, or clear. */
export function fillTables(
  perModel: usize,
  tables: usize,
  count: usize,
  clear: bool,
  factor: f64,
): void {
  const flip: usize = clear ? 255 << 3 : 0;
  for (const end = tables + count * TABLE; tables < end; tables += TABLE) {
    store<f64>(tables + flip, 0);
    for (let half: usize = 8; half < TABLE; half <<= 1, perModel += 8) {
      const value = factor * load<f64>(perModel);
      for (let rest: usize = 0; rest < half; rest += 8) {
        store<f64>(tables + ((half | rest) ^ flip), load<f64>(tables + (rest ^ flip)) + value);
      }
    }
  }
}

/**
 * Stores for each model the sum of the bins of the bytes in which its bit is set, or clear. Uses up the bins:
 * those with the bit of a model are added to those without it before the next lower one.
 */
export function foldBins(bins: usize, count: usize, clear: bool, out: usize): void {
  for (const end = bins + count * TABLE; bins < end; bins += TABLE, out += MODELS) {
    let model = out + MODELS;
    for (let half: usize = TABLE >> 1; half >= 8; half >>= 1) {
      let sum: f64 = 0;
      for (let at = bins; at < bins + half; at += 8) {
        const without = load<f64>(at);
        const along = load<f64>(at + half);
        sum += clear ? without : along;
        store<f64>(at, without + along);
      }
      model -= 8;
      store<f64>(model, sum);
    }
  }
}
