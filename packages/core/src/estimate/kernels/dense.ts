/** Products with a rectangle of scores in which `NaN` is a gap. */

import { contribution, type Kernel } from "./kernel.ts";

interface Dense {
  /** `scores[item * models + model]` */
  readonly scores: Float64Array;
  readonly models: number;
}

export function denseKernel({ scores, models }: Dense, items: Uint32Array): Kernel {
  return {
    name: "dense",
    byItem(side, perModel, out) {
      const { slope, offset } = contribution(side);
      for (let place = 0; place < items.length; place += 1) {
        const first = items[place]! * models;
        let sum = 0;
        for (let model = 0; model < models; model += 1) {
          const score = scores[first + model]!;
          if (score === score) sum += (offset + slope * score) * perModel[model]!;
        }
        out[place] = sum;
      }
    },
    byModel(side, perItem, out) {
      const { slope, offset } = contribution(side);
      out.fill(0);
      for (let place = 0; place < items.length; place += 1) {
        const first = items[place]! * models;
        const weight = perItem[place]!;
        for (let model = 0; model < models; model += 1) {
          const score = scores[first + model]!;
          if (score === score) out[model]! += (offset + slope * score) * weight;
        }
      }
    },
  };
}
