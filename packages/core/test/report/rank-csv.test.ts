import { describe, expect, it } from "vitest";
import { propagate } from "../../src/estimate/propagate.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import type { ModelRow } from "../../src/report/model-rows.ts";
import { rankCsvColumns } from "../../src/report/rank-csv.ts";
import { rankReport } from "../../src/report/report.ts";

const matrix = matrixFromRows(
  [
    [1, 0],
    [0, 1],
  ],
  { benchmarks: ["code", "sums"] },
);
const report = rankReport({
  matrix,
  fit: propagate(matrix),
  ungraded: "wrong",
  smoothingRequested: "none",
});

describe("rankCsvColumns", () => {
  const columns = rankCsvColumns(report);

  it("are in snake case, one accuracy per benchmark, each name once", () => {
    const names = columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(["accuracy:code", "accuracy:sums", "n"]));
    expect(names.every((name) => /^[a-z_]+(?::.+)?$/.test(name))).toBe(true);
  });

  it("each reads a value of its own from a row", () => {
    const keys = Object.keys(report.models[0]!);
    const row = Object.fromEntries(keys.map((key, index) => [key, 100 + index]));
    const marked = { ...row, benchmarks: { code: 1, sums: 2 } } as unknown as ModelRow;
    const values = columns.map(({ value }) => value(marked));
    expect(values.every((value) => typeof value === "number")).toBe(true);
    expect(new Set(values).size).toBe(values.length);
  });
});
