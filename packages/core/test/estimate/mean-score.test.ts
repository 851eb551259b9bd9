import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meanScore } from "../../src/estimate/mean-score.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { gappyRows } from "../matrix/arbitrary-rows.ts";

describe("meanScore", () => {
  it("is the mean over the items a model was asked, whoever else was asked them", () => {
    const { competency } = meanScore(
      matrixFromRows([
        [1, 0, 0.5, 1],
        [1, undefined, undefined, 0],
        [undefined, null, 1, 1],
      ]),
    );
    expect(competency).toEqual(Float64Array.of(2.5 / 4, 1 / 2, 2 / 3));
  });

  it("the difficulty of an item is the credit lost by the models asked", () => {
    const { difficulty, keptItems } = meanScore(
      matrixFromRows([
        [1, 0, undefined, 1],
        [0.5, 0, undefined, undefined],
      ]),
    );
    expect([...keptItems]).toEqual([0, 1, 3]);
    expect([...difficulty]).toEqual([0.25, 1, 0]);
  });

  it("a model that was asked nothing has no accuracy", () => {
    const { competency } = meanScore(matrixFromRows([[1], [undefined]]));
    expect(competency[0]).toBe(1);
    expect(competency[1]).toBeNaN();
  });

  it("is the plain sum over a plain count on any pool", () => {
    fc.assert(
      fc.property(gappyRows(), (rows) => {
        const { competency } = meanScore(matrixFromRows(rows));
        for (const [model, row] of rows.entries()) {
          const scores = row.filter((score) => score !== undefined).map((score) => score ?? 0);
          const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
          if (scores.length === 0) expect(competency[model]).toBeNaN();
          else expect(competency[model]).toBeCloseTo(mean, 14);
        }
      }),
    );
  });

  it("is a closed form: no iteration, nothing left over", () => {
    expect(meanScore(matrixFromRows([[1, 0]]))).toMatchObject({
      iterations: 0,
      residual: 0,
      converged: true,
      kernel: "closed form",
    });
  });
});
