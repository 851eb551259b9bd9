/** Seeded pools with partial credit, and pools in which a tenth of the cells was observed. */

import { matrixBuilder } from "../dist/matrix/response-matrix.js";
import { mulberry32 } from "../dist/numeric/random.js";

/** Every model was asked every item and earned uniform credit. */
export function creditPool(models, items) {
  return filledPool({ models, items }, (random) => random.uniform());
}

/** Each cell was observed with a chance of 10 %; `credit` is uniform, else half of the cells are 1. */
export function tenthPool(models, items, { credit }) {
  return filledPool({ models, items }, (random) => {
    if (random.uniform() >= 0.1) return undefined;
    const value = random.uniform();
    return credit ? value : Number(value < 0.5);
  });
}

function filledPool({ models, items }, drawScore) {
  const random = mulberry32(1);
  const builder = matrixBuilder({
    models: Array.from({ length: models }, (_, model) => `m${model}`),
    items: Array.from({ length: items }, (_, item) => `q${item}`),
    benchmarks: ["items"],
    benchmarkOf: new Uint32Array(items),
    ungraded: "wrong",
  });
  for (let item = 0; item < items; item += 1) {
    for (let model = 0; model < models; model += 1) {
      const score = drawScore(random);
      if (score !== undefined) builder.add(model, item, score);
    }
  }
  return { models, items, matrix: builder.freeze() };
}
