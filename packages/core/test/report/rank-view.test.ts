import { describe, expect, it } from "vitest";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, type RowOptions } from "../../src/matrix/response-matrix.ts";
import { notCounted, rankLead, rankTable } from "../../src/report/rank-view.ts";
import { rankReport, type RankReport } from "../../src/report/report.ts";
import type { GappyRows } from "../matrix/arbitrary-rows.ts";

function reportOf(
  cells: GappyRows,
  { rows = {}, ...options }: PropagateOptions & { readonly rows?: RowOptions } = {},
): RankReport {
  const matrix = matrixFromRows(cells, rows);
  const fit = propagate(matrix, options);
  return rankReport({ matrix, fit, ungraded: "wrong", smoothingRequested: "none" });
}

describe("notCounted", () => {
  const cells = [
    [1, 0, 1, 1, undefined],
    [1, 0, 0, undefined, undefined],
  ];

  it("is empty when every item counts", () => {
    expect(
      notCounted(
        reportOf([
          [1, 0],
          [0, 1],
        ]),
      ),
    ).toBe("");
  });

  it("counts the items left out, with the reason of each", () => {
    expect(notCounted(reportOf(cells))).toBe(
      'Not counted in "weighted": 1 item that all models solved, 1 item that none did, 1 item on which all who were asked did the same, 1 item that no model was asked.',
    );
  });

  it("under `common` says that not every model was asked", () => {
    expect(notCounted(reportOf(cells, { missing: "common" }))).toContain(
      "2 items that not every model was asked",
    );
  });

  it("of one model alone says what it did", () => {
    expect(notCounted(reportOf([[1, 1, 0]]))).toBe(
      'Not counted in "weighted": 2 items that the model solved, 1 item that it failed.',
    );
  });
});

describe("rankLead", () => {
  it("spells the method out, and admits when it is not the published one", () => {
    const published = rankLead(
      reportOf([
        [1, 0],
        [0, 1],
      ]),
    );
    expect(published).toContain("Empirical Interaction Propagation (EIP)");
    expect(published).not.toContain("moothing");
    expect(
      rankLead(
        reportOf(
          [
            [1, 0],
            [0, 1],
          ],
          { smoothing: 0.5 },
        ),
      ),
    ).toContain("Smoothing 0.5: not the published method.");
  });

  it("says what became of gaps", () => {
    const cells = [
      [1, 0, undefined],
      [0, 1, 1],
    ];
    expect(rankLead(reportOf(cells, { missing: "common" }))).toContain(
      "Only the 2 items that every model was asked.",
    );
    expect(rankLead(reportOf(cells, { missing: "wrong" }))).toContain("counts as failed");
  });
});

describe("rankTable", () => {
  const headers = (report: RankReport, wide = false) =>
    rankTable(report, { wide }).columns.map(({ header }) => header);
  const plain = reportOf([
    [1, 1, 0],
    [1, 0, 1],
    [0, 1, 0],
  ]);

  it("has rank, model, weighted and accuracy, and what says something new", () => {
    expect(headers(plain).slice(0, 4)).toEqual(["rank", "model", "weighted", "accuracy"]);
    expect(headers(plain)).not.toContain("coverage");
    expect(headers(plain)).not.toContain("task mean");
    const gappy = reportOf([
      [1, 1, 0],
      [1, 0, undefined],
      [0, 1, 1],
    ]);
    expect(headers(gappy)).toContain("coverage");
  });

  it("shows each benchmark where there are several, and few enough", () => {
    const cells = Array.from({ length: 3 }, (_, model) =>
      Array.from({ length: 9 }, (__, item) => (item % 3 === model ? 1 : 0)),
    );
    const parts = (count: number) => cells[0]!.map((_, item) => `task-${item % count}`);
    expect(headers(reportOf(cells, { rows: { benchmarks: parts(2) } }))).toEqual(
      expect.arrayContaining(["task mean", "task-0", "task-1"]),
    );
    const many = reportOf(cells, { rows: { benchmarks: parts(9) } });
    expect(headers(many)).not.toContain("task-0");
    expect(headers(many, true)).toContain("task-0");
  });

  it("the smoothed rank stands there where it differs", () => {
    const nemesis = reportOf([
      [1, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ]);
    expect(headers(nemesis)).toContain("smoothed rank");
    const same = reportOf([
      [1, 1],
      [1, 0],
      [0, 0],
    ]);
    expect(headers(same)).not.toContain("smoothed rank");
    expect(headers(same, true)).toContain("smoothed rank");
  });

  it("cells are percentages, and none where there is no value", () => {
    const cells = [
      [1, 1, 0],
      [1, 0, 1],
      [1, undefined, undefined],
    ];
    const { rows, columns } = rankTable(reportOf(cells));
    expect(rows).toHaveLength(3);
    const at = (name: string) => columns.findIndex(({ header }) => header === name);
    expect(rows[2]![at("rank")]).toBe("none");
    expect(rows[2]![at("weighted")]).toBe("none");
    expect(rows[2]![at("accuracy")]).toBe("100.0 %");
    expect(rows[2]![at("coverage")]).toBe("0.0 %");
    expect(rows[0]![at("weighted")]).toMatch(/^\d+\.\d %$/);
  });

  it("stops after so many models", () => {
    expect(rankTable(plain, { top: 2 }).rows).toHaveLength(2);
  });
});
