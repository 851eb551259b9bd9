import { describe, expect, it } from "vitest";
import { flipBands } from "../../src/analysis/flip-bands.ts";
import { flipLists } from "../../src/analysis/flips.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { madePool } from "./pools.ts";

const pair = { a: 0, b: 1 };

describe("flipBands", () => {
  const { rows, matrix } = madePool(7, { models: 12, items: 600 });
  const bands = flipBands(matrix, pair)!;

  it("puts every common item into one band, and every flip", () => {
    const sum = (key: "items" | "onlyA" | "onlyB") =>
      bands.reduce((all, band) => all + band[key], 0);
    const { onlyA, onlyB } = flipLists(matrix, pair);
    expect([sum("items"), sum("onlyA"), sum("onlyB")]).toEqual([600, onlyA.length, onlyB.length]);
  });
  it("goes from what all others solve to what none does, five bands of about one size between", () => {
    expect(bands.map(({ kind }) => kind)).toEqual([
      "easiest",
      "band",
      "band",
      "band",
      "band",
      "band",
      "hardest",
    ]);
    const between = bands.slice(1, -1).map(({ items }) => items);
    expect(Math.max(...between) - Math.min(...between)).toBeLessThan(20);
    const accuracy = bands.flatMap(({ accuracyA, accuracyB }) =>
      accuracyA === null ? [] : [(accuracyA + accuracyB!) / 2],
    );
    expect(accuracy).toEqual(accuracy.toSorted((x, y) => y - x));
  });
  it("does not look at the two models themselves", () => {
    const changed = rows.map((row, model) => (model > 1 ? row : row.map((score) => 1 - score!)));
    const items = (result: typeof bands) => result.map((band) => band.items);
    expect(items(flipBands(matrixFromRows(changed), pair)!)).toEqual(items(bands));
  });
  it("keeps items of one difficulty together", () => {
    const same = Array.from({ length: 7 }, (_, model) =>
      Array.from({ length: 90 }, (__, item) =>
        model < 2 ? item % 2 : Number(model < (item < 45 ? 4 : 6)),
      ),
    );
    expect(flipBands(matrixFromRows(same), pair)!.map(({ items }) => items)).toEqual([45, 45]);
  });
  it("gives counts but no figure below twenty items", () => {
    const few = flipBands(madePool(7, { models: 12, items: 60 }).matrix, pair)!;
    expect(few.some(({ items }) => items < 20)).toBe(true);
    for (const { items, accuracyA, accuracyB, difference } of few) {
      for (const figure of [accuracyA, accuracyB, difference]) {
        expect(figure === null).toBe(items < 20);
      }
    }
  });
  it("says nothing with fewer than five other models", () => {
    expect(flipBands(madePool(7, { models: 6, items: 60 }).matrix, pair)).toBeNull();
    expect(flipBands(madePool(7, { models: 7, items: 60 }).matrix, pair)).not.toBeNull();
  });
  it("leaves out what only one of the two, or no other model, was asked", () => {
    const gaps = rows.map((row, model) =>
      row.map((score, item) => {
        if (item < 50 && model === 0) return undefined;
        return item >= 50 && item < 70 && model > 1 ? undefined : score;
      }),
    );
    const counted = flipBands(matrixFromRows(gaps), pair)!.reduce(
      (sum, { items }) => sum + items,
      0,
    );
    expect(counted).toBe(530);
  });
  it("takes the number of bands", () => {
    expect(flipBands(matrix, pair, { bands: 10, smoothing: 0.5 })).toHaveLength(12);
  });
});
