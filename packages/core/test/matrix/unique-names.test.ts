import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";

describe("names of a matrix", () => {
  const rows = [
    [1, 0],
    [0, 1],
  ];

  it("are unique for models", () => {
    expect(() => matrixFromRows(rows, { models: ["a", "a"] })).toThrow('models: two called "a"');
  });

  it("are unique for the items of a benchmark, and may recur in another", () => {
    expect(() => matrixFromRows(rows, { items: ["1", "1"] })).toThrow('items: two called "1"');
    const benchmarks = ["sums", "code"];
    expect(matrixFromRows(rows, { items: ["1", "1"], benchmarks }).items).toEqual(["1", "1"]);
  });
});
