/** Items by how many models solved them. */

/** Items that so many models solved: places `first` to before `end` of the sorted items. */
export interface ItemClass {
  readonly solvedBy: number;
  readonly first: number;
  readonly end: number;
}

export interface ItemClasses {
  /** Those that hold items, ascending. */
  readonly list: readonly ItemClass[];
  /** For each place among the sorted items its place among the items. */
  readonly order: Uint32Array;
}

/** @param solvers How many of the models solved each item. */
export function itemClasses(solvers: Float64Array, models: number): ItemClasses {
  const starts = new Uint32Array(models + 2);
  for (const count of solvers) starts[count + 1]! += 1;
  for (let count = 0; count <= models; count += 1) starts[count + 1]! += starts[count]!;
  const list = Array.from({ length: models + 1 }, (_, count) => ({
    solvedBy: count,
    first: starts[count]!,
    end: starts[count + 1]!,
  })).filter(({ first, end }) => first < end);
  return { list, order: orderBy(solvers, starts) };
}

/** Ascending within a class; `starts` says where each class starts. */
function orderBy(solvers: Float64Array, starts: Uint32Array): Uint32Array {
  const order = new Uint32Array(solvers.length);
  const next = starts.slice();
  for (let item = 0; item < solvers.length; item += 1) {
    const count = solvers[item]!;
    const place = next[count]!;
    next[count] = place + 1;
    order[place] = item;
  }
  return order;
}
