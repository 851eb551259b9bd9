import { describe, expect, it } from "vitest";
import { observedCells } from "../../src/estimate/observed-cells.ts";
import { matrixFromRows, type Rows } from "../../src/matrix/response-matrix.ts";
import { discrimination } from "../../src/stats/discrimination.ts";

function ofRows(rows: Rows) {
  const matrix = matrixFromRows(rows);
  return discrimination(observedCells(matrix, Uint32Array.from(matrix.items.keys())));
}

const guttman = [
  [1, 1, 1, 1],
  [1, 1, 1, 0],
  [1, 1, 0, 0],
  [1, 0, 0, 0],
];

describe("itemRest", () => {
  it("correlates an item with the total of the others", () => {
    const { itemRest } = ofRows([
      [1, 1, 0],
      [1, 1, 1],
      [0, 1, 0],
      [0, 0, 0],
    ]);
    // Item 0: scores 1 1 0 0, rest 1 2 1 0; item 1: 1 1 1 0, rest 1 2 0 0; item 2: 0 1 0 0, rest 2 2 1 0.
    expect(itemRest[0]).toBeCloseTo(1 / Math.sqrt(2), 12);
    expect(itemRest[1]).toBeCloseTo(0.75 / Math.sqrt(0.75 * 2.75), 12);
    expect(itemRest[2]).toBeCloseTo(0.75 / Math.sqrt(0.75 * 2.75), 12);
  });
  it("is undefined for an item, or others, that do not vary", () => {
    const { itemRest } = ofRows([
      [1, 1, 0.1],
      [1, 0, 0.1],
      [1, 0, 0.1],
    ]);
    expect(itemRest[0]).toBeNaN();
    expect(itemRest[1]).toBeNaN();
    expect(ofRows([[1], [0]]).itemRest[0]).toBeNaN();
  });
  it("is negative for an item that only weak models solve", () => {
    const rows = guttman.map((row, model) => [...row, model >= 2 ? 1 : 0]);
    expect(ofRows(rows).itemRest[4]).toBeLessThan(-0.8);
  });
  it("with gaps takes the mean over the others that were asked, and skips models that were not", () => {
    const whole = ofRows([
      [1, 1, 1],
      [0, 1, 0],
      [1, 0, 1],
      [0, 0, 0],
    ]).itemRest;
    const gaps = ofRows([
      [1, 1, 1, undefined],
      [0, 1, 0, undefined],
      [1, 0, 1, undefined],
      [0, 0, 0, undefined],
      [undefined, undefined, undefined, 1],
    ]).itemRest;
    for (const item of [0, 1, 2]) expect(gaps[item]).toBeCloseTo(whole[item]!, 12);
    expect(gaps[3]).toBeNaN();
    // A model that was asked less is judged by the share it solved, not by the number.
    const short = ofRows([
      [1, 1, 1, 1],
      [1, 0, 0, 0],
      [0, 1, undefined, undefined],
      [0, 0, 0, 1],
    ]);
    const scores = [1, 1, 0, 0];
    const rest = [1, 0, 1, 1 / 3];
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    const covariance = mean(scores.map((s, i) => (s - 0.5) * (rest[i]! - mean(rest))));
    const spread = Math.sqrt(0.25 * mean(rest.map((r) => (r - mean(rest)) ** 2)));
    expect(short.itemRest[0]).toBeCloseTo(covariance / spread, 12);
  });
});

describe("discrimination", () => {
  it("is the best pair's mean minus the worst pair's", () => {
    const { discrimination: d } = ofRows(guttman);
    expect([...d]).toEqual([0, 0.5, 0.5, 0.5]);
  });
  it("lets models that tie at the border share the places that are left", () => {
    // Rest scores on item 0: 2, 1, 1, 1, 0, 0. The second best of two is any of the three.
    const { discrimination: d } = ofRows([
      [1, 1, 1],
      [1, 1, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
      [1, 0, 0],
    ]);
    expect(d[0]).toBeCloseTo((1 + 1 / 3) / 2 - 1 / 2, 12);
  });
  it("is undefined below four models: the groups would overlap", () => {
    expect(
      ofRows([
        [1, 1],
        [1, 0],
        [0, 0],
      ]).discrimination[0],
    ).toBeNaN();
  });
  it("uses 27 % of the models", () => {
    const rows = Array.from({ length: 11 }, (_, model) =>
      Array.from({ length: 11 }, (__, item) => (model + item >= 11 ? 1 : 0)),
    );
    // Three of eleven models on either side; item 1 is solved by the very best only.
    expect(ofRows(rows).discrimination[1]).toBeCloseTo(1 / 3, 12);
  });
});
