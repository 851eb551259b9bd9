/**
 * Sums over scores in rows of models, two models at a time. A cell contributes `offset + score` or
 * `offset - score`; with gaps, a score that is not a number contributes nothing. Rows have an even number
 * of places.
 */

/** Sets each of `count` sums to the contributions of its row times the values of the models. */
export function gatherScores(
  scores: usize,
  row: usize,
  count: usize,
  failed: bool,
  gaps: bool,
  offset: f64,
  perModel: usize,
  sums: usize,
): void {
  if (gaps) {
    if (failed) gatherRows(scores, row, count, true, true, offset, perModel, sums);
    else gatherRows(scores, row, count, false, true, offset, perModel, sums);
  } else {
    if (failed) gatherRows(scores, row, count, true, false, offset, perModel, sums);
    else gatherRows(scores, row, count, false, false, offset, perModel, sums);
  }
}

/** Adds to the sum of each model the contributions of `count` rows times their values. */
export function scatterScores(
  scores: usize,
  row: usize,
  count: usize,
  failed: bool,
  gaps: bool,
  offset: f64,
  values: usize,
  sums: usize,
): void {
  if (gaps) {
    if (failed) scatterRows(scores, row, count, true, true, offset, values, sums);
    else scatterRows(scores, row, count, false, true, offset, values, sums);
  } else {
    if (failed) scatterRows(scores, row, count, true, false, offset, values, sums);
    else scatterRows(scores, row, count, false, false, offset, values, sums);
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function gatherRows(
  scores: usize,
  row: usize,
  count: usize,
  failed: bool,
  gaps: bool,
  offset: f64,
  perModel: usize,
  sums: usize,
): void {
  const offsets = f64x2.splat(offset);
  const lastFour = scores + (count & ~3) * row;
  const end = scores + count * row;
  let from = scores;
  let sum = sums;
  for (; from < lastFour; from += 4 * row, sum += 32) {
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let c = f64x2.splat(0);
    let d = f64x2.splat(0);
    for (let at: usize = 0; at < row; at += 16) {
      const value = v128.load(perModel + at);
      const cell = from + at;
      a = f64x2.add(a, f64x2.mul(part(v128.load(cell), failed, gaps, offsets), value));
      b = f64x2.add(b, f64x2.mul(part(v128.load(cell + row), failed, gaps, offsets), value));
      c = f64x2.add(c, f64x2.mul(part(v128.load(cell + 2 * row), failed, gaps, offsets), value));
      d = f64x2.add(d, f64x2.mul(part(v128.load(cell + 3 * row), failed, gaps, offsets), value));
    }
    store<f64>(sum, sumOf(a));
    store<f64>(sum, sumOf(b), 8);
    store<f64>(sum, sumOf(c), 16);
    store<f64>(sum, sumOf(d), 24);
  }
  for (; from < end; from += row, sum += 8) {
    let a = f64x2.splat(0);
    for (let at: usize = 0; at < row; at += 16) {
      const value = v128.load(perModel + at);
      a = f64x2.add(a, f64x2.mul(part(v128.load(from + at), failed, gaps, offsets), value));
    }
    store<f64>(sum, sumOf(a));
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function scatterRows(
  scores: usize,
  row: usize,
  count: usize,
  failed: bool,
  gaps: bool,
  offset: f64,
  values: usize,
  sums: usize,
): void {
  const offsets = f64x2.splat(offset);
  const lastFour = scores + (count & ~3) * row;
  const end = scores + count * row;
  let from = scores;
  let value = values;
  for (; from < lastFour; from += 4 * row, value += 32) {
    const a = v128.load_splat<u64>(value);
    const b = v128.load_splat<u64>(value, 8);
    const c = v128.load_splat<u64>(value, 16);
    const d = v128.load_splat<u64>(value, 24);
    for (let at: usize = 0; at < row; at += 16) {
      const cell = from + at;
      const first = f64x2.add(
        f64x2.mul(part(v128.load(cell), failed, gaps, offsets), a),
        f64x2.mul(part(v128.load(cell + row), failed, gaps, offsets), b),
      );
      const second = f64x2.add(
        f64x2.mul(part(v128.load(cell + 2 * row), failed, gaps, offsets), c),
        f64x2.mul(part(v128.load(cell + 3 * row), failed, gaps, offsets), d),
      );
      const sum = sums + at;
      v128.store(sum, f64x2.add(v128.load(sum), f64x2.add(first, second)));
    }
  }
  for (; from < end; from += row, value += 8) {
    const a = v128.load_splat<u64>(value);
    for (let at: usize = 0; at < row; at += 16) {
      const sum = sums + at;
      const added = f64x2.mul(part(v128.load(from + at), failed, gaps, offsets), a);
      v128.store(sum, f64x2.add(v128.load(sum), added));
    }
  }
}

/** What two cells contribute. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function part(scores: v128, failed: bool, gaps: bool, offsets: v128): v128 {
  const all = failed ? f64x2.sub(offsets, scores) : f64x2.add(offsets, scores);
  return gaps ? v128.and(all, f64x2.eq(scores, scores)) : all;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function sumOf(two: v128): f64 {
  return f64x2.extract_lane(two, 0) + f64x2.extract_lane(two, 1);
}
