import { expect, it } from "vitest";
import { observedCells } from "../../src/estimate/observed-cells.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";

it("lists the answers of the chosen items, item by item and without gaps", () => {
  const matrix = matrixFromRows([
    [1, 0, 0.5],
    [undefined, 1, undefined],
    [0, undefined, 1],
  ]);
  const { starts, model, scores } = observedCells(matrix, Uint32Array.of(0, 2));
  expect([...starts]).toEqual([0, 2, 4]);
  expect([...model]).toEqual([0, 2, 0, 2]);
  expect([...scores]).toEqual([1, 0, 0.5, 1]);
});

it("reads every storage alike", () => {
  const bits = matrixFromRows([
    [1, 0],
    [0, 1],
  ]);
  const sparse = matrixFromRows([
    [1, ...Array<undefined>(9).fill(undefined)],
    [...Array<undefined>(9).fill(undefined), 0],
  ]);
  expect([...observedCells(bits, Uint32Array.of(0, 1)).scores]).toEqual([1, 0, 0, 1]);
  expect(sparse.storage.kind).toBe("lists");
  expect([...observedCells(sparse, Uint32Array.of(0, 9)).model]).toEqual([0, 1]);
});

it("is empty for no items", () => {
  expect(observedCells(matrixFromRows([[1]]), new Uint32Array(0)).scores).toHaveLength(0);
});
