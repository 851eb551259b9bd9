import { expect, it } from "vitest";
import { flipLists } from "../../src/analysis/flips.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";

const matrix = matrixFromRows([
  [1, 1, 0, 0, 1, undefined, 0.5, 1],
  [0, 0, 1, 1, undefined, 1, 0.25, 1],
  [1, 0, 1, undefined, 1, 1, undefined, 0],
  [1, 1, 0, undefined, 1, 1, undefined, 1],
]);

it("lists what each model alone scored more on, and what the others make of it", () => {
  expect(flipLists(matrix, { a: 0, b: 1 })).toEqual({
    onlyA: [0, 1, 6],
    onlyB: [2, 3],
    // Item 6 was put to no other model, so nobody says that it is easy.
    onlyAEasy: [0],
    onlyBEasy: [],
    askedOnlyA: [4],
    askedOnlyB: [5],
  });
});

it("mirrors", () => {
  const there = flipLists(matrix, { a: 0, b: 3 });
  const back = flipLists(matrix, { a: 3, b: 0 });
  expect(back).toEqual({
    onlyA: there.onlyB,
    onlyB: there.onlyA,
    onlyAEasy: there.onlyBEasy,
    onlyBEasy: there.onlyAEasy,
    askedOnlyA: there.askedOnlyB,
    askedOnlyB: there.askedOnlyA,
  });
});
