import { describe, expect, it } from "vitest";
import { observedCells } from "../../src/estimate/observed-cells.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { mulberry32 } from "../../src/numeric/random.ts";
import { itemFit } from "../../src/stats/item-fit.ts";

describe("itemFit", () => {
  it("is 1 for coin flips at even odds", () => {
    const cells = observedCells(matrixFromRows([[1], [0]]), Uint32Array.of(0));
    const scale = { competency: Float64Array.of(0, 0), difficulty: Float64Array.of(0) };
    expect(itemFit(cells, scale)).toEqual({
      infit: Float64Array.of(1),
      outfit: Float64Array.of(1),
    });
  });
  it("by hand: a strong model fails what a weak one solves", () => {
    const cells = observedCells(matrixFromRows([[0], [1], [undefined]]), Uint32Array.of(0));
    const scale = {
      competency: Float64Array.of(Math.log(9), -Math.log(4), 0),
      difficulty: Float64Array.of(0),
    };
    // P = .9 and .2: E^2 = .81 and .64, V = .09 and .16.
    const { infit, outfit } = itemFit(cells, scale);
    expect(infit[0]).toBeCloseTo(1.45 / 0.25, 12);
    expect(outfit[0]).toBeCloseTo((9 + 4) / 2, 12);
  });
  it("averages 1 when answers follow the model: 40 models, 400 items, seed 2", () => {
    const random = mulberry32(2);
    const competency = Float64Array.from({ length: 40 }, () => random.normal());
    const difficulty = Float64Array.from({ length: 400 }, () => random.normal());
    const rows = [...competency].map((theta) =>
      [...difficulty].map((b) => (random.uniform() < 1 / (1 + Math.exp(b - theta)) ? 1 : 0)),
    );
    const cells = observedCells(matrixFromRows(rows), Uint32Array.from(difficulty.keys()));
    const { infit, outfit } = itemFit(cells, { competency, difficulty });
    const mean = (values: Float64Array) => values.reduce((a, b) => a + b, 0) / values.length;
    expect(Math.abs(mean(infit) - 1)).toBeLessThan(0.03);
    expect(Math.abs(mean(outfit) - 1)).toBeLessThan(0.05);
  });
  it("is undefined without answers", () => {
    const cells = observedCells(matrixFromRows([[undefined, 1]]), Uint32Array.of(0));
    const scale = { competency: Float64Array.of(0), difficulty: Float64Array.of(0) };
    expect(itemFit(cells, scale).infit[0]).toBeNaN();
    expect(itemFit(cells, scale).outfit[0]).toBeNaN();
  });
});
