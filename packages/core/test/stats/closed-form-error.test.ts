import { describe, expect, it } from "vitest";
import type { Fitted } from "../../src/estimate/fitted.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { refitter, type Refitted } from "../../src/estimate/refit.ts";
import { matrixFromRows, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { bootstrap, replicatesOf } from "../../src/stats/bootstrap.ts";
import { closedFormError } from "../../src/stats/closed-form-error.ts";
import { logisticWorld, nemesisWorld } from "../../src/analysis/worlds.ts";

const fitted = (matrix: ResponseMatrix, options: PropagateOptions = {}): Fitted => ({
  matrix,
  fit: propagate(matrix, { tolerance: 1e-14, ...options }),
});

function sdOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
  );
}

/** Derivatives of the fixed point by the copies of each item, by central differences. */
function derivatives({ matrix, fit }: Fitted, what: keyof Refitted): Float64Array[] {
  const refits = refitter(matrix, { ...fit.settings, tolerance: 1e-14 });
  const step = 1e-4;
  return matrix.items.map((_, item) => {
    const [more, less] = [step, -step].map((change) => {
      const copies = new Float64Array(matrix.items.length).fill(1);
      copies[item]! += change;
      return refits.fit(copies)![what].slice();
    });
    return more!.map((value, model) => (value - less![model]!) / (2 * step));
  });
}

const gappyRows = [
  [1, 0, 1],
  [0, 1, undefined],
  [1, 1, 0],
];

describe("the standard error by formula", () => {
  const rows = [
    [1, 1, 0, 1, 0, 0, 1, 1],
    [1, 0, 1, 0, 0, 1, 0, 1],
    [0, 1, 0, 0, 1, 0, 0, 1],
    [0, 0, 0, 1, 0, 0, 0, 1],
  ];
  const cases: readonly [string, number[][], PropagateOptions][] = [
    ["the published method", rows, {}],
    ["another damping", rows, { damping: 0.5 }],
    ["smoothing", rows, { smoothing: 0.3 }],
    ["a model that fails nothing", [...rows, Array.from({ length: 8 }, () => 1)], {}],
    ["partial credit", rows.map((row) => row.map((score, q) => (q % 3 ? score : score / 2))), {}],
  ];

  it.each(cases)("is the root of the sum of squared derivatives: %s", (_, scores, options) => {
    const pool = fitted(matrixFromRows(scores), options);
    const found = closedFormError(pool)!;
    for (const what of ["competency", "weightedAccuracy"] as const) {
      const influence = derivatives(pool, what);
      for (const [model, error] of found[what].entries()) {
        const squares = influence.reduce((sum, values) => sum + values[model]! ** 2, 0);
        expect(error).toBeCloseTo(Math.sqrt(squares), 7);
      }
    }
  });
  it("adds the derivatives of a cluster, and centres each benchmark", () => {
    const matrix = matrixFromRows(rows, { benchmarks: Array.from("aaaabbbb") });
    const pool = fitted(matrix);
    const influence = derivatives(pool, "competency");
    const units = [[0, 1], [2], [3], [4, 5, 6], [7]];
    const sums = (model: number) =>
      units.map((items) => items.reduce((sum, item) => sum + influence[item]![model]!, 0));
    const centred = (values: readonly number[]) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    };
    const found = closedFormError(pool, { cluster: [1, 1, 2, 3, 1, 1, 1, 2] })!;
    for (const [model, error] of found.competency.entries()) {
      const values = sums(model);
      const expected = centred(values.slice(0, 3)) + centred(values.slice(3));
      expect(error).toBeCloseTo(Math.sqrt(expected), 7);
    }
  });
  it("does not exist with gaps, for no kept item or where drawing is cheaper", () => {
    expect(closedFormError(fitted(matrixFromRows(gappyRows)))).toBeUndefined();
    expect(
      closedFormError(
        fitted(
          matrixFromRows([
            [1, 1],
            [1, 1],
          ]),
        ),
      ),
    ).toBeUndefined();
    const turns = Array.from({ length: 21 }, (_, item) => item % 2);
    const many = Array.from({ length: 10_000 }, (_, model) =>
      model % 2 ? turns : turns.map((x) => 1 - x),
    );
    expect(closedFormError(fitted(matrixFromRows(many)))).toBeUndefined();
  });
  it("counts a gap as a failure where the policy says so", () => {
    const gappy = fitted(matrixFromRows(gappyRows), { missing: "wrong" });
    const filled = fitted(
      matrixFromRows([
        [1, 0, 1],
        [0, 1, 0],
        [1, 1, 0],
      ]),
    );
    expect(closedFormError(gappy)!.competency).toEqual(closedFormError(filled)!.competency);
  });
});

describe("the spread of 1,000 refits", () => {
  const worlds = [
    ["clean", {}],
    ["guessing", { guessing: 0.25 }],
    ["5 % wrong keys", { wrongKeys: 0.05 }],
  ] as const;
  it.each(
    worlds.flatMap(([name, options]) =>
      [0, 0.5].map((smoothing) => [name, smoothing, options] as const),
    ),
  )("is on average the error by formula to 3 in 100: %s, smoothing %d", (_, smoothing, options) => {
    const pool = fitted(logisticWorld(31, { ...options, items: 600 }).matrix, { smoothing });
    const drawn = bootstrap(pool, { replicates: 1000 });
    const error = closedFormError(pool)!;
    const meanRatio = (values: Float64Array, errors: Float64Array) =>
      errors.reduce((sum, value, model) => {
        const row = replicatesOf(values, { model, replicates: 1000 });
        return sum + sdOf(row) / value;
      }, 0) / errors.length;
    const competency = meanRatio(drawn.logCompetency.map(Math.exp), error.competency);
    expect(Math.abs(competency - 1)).toBeLessThan(0.03);
    const accuracy = meanRatio(drawn.weightedAccuracy, error.weightedAccuracy);
    expect(Math.abs(accuracy - 1)).toBeLessThan(0.03);
  });
  it("is some 25 times the error by formula where one item decides", () => {
    const pool = fitted(nemesisWorld(1, 1000));
    const { logCompetency, replicates } = bootstrap(pool, { replicates: 500 });
    const weakest = replicatesOf(logCompetency, { model: 0, replicates }).map(Math.exp);
    const ratio = sdOf(weakest) / closedFormError(pool)!.competency[0]!;
    expect(ratio).toBeGreaterThan(20);
    expect(ratio).toBeLessThan(30);
  });
});
