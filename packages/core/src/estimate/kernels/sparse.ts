/** Products with lists that hold observed cells only. */

import { contribution, type Kernel } from "./kernel.ts";

interface Lists {
  readonly starts: Uint32Array;
  readonly model: Uint32Array;
  readonly scores: Float64Array;
}

export function sparseKernel({ starts, model, scores }: Lists, items: Uint32Array): Kernel {
  return {
    name: "sparse",
    byItem(side, perModel, out) {
      const { slope, offset } = contribution(side);
      for (let place = 0; place < items.length; place += 1) {
        const end = starts[items[place]! + 1]!;
        let sum = 0;
        for (let cell = starts[items[place]!]!; cell < end; cell += 1) {
          sum += (offset + slope * scores[cell]!) * perModel[model[cell]!]!;
        }
        out[place] = sum;
      }
    },
    byModel(side, perItem, out) {
      const { slope, offset } = contribution(side);
      out.fill(0);
      for (let place = 0; place < items.length; place += 1) {
        const end = starts[items[place]! + 1]!;
        const weight = perItem[place]!;
        for (let cell = starts[items[place]!]!; cell < end; cell += 1) {
          out[model[cell]!]! += (offset + slope * scores[cell]!) * weight;
        }
      }
    },
  };
}
