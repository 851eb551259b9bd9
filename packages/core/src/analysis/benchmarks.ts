/** The parts of a pool: accuracy and weight of each benchmark. */

import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Fitted } from "../estimate/fitted.ts";

/** Accuracies of one model. */
export interface ModelAccuracy {
  /** Mean score over all items asked; `NaN` when it was asked none. */
  readonly pooled: number;
  /** Per benchmark of the matrix; `NaN` where the model was asked nothing. */
  readonly byBenchmark: readonly number[];
  /** Mean of the benchmarks it was asked, each counting the same. */
  readonly taskMean: number;
}

/** Accuracy of each model: over all items, per benchmark, and the mean of benchmarks. */
export function accuracies(matrix: ResponseMatrix): readonly ModelAccuracy[] {
  const width = matrix.benchmarks.length;
  const earned = new Float64Array(matrix.models.length * width);
  const asked = new Float64Array(matrix.models.length * width);
  const scores = new Float64Array(matrix.models.length);
  for (let item = 0; item < matrix.items.length; item += 1) {
    const benchmark = matrix.benchmarkOf[item]!;
    for (const [model, score] of readItem(matrix, item, scores).entries()) {
      if (Number.isNaN(score)) continue;
      earned[model * width + benchmark]! += score;
      asked[model * width + benchmark]! += 1;
    }
  }
  const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0);
  return matrix.models.map((_, model) => {
    const range = [model * width, (model + 1) * width] as const;
    const byBenchmark = matrix.benchmarks.map(
      (_name, index) => earned[range[0] + index]! / asked[range[0] + index]!,
    );
    const known = byBenchmark.filter((value) => !Number.isNaN(value));
    return {
      pooled: sum(earned.subarray(...range)) / sum(asked.subarray(...range)),
      byBenchmark,
      taskMean: sum(known) / known.length,
    };
  });
}

export interface BenchmarkWeight {
  readonly benchmark: string;
  /** Share of all items. */
  readonly items: number;
  /** Share of the weight of the items that tell models apart. */
  readonly weight: number;
}

/** Share of each benchmark in the items and in the weight, in the order of the matrix. */
export function benchmarkWeights({ matrix, fit }: Fitted): readonly BenchmarkWeight[] {
  const items = new Float64Array(matrix.benchmarks.length);
  const weight = new Float64Array(matrix.benchmarks.length);
  for (const benchmark of matrix.benchmarkOf) items[benchmark]! += 1;
  let sum = 0;
  for (const [place, item] of fit.keptItems.entries()) {
    weight[matrix.benchmarkOf[item]!]! += fit.itemWeight[place]!;
    sum += fit.itemWeight[place]!;
  }
  return matrix.benchmarks.map((benchmark, index) => ({
    benchmark,
    items: items[index]! / matrix.items.length,
    weight: sum === 0 ? 0 : weight[index]! / sum,
  }));
}
