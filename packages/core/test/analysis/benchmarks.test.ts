import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accuracies, benchmarkWeights } from "../../src/analysis/benchmarks.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { gappyRows } from "../matrix/arbitrary-rows.ts";

describe("accuracies", () => {
  it("over all items, per benchmark, and as the mean of the benchmarks", () => {
    const matrix = matrixFromRows(
      [
        [1, 1, 1, 0],
        [undefined, 0.5, null, undefined],
        [undefined, undefined, undefined, 1],
      ],
      { benchmarks: ["sums", "sums", "sums", "code"] },
    );
    expect(accuracies(matrix)).toEqual([
      { pooled: 0.75, byBenchmark: [1, 0], taskMean: 0.5 },
      { pooled: 0.25, byBenchmark: [0.25, Number.NaN], taskMean: 0.25 },
      { pooled: 1, byBenchmark: [Number.NaN, 1], taskMean: 1 },
    ]);
  });

  it("a model that was asked nothing has none", () => {
    expect(accuracies(matrixFromRows([[1], [undefined]]))[1]).toEqual({
      pooled: Number.NaN,
      byBenchmark: [Number.NaN],
      taskMean: Number.NaN,
    });
  });

  it("are plain means on any pool", () => {
    fc.assert(
      fc.property(gappyRows({ items: [1, 16] }), (rows) => {
        const benchmarks = rows[0]!.map((_, item) => `b${item % 3}`);
        const matrix = matrixFromRows(rows, { benchmarks });
        for (const [model, found] of accuracies(matrix).entries()) {
          const mean = (wanted: (benchmark: string) => boolean) => {
            const scores = rows[model]!.filter(
              (score, item) => score !== undefined && wanted(benchmarks[item]!),
            ).map((score) => score ?? 0);
            return scores.reduce((a, b) => a + b, 0) / scores.length;
          };
          const parts = matrix.benchmarks.map((name) => mean((benchmark) => benchmark === name));
          const known = parts.filter((value) => !Number.isNaN(value));
          const taskMean = known.reduce((a, b) => a + b, 0) / known.length;
          expect(found.pooled).closeTo14(mean(() => true));
          expect(found.taskMean).closeTo14(taskMean);
          for (const [place, value] of found.byBenchmark.entries()) {
            expect(value).closeTo14(parts[place]!);
          }
        }
      }),
    );
  });
});

describe("benchmarkWeights", () => {
  it("the share of a benchmark in the items, and in the weight of those that count", () => {
    const matrix = matrixFromRows(
      [
        [1, 1, 0, 1],
        [1, 0, 1, 0],
        [1, 0, 0, 1],
      ],
      { benchmarks: ["easy", "hard", "hard", "easy"] },
    );
    const fit = propagate(matrix);
    const weights = fit.itemWeight;
    const sum = weights.reduce((a, b) => a + b, 0);
    expect([...fit.keptItems]).toEqual([1, 2, 3]);
    expect(benchmarkWeights({ matrix, fit })).toEqual([
      { benchmark: "easy", items: 0.5, weight: expect.closeTo(weights[2]! / sum, 14) },
      {
        benchmark: "hard",
        items: 0.5,
        weight: expect.closeTo((weights[0]! + weights[1]!) / sum, 14),
      },
    ]);
  });

  it("no weight where no item tells models apart", () => {
    const matrix = matrixFromRows([[1], [1]]);
    expect(benchmarkWeights({ matrix, fit: propagate(matrix) })).toEqual([
      { benchmark: "items", items: 1, weight: 0 },
    ]);
  });
});

expect.extend({
  /** Equal to 1e-14, and `NaN` equals `NaN`. */
  closeTo14(found: number, expected: number) {
    const pass = Object.is(found, expected) || Math.abs(found - expected) <= 1e-14;
    return { pass, message: () => `${found} is not ${expected}` };
  },
});

declare module "vitest" {
  interface Assertion {
    closeTo14(expected: number): void;
  }
}
