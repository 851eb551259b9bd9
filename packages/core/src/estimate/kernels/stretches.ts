/** Products made of steps over stretches of items, short enough for the fastest memory. */

import { ones } from "../../numeric/vectors.ts";
import type { Kernel, Pass, Side } from "./kernel.ts";
import { turnItems, type Turn, type Turned } from "./turn.ts";

/** How cells are held, and how sums over a stretch of items are made of them. */
export interface Stretches {
  readonly name: string;
  readonly items: number;
  /** Items in a stretch. */
  readonly length: number;
  /** Makes ready for `gather`. */
  lookUp(side: Side, perModel: Float64Array): void;
  /** Sets `out[item]` for the items from `first` to before `end`. */
  gather(first: number, end: number, out: Float64Array): void;
  /** Makes ready for `scatter`. */
  clear(side: Side): void;
  /** Takes the items from `first` to before `end`; stretches come in ascending order. */
  scatter(first: number, end: number, perItem: Float64Array): void;
  /** Sets `out[model]` from everything that was scattered. */
  total(out: Float64Array): void;
  /** Gathers, turns and scatters at once, where the loops can; false where they cannot. */
  turn?(turn: Turn, first: number, end: number, sums: Turned): boolean;
  /** As of the kernel. */
  release?(): void;
}

/** The kernel over stretches. Every sum has one order of terms, whatever the length of a stretch. */
export function kernelOver(stretches: Stretches): Kernel {
  const { name, items, length } = stretches;
  const through = (step: (first: number, end: number) => void) => {
    for (let first = 0; first < items; first += length)
      step(first, Math.min(items, first + length));
  };
  return {
    name,
    byItem(side, perModel, out) {
      stretches.lookUp(side, perModel);
      through((first, end) => stretches.gather(first, end, out));
    },
    byModel(side, perItem, out) {
      stretches.clear(side);
      through((first, end) => stretches.scatter(first, end, perItem));
      stretches.total(out);
    },
    sums(side, ofItem, ofModel) {
      const perItem = ones(items);
      stretches.lookUp(side, ones(ofModel.length));
      stretches.clear(side);
      through((first, end) => {
        stretches.gather(first, end, ofItem);
        stretches.scatter(first, end, perItem);
      });
      stretches.total(ofModel);
    },
    thereAndBack({ there, perModel, turn, back, out }: Pass) {
      const sums: Turned = { change: 0, weight: 0 };
      stretches.lookUp(there, perModel);
      stretches.clear(back);
      through((first, end) => {
        if (stretches.turn?.(turn, first, end, sums) === true) return;
        stretches.gather(first, end, turn.after);
        turnItems(turn, first, end, sums);
        stretches.scatter(first, end, turn.perItem);
      });
      stretches.total(out);
      return sums;
    },
    release() {
      stretches.release?.();
    },
  };
}
