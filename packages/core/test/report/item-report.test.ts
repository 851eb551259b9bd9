import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, type RowOptions } from "../../src/matrix/response-matrix.ts";
import {
  itemCsvColumns,
  itemReport,
  type ItemReport,
  type ItemRow,
} from "../../src/report/item-report.ts";
import { itemTable, type ItemTableOptions } from "../../src/report/item-view.ts";
import { gappyRows, type GappyRows } from "../matrix/arbitrary-rows.ts";

function reportOf(
  cells: GappyRows,
  { rows = {}, ...options }: PropagateOptions & { readonly rows?: RowOptions } = {},
): ItemReport {
  const matrix = matrixFromRows(cells, rows);
  return itemReport({ matrix, fit: propagate(matrix, options) });
}

const policies = fc.constantFrom("weighted", "common", "wrong");
const pools = gappyRows({ models: [1, 8], items: [1, 12] });

describe("itemReport", () => {
  const report = reportOf(
    [
      [1, 1, 0.5, 0, undefined],
      [1, 0, 0, 0, undefined],
      [1, 0, undefined, 0, undefined],
    ],
    { rows: { benchmarks: ["a", "a", "a", "b", "b"] } },
  );
  const row = (name: string) => report.items.find(({ item }) => item === name)!;

  it("has every key that scripts read, in plain data", () => {
    expect(report.schema).toBe("eip-items/1");
    const keys = "item benchmark difficulty relative facility solvedBy failedBy flags".split(" ");
    expect(Object.keys(row("q0"))).toEqual(expect.arrayContaining(keys));
    fc.assert(
      fc.property(pools, policies, (cells, missing) => {
        const found = reportOf(cells, { missing });
        expect(JSON.parse(JSON.stringify(found))).toEqual(found);
      }),
    );
  });

  it("says who solved an item, who failed it, and the mean score of those asked", () => {
    expect(row("q1")).toMatchObject({
      benchmark: "a",
      facility: 1 / 3,
      solvedBy: ["m0"],
      failedBy: ["m1", "m2"],
      asked: 3,
    });
    expect(row("q2")).toMatchObject({ facility: 0.25, solvedBy: [], failedBy: ["m1"], asked: 2 });
    expect(row("q4")).toMatchObject({ facility: null, solvedBy: [], failedBy: [], asked: 0 });
  });

  it("an item that tells no models apart has no difficulty, and a reason", () => {
    for (const [name, reason] of [
      ["q0", "all-solved"],
      ["q3", "all-failed"],
      ["q4", "unobserved"],
    ] as const) {
      expect(row(name)).toMatchObject({ difficulty: null, relative: null, flags: [reason] });
    }
  });

  it("kept items come first, by difficulty, and `relative` is 1 on average", () => {
    fc.assert(
      fc.property(pools, (cells) => {
        const { items, data } = reportOf(cells);
        const values = items.map(({ difficulty }) => difficulty ?? -1);
        expect(values).toEqual(values.toSorted((a, b) => b - a));
        const kept = items.filter(({ difficulty }) => difficulty !== null);
        expect(kept).toHaveLength(data.itemsKept);
        fc.pre(kept.length > 0);
        const mean = kept.reduce((sum, { relative }) => sum + relative!, 0) / kept.length;
        expect(mean).toBeCloseTo(1, 9);
      }),
    );
  });

  it("its reasons add up to the counts of the fit, under every policy", () => {
    fc.assert(
      fc.property(pools, policies, (cells, missing) => {
        const matrix = matrixFromRows(cells);
        const fit = propagate(matrix, { missing });
        const flags = itemReport({ matrix, fit }).items.flatMap((item) => item.flags);
        const count = (wanted: string) => flags.filter((flag) => flag === wanted).length;
        expect({
          droppedAllSolved: count("all-solved"),
          droppedAllFailed: count("all-failed"),
          droppedSameObserved: count("same-observed"),
          droppedUnobserved: count("unobserved"),
        }).toEqual({
          droppedAllSolved: fit.droppedAllSolved,
          droppedAllFailed: fit.droppedAllFailed,
          droppedSameObserved: fit.droppedSameObserved,
          droppedUnobserved: fit.droppedUnobserved,
        });
      }),
      { numRuns: 300 },
    );
  });

  it("marks the item that decides a model's place", () => {
    const own = Array.from({ length: 4 }, (_, model) =>
      Array.from({ length: 4 }, (__, item) => (item === model ? 1 : 0)),
    );
    expect(reportOf(own).items.every(({ flags }) => flags.includes("decisive"))).toBe(true);
    expect(
      reportOf([
        [1, 0],
        [0, 1],
      ]).items.flatMap(({ flags }) => flags),
    ).toEqual([]);
  });
});

describe("itemTable", () => {
  const table = (cells: GappyRows, options: PropagateOptions & { rows?: RowOptions } = {}) =>
    itemTable(reportOf(cells, options), {});

  it("names the benchmark where there are several", () => {
    const cells = [
      [1, 0],
      [0, 1],
    ];
    expect(table(cells).rows.map(([item]) => item)).toEqual(["q0", "q1"]);
    const several = table(cells, { rows: { benchmarks: ["a", "b"] } });
    expect(several.rows.map(([item]) => item)).toEqual(["a:q0", "b:q1"]);
  });

  it("says that an item was put to no model only when it was", () => {
    const cells = [
      [1, undefined, 1],
      [0, undefined, undefined],
    ];
    const notes = table(cells, { missing: "common" }).rows.map((cell) => cell.at(-1));
    expect(notes).toEqual(["", "put to no model", "not put to every model"]);
  });

  it("stops after so many items, and names few of many solvers", () => {
    const cells = Array.from({ length: 8 }, (_, model) => [model < 6 ? 1 : 0, 1, 0]);
    const namely = (options: ItemTableOptions) => {
      const { columns, rows } = itemTable(reportOf(cells), options);
      return rows.map((row) => row[columns.findIndex(({ header }) => header === "namely")]);
    };
    expect(namely({ top: 1 })).toEqual(["m0, m1, m2 and 3 more"]);
    expect(namely({ wide: true })[0]).toBe("m0, m1, m2, m3, m4, m5");
  });
});

describe("itemCsvColumns", () => {
  it("each reads a value of its own", () => {
    const names = (count: number) => Array.from({ length: count }, (_, place) => `m${place}`);
    const marked: ItemRow = {
      item: "q",
      benchmark: "b",
      difficulty: 101,
      relative: 102,
      relativeLower: 111,
      relativeUpper: 112,
      facility: 103,
      discrimination: 104,
      itemRest: 105,
      infit: 106,
      outfit: 107,
      evidence: 108,
      probability: 109,
      solvedBy: names(4),
      failedBy: names(5),
      asked: 110,
      flags: ["decisive"],
      weakEvidence: true,
    };
    const values = itemCsvColumns.map(({ value }) => value(marked));
    expect(new Set(values).size).toBe(values.length);
    expect(values).not.toContain(undefined);
  });
});
