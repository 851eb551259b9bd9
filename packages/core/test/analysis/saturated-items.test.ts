import { describe, expect, it } from "vitest";
import { saturatedItems } from "../../src/analysis/saturated-items.ts";
import { observedCells } from "../../src/estimate/observed-cells.ts";
import { matrixFromRows, type Rows } from "../../src/matrix/response-matrix.ts";

const ofRows = (rows: Rows, strength: readonly number[]) => {
  const matrix = matrixFromRows(rows);
  return [
    ...saturatedItems(observedCells(matrix, Uint32Array.from(matrix.items.keys())), strength),
  ];
};
const solvedByTop = (models: number, top: number) =>
  Array.from({ length: models }, (_, model) => [model < top ? 1 : 0]);
const falling = (models: number) => Array.from({ length: models }, (_, model) => -model);

describe("saturatedItems", () => {
  it("asks the best five of up to twenty models, a quarter of more", () => {
    expect(ofRows(solvedByTop(10, 5), falling(10))).toEqual([1]);
    expect(ofRows(solvedByTop(10, 4), falling(10))).toEqual([0]);
    expect(ofRows(solvedByTop(43, 11), falling(43))).toEqual([1]);
    expect(ofRows(solvedByTop(43, 10), falling(43))).toEqual([0]);
  });
  it("does not judge by fewer than ten models", () => {
    expect(ofRows(solvedByTop(9, 9), falling(9))).toEqual([0]);
  });
  it("accepts credit from .95", () => {
    const rows = falling(10).map((_, model) => [model < 5 ? 0.95 : 0, model < 5 ? 0.94 : 0]);
    expect(ofRows(rows, falling(10))).toEqual([1, 0]);
  });
  it("counts all that tie with the fifth", () => {
    const strength = [9, 8, 7, 6, 5, 5, 1, 1, 1, 1];
    expect(ofRows(solvedByTop(10, 5), strength)).toEqual([0]);
    expect(ofRows(solvedByTop(10, 6), strength)).toEqual([1]);
  });
  it("asks the best of those that were asked", () => {
    const rows = solvedByTop(14, 7).map(([score], model) => [model < 2 ? undefined : score]);
    expect(ofRows(rows, falling(14))).toEqual([1]);
  });
});
