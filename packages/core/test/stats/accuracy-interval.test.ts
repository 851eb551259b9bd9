import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { accuracyIntervals } from "../../src/stats/accuracy-interval.ts";
import { studentQuantile } from "../../src/stats/student-t.ts";
import { wilson } from "../../src/stats/wilson.ts";

const only = (rows: (number | undefined)[][], options = {}) => {
  const { accuracyLower, accuracyUpper } = accuracyIntervals(matrixFromRows(rows), options)[0]!;
  return [accuracyLower, accuracyUpper];
};

describe("the interval of an accuracy", () => {
  it("is Wilson's over the items asked for 0/1 scores", () => {
    const solved = Array.from({ length: 70 }, (_, item) => (item < 63 ? 1 : 0));
    expect(only([[...solved, undefined]])).toEqual([...wilson(0.9, { n: 70 })]);
  });
  it("counts items that every model solved", () => {
    expect(
      only([
        [1, 1, 1, 0],
        [1, 1, 1, 0],
      ]),
    ).toEqual([...wilson(0.75, { n: 4 })]);
  });
  it("is mean -+ t SE for partial credit, with one degree less than items", () => {
    const scores = [0, 0.25, 0.5, 1, 1, 0.75, 0.5, 0.25];
    const mean = scores.reduce((sum, score) => sum + score, 0) / 8;
    const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / 7;
    const half = studentQuantile(0.975, 7) * Math.sqrt(variance / 8);
    const [lower, upper] = only([scores]);
    expect(lower).toBeCloseTo(mean - half, 12);
    expect(upper).toBeCloseTo(mean + half, 12);
  });
  it("is wider when items come in clusters that agree", () => {
    const scores = Array.from({ length: 40 }, (_, item) => (item % 8 < 4 ? 1 : 0));
    const cluster = scores.map((_, item) => Math.floor(item / 4));
    const [lower, upper] = only([scores], { cluster });
    // Ten clusters of 0 or 1: SE = sqrt(.25 / 9), nine degrees of freedom.
    expect(lower).toBeCloseTo(0.5 - 2.2621571628540993 * (0.5 / 3), 10);
    expect(upper).toBeCloseTo(0.5 + 2.2621571628540993 * (0.5 / 3), 10);
  });
  it("reads cluster numbers within a benchmark", () => {
    const rows = [[1, 0, 0.5, 1, 0, 1]];
    const cluster = [1, 1, 2, 1, 2, 2];
    const benchmarks = ["a", "a", "a", "b", "b", "b"];
    const apart = accuracyIntervals(matrixFromRows(rows, { benchmarks }), { cluster });
    const renamed = accuracyIntervals(matrixFromRows(rows), { cluster: [1, 1, 2, 3, 4, 4] });
    expect(apart).toEqual(renamed);
  });
  it("is Wilson's with the number of clusters when nothing varies", () => {
    expect(only([[1, 1, 1, 1, 1, 1]], { cluster: [0, 0, 1, 1, 2, 2] })).toEqual([
      ...wilson(1, { n: 3 }),
    ]);
    expect(only([[0.5, 0.5, 0.5, 0.5]])).toEqual([...wilson(0.5, { n: 4 })]);
  });
  it("stays within 0 and 1", () => {
    expect(only([[0, 0, 0.5]])[0]).toBe(0);
    expect(only([[1, 1, 0.5]])[1]).toBe(1);
  });
  it("is unknown for fewer than three clusters, and without items", () => {
    expect(only([[1, 0, 1, 0]], { cluster: [0, 0, 1, 1] })).toEqual([null, null]);
    expect(
      only([
        [undefined, undefined],
        [1, 0],
      ]),
    ).toEqual([null, null]);
  });
});
