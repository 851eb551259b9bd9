/**
 * Turns sums of `count` items into difficulties `damping * sum + floor`, in place, and these into what an item
 * passes on for each unit of success. Adds the L1 change of the difficulties, unless `before` is 0, and the
 * sum of what is passed on to the two numbers at `totals`.
 */
export function turnItems(
  count: usize,
  damping: f64,
  floor: f64,
  success: usize,
  before: usize,
  sums: usize,
  perItem: usize,
  totals: usize,
): void {
  let change = load<f64>(totals);
  let weight = load<f64>(totals, 8);
  const end = count << 3;
  for (let at: usize = 0; at < end; at += 8) {
    const difficulty = damping * load<f64>(sums + at) + floor;
    const passed = difficulty / load<f64>(success + at);
    if (before != 0) change += abs<f64>(load<f64>(before + at) - difficulty);
    weight += passed;
    store<f64>(sums + at, difficulty);
    store<f64>(perItem + at, passed);
  }
  store<f64>(totals, change);
  store<f64>(totals, weight, 8);
}
