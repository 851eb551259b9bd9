import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simpleRank } from "../../src/estimate/simple-rank.ts";
import { discriminating } from "../../src/matrix/discriminating.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { anyRows } from "../matrix/arbitrary-rows.ts";

describe("simpleRank", () => {
  it("an item is as hard as the share of models that fail it, whoever these are", () => {
    const { difficulty, keptItems } = simpleRank(
      matrixFromRows([
        [1, 1, 1, 0, 0.5],
        [1, 1, 0, 0, 1],
        [1, 0, 0, 0, 1],
      ]),
    );
    expect([...keptItems]).toEqual([1, 2, 4]);
    expect(difficulty[0]).toBeCloseTo(1 / 3, 15);
    expect(difficulty[1]).toBeCloseTo(2 / 3, 15);
    expect(difficulty[2]).toBeCloseTo(0.5 / 3, 15);
  });

  it("a model is as good as the share of difficulty it earns", () => {
    const { competency } = simpleRank(
      matrixFromRows([
        [1, 0],
        [1, 1],
        [0, 0],
      ]),
    );
    expect(competency[0]).toBeCloseTo(1 / 3, 15);
    expect([...competency.subarray(1)]).toEqual([1, 0]);
  });

  it("with gaps it counts the items a model was asked, and the models an item was put to", () => {
    const { competency, difficulty } = simpleRank(
      matrixFromRows([
        [1, undefined, 0],
        [0, 1, 1],
        [undefined, 0, 1],
      ]),
    );
    expect([...difficulty]).toEqual([0.5, 0.5, 1 / 3].map((value) => expect.closeTo(value, 15)));
    expect(competency[0]).toBeCloseTo(0.5 / (0.5 + 1 / 3), 15);
    expect(competency[2]).toBeCloseTo(1 / 3 / (0.5 + 1 / 3), 15);
  });

  it("a model that was asked no item that tells models apart has no value", () => {
    const { competency } = simpleRank(
      matrixFromRows([
        [1, 1],
        [0, 1],
        [undefined, 1],
      ]),
    );
    expect([...competency]).toEqual([1, 0, Number.NaN]);
  });

  it("a pool in which no item tells models apart makes all equal", () => {
    expect([
      ...simpleRank(
        matrixFromRows([
          [1, 0],
          [1, 0],
        ]),
      ).competency,
    ]).toEqual([0.5, 0.5]);
  });

  it("stays in [0, 1] and keeps the items of the published filter", () => {
    fc.assert(
      fc.property(anyRows(), (rows) => {
        const matrix = matrixFromRows(rows);
        const { competency, keptItems } = simpleRank(matrix);
        expect(keptItems).toEqual(discriminating(matrix).kept);
        for (const value of competency) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-15);
        }
      }),
    );
  });
});
