/**
 * The sums of words.ts for two vectors at once: a word is loaded once, and each look-up serves both. Numbers
 * come in twos, 16 bytes.
 */

/** Bytes of the four tables, or bins, of one block of 32 models. */
const BLOCK: usize = 4 * 256 * 16;

/**
 * Under each byte the sum over the models whose bit is set, or clear; eight models a table.
 *
 * @param perModel Filled up with zeros to whole blocks.
 */
export function fillTwo(perModel: usize, blocks: usize, clear: bool, tables: usize): void {
  const flip: usize = clear ? 255 << 4 : 0;
  for (const end = tables + blocks * BLOCK; tables < end; tables += 256 << 4) {
    v128.store(tables + flip, f64x2.splat(0));
    for (let half: usize = 16; half < 256 << 4; half <<= 1, perModel += 16) {
      const value = v128.load(perModel);
      for (let rest: usize = 0; rest < half; rest += 16) {
        const sum = f64x2.add(v128.load(tables + (rest ^ flip)), value);
        v128.store(tables + ((half | rest) ^ flip), sum);
      }
    }
  }
}

/**
 * Stores for each model the sum of the bins of the bytes in which its bit is set, or clear. Uses up the bins:
 * those with the bit of a model are added to those without it before the next lower one.
 */
export function foldTwo(bins: usize, blocks: usize, clear: bool, out: usize): void {
  for (const end = bins + blocks * BLOCK; bins < end; bins += 256 << 4, out += 8 << 4) {
    let model = out + (7 << 4);
    for (let half: usize = 128 << 4; half >= 16; half >>= 1, model -= 16) {
      let sum = f64x2.splat(0);
      for (let at = bins; at < bins + half; at += 16) {
        const without = v128.load(at);
        const along = v128.load(at + half);
        sum = f64x2.add(sum, clear ? without : along);
        v128.store(at, f64x2.add(without, along));
      }
      v128.store(model, sum);
    }
  }
}

/** Adds to each of `count` sums what the tables say under the words of its item, in every block. */
export function gatherTwo(
  words: usize,
  stride: usize,
  blocks: usize,
  count: usize,
  tables: usize,
  sums: usize,
): void {
  const end = sums + (count << 4);
  for (let block: usize = 0; block < blocks; block++) {
    const table = tables + block * BLOCK;
    let word = words + ((block * stride) << 2);
    for (let sum = sums; sum < end; sum += 16, word += 4) {
      const bits = load<u32>(word);
      const low = f64x2.add(
        v128.load(place(table, bits)),
        v128.load(place(table, bits >> 8), 4096),
      );
      const high = f64x2.add(
        v128.load(place(table, bits >> 16), 8192),
        v128.load(place(table, bits >> 24), 12288),
      );
      v128.store(sum, f64x2.add(v128.load(sum), f64x2.add(low, high)));
    }
  }
}

/** Adds each of `count` values to the bins of the words of its item, in every block. */
export function scatterTwo(
  words: usize,
  stride: usize,
  blocks: usize,
  count: usize,
  bins: usize,
  values: usize,
): void {
  const end = values + (count << 4);
  for (let block: usize = 0; block < blocks; block++) {
    const first = bins + block * BLOCK;
    let word = words + ((block * stride) << 2);
    for (let value = values; value < end; value += 16, word += 4) {
      const bits = load<u32>(word);
      const added = v128.load(value);
      add(place(first, bits), added);
      add(place(first, bits >> 8) + 4096, added);
      add(place(first, bits >> 16) + 8192, added);
      add(place(first, bits >> 24) + 12288, added);
    }
  }
}

/**
 * Makes of each of `count` sums `factor * (gain * sum + floor)`, and adds these up at `total`. An item has one
 * gain and two factors.
 */
export function turnTwo(
  sums: usize,
  gains: usize,
  factors: usize,
  count: usize,
  floor: usize,
  total: usize,
): void {
  const end = sums + (count << 4);
  const floors = v128.load(floor);
  let all = v128.load(total);
  for (; sums < end; sums += 16, gains += 8, factors += 16) {
    const value = f64x2.add(f64x2.mul(v128.load64_splat(gains), v128.load(sums)), floors);
    const turned = f64x2.mul(v128.load(factors), value);
    v128.store(sums, turned);
    all = f64x2.add(all, turned);
  }
  v128.store(total, all);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function place(table: usize, bits: u32): usize {
  return table + (<usize>(bits & 0xff) << 4);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function add(at: usize, value: v128): void {
  v128.store(at, f64x2.add(v128.load(at), value));
}
