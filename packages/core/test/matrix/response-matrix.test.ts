import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EipError } from "../../src/errors.ts";
import {
  isComplete,
  matrixFromRows,
  readItem,
  scoreAt,
  type RowOptions,
  type Rows,
} from "../../src/matrix/response-matrix.ts";
import { anyRows, binaryRows, gappyRows, type GappyRows } from "./arbitrary-rows.ts";
import { restored, storedAs } from "./stored-as.ts";

/** A third of the cells or fewer observed, so that lists are used. */
const thinRows: fc.Arbitrary<GappyRows> = fc
  .tuple(gappyRows({ models: [3, 12] }), fc.nat({ max: 2 }))
  .map(([rows, offset]) =>
    rows.map((row, model) =>
      row.map((score, item) => ((model + item + offset) % 3 === 0 ? score : undefined)),
    ),
  );

const pools = fc.oneof<fc.Arbitrary<GappyRows>[]>(
  binaryRows({ models: [1, 70] }),
  anyRows({ models: [1, 40] }),
  gappyRows({ models: [1, 40] }),
  thinRows,
);

/** What a cell holds: an ungraded one as chosen, an unobserved one nothing. */
function held(score: number | null | undefined, ungraded: "wrong" | "unobserved"): number {
  if (score === undefined || (score === null && ungraded === "unobserved")) return Number.NaN;
  return score ?? 0;
}

