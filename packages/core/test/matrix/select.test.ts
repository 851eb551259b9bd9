import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrixFromRows, scoreAt } from "../../src/matrix/response-matrix.ts";
import { selectFrom } from "../../src/matrix/select.ts";
import { gappyRows } from "./arbitrary-rows.ts";
import { bytesOf } from "./bytes.ts";

const selections = gappyRows({ models: [1, 34] }).chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    models: fc.subarray([...rows.keys()], { minLength: 1 }),
    items: fc.subarray([...rows[0]!.keys()], { minLength: 1 }),
    unobserved: fc.constantFrom("wrong", undefined),
    ungraded: fc.constantFrom("wrong", "unobserved"),
  } as const),
);

describe("selectFrom", () => {
  it("is the matrix of the chosen rows and columns, with its gaps filled when asked", () => {
    fc.assert(
      fc.property(selections, ({ rows, models, items, unobserved, ungraded }) => {
        const matrix = matrixFromRows(rows, { ungraded });
        const found = selectFrom(matrix, {
          models: Uint32Array.from(models),
          items: Uint32Array.from(items),
          unobserved,
        });
        // A blank is a gap where it counts as unobserved, and then it is filled like one.
        const filled = (score: number | null | undefined) =>
          score === undefined || (score === null && ungraded === "unobserved") ? 0 : score;
        const expected = matrixFromRows(
          models.map((model) =>
            items.map((item) => {
              const score = rows[model]![item];
              return unobserved === "wrong" ? filled(score) : score;
            }),
          ),
          {
            models: models.map((model) => `m${model}`),
            items: items.map((item) => `q${item}`),
            ungraded,
          },
        );
        expect(bytesOf(found)).toBe(bytesOf(expected));
      }),
      { numRuns: 200 },
    );
  });

  it("takes everything where nothing is chosen", () => {
    const matrix = matrixFromRows([
      [1, 0],
      [0.5, 1],
    ]);
    expect(bytesOf(selectFrom(matrix, {}))).toBe(bytesOf(matrix));
  });

  it("keeps each item in its benchmark", () => {
    const matrix = matrixFromRows([[1, 0, 1]], { benchmarks: ["sums", "code", "sums"] });
    const part = selectFrom(matrix, { items: Uint32Array.of(1, 2) });
    expect(part.benchmarks).toEqual(["sums", "code"]);
    expect([...part.benchmarkOf]).toEqual([1, 0]);
  });

  it("keeps a blank a blank, and a gap a gap", () => {
    const matrix = matrixFromRows([[null, undefined, 1]]);
    const part = selectFrom(matrix, { items: Uint32Array.of(0, 1) });
    expect([scoreAt(part, 0, 0), scoreAt(part, 0, 1)]).toEqual([0, Number.NaN]);
    expect([...part.graded, ...part.ungraded]).toEqual([0, 1]);
  });

  it("leaves the matrix it chooses from as it was", () => {
    const matrix = matrixFromRows([
      [1, undefined],
      [0, 0.5],
    ]);
    const before = bytesOf(matrix);
    selectFrom(matrix, { unobserved: "wrong", models: Uint32Array.of(1) });
    expect(bytesOf(matrix)).toBe(before);
  });
});
