/**
 * Sums over lists of the models of each item. An item has `step` lists one after the other; a list holds the
 * models from its start to before the start of the next one.
 */

/** Adds `factor` times the values of the models in a list to the sum of its item. */
export function gatherLists(
  models: usize,
  starts: usize,
  step: usize,
  count: usize,
  factor: f64,
  perModel: usize,
  sums: usize,
): void {
  const end = sums + (count << 3);
  for (let sum = sums; sum < end; sum += 8, starts += step << 2) {
    let model = models + (<usize>load<u32>(starts) << 1);
    const last = models + (<usize>load<u32>(starts, 4) << 1);
    let a: f64 = 0;
    let b: f64 = 0;
    let c: f64 = 0;
    let d: f64 = 0;
    for (; model + 8 <= last; model += 8) {
      a += valueOf(perModel, load<u16>(model));
      b += valueOf(perModel, load<u16>(model, 2));
      c += valueOf(perModel, load<u16>(model, 4));
      d += valueOf(perModel, load<u16>(model, 6));
    }
    for (; model < last; model += 2) a += valueOf(perModel, load<u16>(model));
    store<f64>(sum, load<f64>(sum) + factor * (a + b + (c + d)));
  }
}

/** Adds the value of an item to the sums of the models in its list. */
export function scatterLists(
  models: usize,
  starts: usize,
  step: usize,
  count: usize,
  factor: f64,
  values: usize,
  sums: usize,
): void {
  const end = values + (count << 3);
  for (let value = values; value < end; value += 8, starts += step << 2) {
    const added = factor * load<f64>(value);
    const last = models + (<usize>load<u32>(starts, 4) << 1);
    for (let model = models + (<usize>load<u32>(starts) << 1); model < last; model += 2) {
      const sum = sums + (<usize>load<u16>(model) << 3);
      store<f64>(sum, load<f64>(sum) + added);
    }
  }
}

/** Adds contributions `offset + slope * score` of a list times the values of its models. */
export function gatherScoreLists(
  models: usize,
  scores: usize,
  starts: usize,
  count: usize,
  slope: f64,
  offset: f64,
  perModel: usize,
  sums: usize,
): void {
  const end = sums + (count << 3);
  for (let sum = sums; sum < end; sum += 8, starts += 4) {
    let cell = <usize>load<u32>(starts);
    const last = <usize>load<u32>(starts, 4);
    let a: f64 = 0;
    let b: f64 = 0;
    for (; cell + 2 <= last; cell += 2) {
      const score = scores + (cell << 3);
      const model = models + (cell << 1);
      a += (offset + slope * load<f64>(score)) * valueOf(perModel, load<u16>(model));
      b += (offset + slope * load<f64>(score, 8)) * valueOf(perModel, load<u16>(model, 2));
    }
    if (cell < last) {
      const value = valueOf(perModel, load<u16>(models + (cell << 1)));
      a += (offset + slope * load<f64>(scores + (cell << 3))) * value;
    }
    store<f64>(sum, load<f64>(sum) + (a + b));
  }
}

/** Adds to the sums of the models in a list their contributions times the value of the item. */
export function scatterScoreLists(
  models: usize,
  scores: usize,
  starts: usize,
  count: usize,
  slope: f64,
  offset: f64,
  values: usize,
  sums: usize,
): void {
  const end = values + (count << 3);
  for (let value = values; value < end; value += 8, starts += 4) {
    const added = load<f64>(value);
    const last = <usize>load<u32>(starts, 4);
    for (let cell = <usize>load<u32>(starts); cell < last; cell++) {
      const sum = sums + (<usize>load<u16>(models + (cell << 1)) << 3);
      const part = offset + slope * load<f64>(scores + (cell << 3));
      store<f64>(sum, load<f64>(sum) + part * added);
    }
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function valueOf(perModel: usize, model: u32): f64 {
  return load<f64>(perModel + (<usize>model << 3));
}
