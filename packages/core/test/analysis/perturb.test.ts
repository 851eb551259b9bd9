import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addedModels,
  dropBenchmark,
  dropItems,
  dropModels,
  onlyModels,
  shuffled,
} from "../../src/analysis/perturb.ts";
import { meanScore } from "../../src/estimate/mean-score.ts";
import { matrixFromRows, readItem, scoreAt } from "../../src/matrix/response-matrix.ts";
import { mulberry32 } from "../../src/numeric/random.ts";

const score = fc.constantFrom(0, 0.5, 1, undefined);
const pools = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 8 }))
  .chain(([models, items]) =>
    fc.array(fc.array(score, { minLength: items, maxLength: items }), {
      minLength: models,
      maxLength: models,
    }),
  )
  .map((rows) => matrixFromRows(rows));

const column = (matrix: ReturnType<typeof matrixFromRows>, item: number) => [
  ...readItem(matrix, item, new Float64Array(matrix.models.length)),
];

describe("shuffled answers", () => {
  it("keep the scores and the gaps of every item", () => {
    fc.assert(
      fc.property(pools, fc.nat(), (matrix, seed) => {
        const mixed = shuffled(matrix, mulberry32(seed));
        for (const item of matrix.items.keys()) {
          const [before, after] = [column(matrix, item), column(mixed, item)];
          expect(Float64Array.from(after).toSorted()).toEqual(Float64Array.from(before).toSorted());
          expect(after.map(Number.isNaN)).toEqual(before.map(Number.isNaN));
        }
      }),
    );
  });
  it("leave no difference between models", () => {
    const rows = Array.from({ length: 10 }, (_, model) =>
      Array.from({ length: 2000 }, (__, item) => (item % 10 < model ? 1 : 0)),
    );
    const { competency } = meanScore(shuffled(matrixFromRows(rows), mulberry32(1)));
    for (const accuracy of competency) expect(Math.abs(accuracy - 0.45)).toBeLessThan(0.04);
  });
});

describe("a changed pool", () => {
  const matrix = matrixFromRows(
    [
      [1, 1, 0, 0],
      [1, 1, 1, 0],
      [0, 1, 0, undefined],
    ],
    { benchmarks: ["x", "x", "y", "y"] },
  );
  it("says which models and items are left, and leaves their scores alone", () => {
    fc.assert(
      fc.property(pools, fc.nat(), (pool, seed) => {
        for (const change of [dropModels(1), dropItems(0.5), onlyModels("two", [0, 1])]) {
          const { matrix: after, models, items } = change.apply(pool, mulberry32(seed));
          for (const [row, model] of models.entries()) {
            for (const [place, item] of items.entries()) {
              expect(scoreAt(after, row, place)).toEqual(scoreAt(pool, model, item));
            }
          }
        }
      }),
    );
  });
  it("has as many models or items less as was asked, one item at least", () => {
    expect(dropModels(2).apply(matrix, mulberry32(1)).models).toHaveLength(1);
    expect(dropItems(0.5).apply(matrix, mulberry32(1)).items).toHaveLength(2);
    expect(dropItems(1).apply(matrix, mulberry32(1)).items).toHaveLength(1);
    expect([...dropBenchmark(matrix, 0).apply(matrix, mulberry32(1)).items]).toEqual([2, 3]);
  });
  it("has a stronger, a weaker or a double model more, asked what its pattern was asked", () => {
    const [stronger, weaker, copy] = addedModels.map(({ apply }) => apply(matrix, mulberry32(3)));
    const added = (pool: typeof matrix) => matrix.items.map((_, item) => scoreAt(pool, 3, item));
    expect(added(copy!.matrix)).toEqual([1, 1, 1, 0]);
    expect(added(stronger!.matrix).slice(0, 3)).toEqual([1, 1, 1]);
    expect(added(weaker!.matrix)[3]).toBeNaN();
    expect(added(weaker!.matrix)[0]).toBe(0);
    expect(copy!.models).toEqual([0, 1, 2, -1]);
  });
  it("gives the added model a name of its own", () => {
    const taken = matrixFromRows(
      [
        [1, 0],
        [0, 1],
      ],
      { models: ["added model", "b"] },
    );
    expect(addedModels[2]!.apply(taken, mulberry32(1)).matrix.models).toEqual([
      "added model",
      "b",
      "added model+",
    ]);
  });
});
