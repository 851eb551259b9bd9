/**
 * Sums over scores in rows of `models`, two models at a time. A cell contributes `offset + score` or
 * `offset - score`; with gaps, a score that is not a number contributes nothing.
 */

/** Sets each of `count` sums to the contributions of its row times the values of the models. */
export function gatherScores(
  scores: usize,
  models: usize,
  count: usize,
  failed: bool,
  gaps: bool,
  offset: f64,
  perModel: usize,
  sums: usize,
): void {
  if (gaps) {
    if (failed) gatherRows(scores, models, count, true, true, offset, perModel, sums);
    else gatherRows(scores, models, count, false, true, offset, perModel, sums);
  } else {
    if (failed) gatherRows(scores, models, count, true, false, offset, perModel, sums);
    else gatherRows(scores, models, count, false, false, offset, perModel, sums);
  }
}

/** Adds to the sum of each model the contributions of `count` rows times their values. */
export function scatterScores(
  scores: usize,
  models: usize,
  count: usize,
  failed: bool,
  gaps: bool,
  offset: f64,
  values: usize,
  sums: usize,
): void {
  if (gaps) {
    if (failed) scatterRows(scores, models, count, true, true, offset, values, sums);
    else scatterRows(scores, models, count, false, true, offset, values, sums);
  } else {
    if (failed) scatterRows(scores, models, count, true, false, offset, values, sums);
    else scatterRows(scores, models, count, false, false, offset, values, sums);
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function gatherRows(
  scores: usize,
  models: usize,
  count: usize,
  failed: bool,
  gaps: bool,
  offset: f64,
  perModel: usize,
  sums: usize,
): void {
  const offsets = f64x2.splat(offset);
  const row = models << 3;
  const pairs = (models & ~1) << 3;
  const lastFour = scores + (count & ~3) * row;
  const end = scores + count * row;
  let from = scores;
  let sum = sums;
  for (; from < lastFour; from += 4 * row, sum += 32) {
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let c = f64x2.splat(0);
    let d = f64x2.splat(0);
    for (let at: usize = 0; at < pairs; at += 16) {
      const value = v128.load(perModel + at);
      const cell = from + at;
      a = f64x2.add(a, f64x2.mul(part(v128.load(cell), failed, gaps, offsets), value));
      b = f64x2.add(b, f64x2.mul(part(v128.load(cell + row), failed, gaps, offsets), value));
      c = f64x2.add(c, f64x2.mul(part(v128.load(cell + 2 * row), failed, gaps, offsets), value));
      d = f64x2.add(d, f64x2.mul(part(v128.load(cell + 3 * row), failed, gaps, offsets), value));
    }
    if (pairs < row) {
      const value = load<f64>(perModel + pairs);
      const cell = from + pairs;
      a = last(a, one(load<f64>(cell), failed, gaps, offset) * value);
      b = last(b, one(load<f64>(cell + row), failed, gaps, offset) * value);
      c = last(c, one(load<f64>(cell + 2 * row), failed, gaps, offset) * value);
      d = last(d, one(load<f64>(cell + 3 * row), failed, gaps, offset) * value);
    }
    store<f64>(sum, sumOf(a));
    store<f64>(sum, sumOf(b), 8);
    store<f64>(sum, sumOf(c), 16);
    store<f64>(sum, sumOf(d), 24);
  }
  for (; from < end; from += row, sum += 8) {
    let a = f64x2.splat(0);
    for (let at: usize = 0; at < pairs; at += 16) {
      const value = v128.load(perModel + at);
      a = f64x2.add(a, f64x2.mul(part(v128.load(from + at), failed, gaps, offsets), value));
    }
    if (pairs < row) {
      const value = load<f64>(perModel + pairs);
      a = last(a, one(load<f64>(from + pairs), failed, gaps, offset) * value);
    }
    store<f64>(sum, sumOf(a));
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function scatterRows(
  scores: usize,
  models: usize,
  count: usize,
  failed: bool,
  gaps: bool,
  offset: f64,
  values: usize,
  sums: usize,
): void {
  const offsets = f64x2.splat(offset);
  const row = models << 3;
  const pairs = (models & ~1) << 3;
  const lastFour = scores + (count & ~3) * row;
  const end = scores + count * row;
  let from = scores;
  let value = values;
  for (; from < lastFour; from += 4 * row, value += 32) {
    const a = v128.load_splat<u64>(value);
    const b = v128.load_splat<u64>(value, 8);
    const c = v128.load_splat<u64>(value, 16);
    const d = v128.load_splat<u64>(value, 24);
    for (let at: usize = 0; at < pairs; at += 16) {
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
    if (pairs < row) {
      const cell = from + pairs;
      const first =
        one(load<f64>(cell), failed, gaps, offset) * load<f64>(value) +
        one(load<f64>(cell + row), failed, gaps, offset) * load<f64>(value, 8);
      const second =
        one(load<f64>(cell + 2 * row), failed, gaps, offset) * load<f64>(value, 16) +
        one(load<f64>(cell + 3 * row), failed, gaps, offset) * load<f64>(value, 24);
      store<f64>(sums + pairs, load<f64>(sums + pairs) + (first + second));
    }
  }
  for (; from < end; from += row, value += 8) {
    const a = v128.load_splat<u64>(value);
    for (let at: usize = 0; at < pairs; at += 16) {
      const sum = sums + at;
      const added = f64x2.mul(part(v128.load(from + at), failed, gaps, offsets), a);
      v128.store(sum, f64x2.add(v128.load(sum), added));
    }
    if (pairs < row) {
      const added = one(load<f64>(from + pairs), failed, gaps, offset) * load<f64>(value);
      store<f64>(sums + pairs, load<f64>(sums + pairs) + added);
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

/** What one cell contributes. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function one(score: f64, failed: bool, gaps: bool, offset: f64): f64 {
  const whole = failed ? offset - score : offset + score;
  return gaps && score != score ? 0 : whole;
}

/** The last model of an odd number goes to the first of two sums. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function last(two: v128, value: f64): v128 {
  return f64x2.replace_lane(two, 0, f64x2.extract_lane(two, 0) + value);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function sumOf(two: v128): f64 {
  return f64x2.extract_lane(two, 0) + f64x2.extract_lane(two, 1);
}
