/** Products with one number per cell, `NaN` where nothing was observed. */

import { contribution } from "./kernel.ts";
import { plainStretches } from "./plain-stretches.ts";
import type { Stretches } from "./stretches.ts";

export interface Scores {
  /** Cell `item * models + model`. */
  readonly scores: Float64Array;
  readonly models: number;
  readonly complete: boolean;
}

/** Items in a stretch: so many that their cells stay in the second-level cache between both products. */
export function stretchOfScores(cellsOfItem: number): number {
  return Math.max(16, Math.floor(16_384 / cellsOfItem));
}

export function scoreStretches({ scores, models }: Scores, items: Uint32Array): Stretches {
  return plainStretches({
    name: "dense",
    models,
    items: items.length,
    length: stretchOfScores(models),
    useOf: contribution,
    gather(first, end, there, perModel, out) {
      const use = { ...there, perModel };
      for (let place = first; place < end; place += 1) {
        out[place] = sumOfRow(scores, items[place]! * models, use);
      }
    },
    scatter(first, end, back, perItem, sums) {
      const use = { ...back, value: 0, sums };
      for (let place = first; place < end; place += 1) {
        use.value = perItem[place]!;
        addRow(scores, items[place]! * models, use);
      }
    },
  });
}

type Contribution = ReturnType<typeof contribution>;

function sumOfRow(
  scores: Float64Array,
  first: number,
  { slope, offset, perModel }: Contribution & { readonly perModel: Float64Array },
): number {
  let sum = 0;
  for (let model = 0; model < perModel.length; model += 1) {
    const score = scores[first + model]!;
    if (score === score) sum += (offset + slope * score) * perModel[model]!;
  }
  return sum;
}

function addRow(
  scores: Float64Array,
  first: number,
  {
    slope,
    offset,
    value,
    sums,
  }: Contribution & { readonly value: number; readonly sums: Float64Array },
): void {
  for (let model = 0; model < sums.length; model += 1) {
    const score = scores[first + model]!;
    if (score === score) sums[model]! += (offset + slope * score) * value;
  }
}