describe("scores", () => {
  it("come back from every cell, whatever the storage", () => {
    const seen = new Set<string>();
    const choices = fc.constantFrom("wrong", "unobserved");
    fc.assert(
      fc.property(pools, choices, (rows, ungraded) => {
        const matrix = matrixFromRows(rows, { ungraded });
        seen.add(matrix.storage.kind);
        for (const item of matrix.items.keys()) {
          const column = rows.map((row) => held(row[item], ungraded));
          expect(rows.map((_, model) => scoreAt(matrix, model, item))).toEqual(column);
          const out = new Float64Array(rows.length).fill(7);
          expect([...readItem(matrix, item, out)]).toEqual(column);
          expect([...out]).toEqual(column);
        }
      }),
      { numRuns: 200 },
    );
    expect(seen).toEqual(new Set(["bits", "planes", "lists", "dense", "sparse"]));
  });

  it("are laid out as the storages say", () => {
    fc.assert(
      fc.property(pools, (rows) => {
        const matrix = matrixFromRows(rows);
        const observed = rows.map((row) => row.map((score) => (score === null ? 0 : score)));
        expect(matrix.storage).toEqual(storedAs(matrix.storage.kind, observed));
      }),
      { numRuns: 200 },
    );
  });

  it("are read the same from each of the storages", () => {
    fc.assert(
      fc.property(binaryRows({ models: [1, 70], items: [1, 8] }), (rows) => {
        const matrix = matrixFromRows(rows);
        for (const kind of ["bits", "planes", "lists", "dense", "sparse"] as const) {
          const other = restored(matrix, kind, rows);
          for (const [model, row] of rows.entries()) {
            expect(row.map((_, item) => scoreAt(other, model, item))).toEqual(row);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("counts", () => {
  it("tell graded, ungraded and unobserved apart, per model and per item", () => {
    const choices = fc.constantFrom("wrong", "unobserved");
    fc.assert(
      fc.property(gappyRows(), choices, (rows, ungraded) => {
        const matrix = matrixFromRows(rows, { ungraded });
        const count = (
          cells: readonly (number | null | undefined)[],
          kind: "graded" | "ungraded",
        ) =>
          cells.filter((score) => (kind === "graded" ? typeof score === "number" : score === null))
            .length;
        const columns = rows[0]!.map((_, item) => rows.map((row) => row[item]));
        expect([...matrix.graded]).toEqual(rows.map((row) => count(row, "graded")));
        expect([...matrix.ungraded]).toEqual(rows.map((row) => count(row, "ungraded")));
        expect([...matrix.gradedOfItem]).toEqual(columns.map((column) => count(column, "graded")));
        expect([...matrix.ungradedOfItem]).toEqual(
          columns.map((column) => count(column, "ungraded")),
        );
        const cells = rows.flat().map((score) => held(score, ungraded));
        const observed = cells.filter((score) => !Number.isNaN(score));
        expect(matrix.observed).toBe(observed.length);
        expect(matrix.binary).toBe(observed.every((score) => score === 0 || score === 1));
        expect(isComplete(matrix)).toBe(observed.length === cells.length);
      }),
    );
  });
});

describe("storage", () => {
  const kindOf = (rows: Rows, options?: RowOptions) => matrixFromRows(rows, options).storage.kind;

  it("complete 0/1 data are bits, also when a 0 is an ungraded answer", () => {
    expect(
      kindOf([
        [1, 0],
        [0, 0],
      ]),
    ).toBe("bits");
    expect(
      kindOf([
        [1, 0],
        [0, null],
      ]),
    ).toBe("bits");
  });

  it("a part of a credit makes them a rectangle of numbers", () => {
    expect(
      kindOf([
        [1, 0],
        [0, 0.5],
      ]),
    ).toBe("dense");
  });

  it("0/1 data with a gap are two planes of bits", () => {
    expect(
      kindOf([
        [1, 0],
        [0, undefined],
      ]),
    ).toBe("planes");
    expect(
      kindOf(
        [
          [1, 0],
          [0, null],
        ],
        { ungraded: "unobserved" },
      ),
    ).toBe("planes");
  });

  it("with few cells observed only these are held: below 40 %, and below an eighth of 0/1 data", () => {
    const gaps = (length: number) => Array.from({ length }, () => undefined);
    expect(kindOf([[0.5, 0, ...gaps(3)]])).toBe("dense");
    expect(kindOf([[0.5, ...gaps(2)]])).toBe("sparse");
    expect(kindOf([[1, ...gaps(7)]])).toBe("planes");
    expect(kindOf([[1, ...gaps(8)]])).toBe("lists");
  });

  it("a pool without one observed cell is a pool", () => {
    const matrix = matrixFromRows([[undefined], [undefined]]);
    expect(matrix).toMatchObject({ observed: 0, binary: true });
    expect(scoreAt(matrix, 1, 0)).toBeNaN();
  });
});

describe("matrixFromRows", () => {
  it("keeps the order of rows and columns, and names them m0, q0 and so on", () => {
    const matrix = matrixFromRows([
      [1, 0],
      [0, 0],
    ]);
    expect(matrix).toMatchObject({
      models: ["m0", "m1"],
      items: ["q0", "q1"],
      benchmarks: ["items"],
      benchmarkOf: Uint32Array.of(0, 0),
    });
    expect(matrix.items).toBe(matrix.items);
    expect(structuredClone(matrix)).toEqual({ ...matrix });
    const named = matrixFromRows(
      [
        [1, 0],
        [0, 0],
      ],
      { models: ["z", "a"], items: ["y", "x"] },
    );
    expect([named.models, named.items]).toEqual([
      ["z", "a"],
      ["y", "x"],
    ]);
  });

  it("takes one benchmark per item, in order of first mention", () => {
    const matrix = matrixFromRows([[1, 0, 1]], { benchmarks: ["sums", "code", "sums"] });
    expect(matrix.benchmarks).toEqual(["sums", "code"]);
    expect([...matrix.benchmarkOf]).toEqual([0, 1, 0]);
  });

  it.each<readonly [string, Rows, RowOptions, Partial<EipError>]>([
    ["no models", [], {}, { code: "empty" }],
    ["no items", [[], []], {}, { code: "empty" }],
    ["rows of unequal length", [[1], [1, 0]], {}, { code: "usage", where: "row 1" }],
    ["too few model names", [[1], [0]], { models: ["a"] }, { code: "usage", where: "models" }],
    ["too many item names", [[1]], { items: ["a", "b"] }, { code: "usage", where: "items" }],
    ["too few benchmarks", [[1, 1]], { benchmarks: ["a"] }, { code: "usage", where: "benchmarks" }],
    ["above the scale", [[1, 1.01]], {}, { code: "off-scale", where: "model m0, item q1" }],
    ["below the scale", [[-1e-9]], {}, { code: "off-scale" }],
    ["NaN", [[1], [Number.NaN]], {}, { code: "off-scale", where: "model m1, item q0" }],
  ])("refuses %s", (_, rows, options, expected) => {
    let found: unknown;
    try {
      matrixFromRows(rows, options);
    } catch (error) {
      found = error;
    }
    expect(EipError.isInstance(found)).toBe(true);
    expect(found).toMatchObject(expected);
  });
});
