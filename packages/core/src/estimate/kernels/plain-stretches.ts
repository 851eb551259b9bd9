/** What all loops over cells in TypeScript have around them. */

import type { Side } from "./kernel.ts";
import type { Stretches } from "./stretches.ts";

/** Loops over the cells of the items from `first` to before `end`; `Use` is what a side makes of a cell. */
export interface CellLoops<Use> {
  readonly name: string;
  readonly models: number;
  readonly items: number;
  readonly length: number;
  useOf(side: Side): Use;
  /** Sets `out[item]` to what its cells take from the models. */
  gather(first: number, end: number, use: Use, perModel: Float64Array, out: Float64Array): void;
  /** Adds to `sums[model]` what its cells take from the items. */
  scatter(first: number, end: number, use: Use, perItem: Float64Array, sums: Float64Array): void;
}

export function plainStretches<Use>(loops: CellLoops<Use>): Stretches {
  const { name, models, items, length } = loops;
  let there = loops.useOf({ of: "solved", smoothing: 0 });
  let back = there;
  let perModel: Float64Array = new Float64Array(0);
  const sums = new Float64Array(models);
  return {
    name,
    items,
    length,
    lookUp(side, values) {
      there = loops.useOf(side);
      perModel = values;
    },
    gather(first, end, out) {
      loops.gather(first, end, there, perModel, out);
    },
    clear(side) {
      back = loops.useOf(side);
      sums.fill(0);
    },
    scatter(first, end, perItem) {
      loops.scatter(first, end, back, perItem, sums);
    },
    total(out) {
      out.set(sums);
    },
  };
}
