import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { connectedModels } from "../../src/analysis/connected.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";

const gap = undefined;

describe("connectedModels", () => {
  it("models of complete data are one group", () => {
    expect(
      connectedModels(
        matrixFromRows([
          [1, 0],
          [0, 0],
          [1, 1],
        ]),
      ),
    ).toEqual([[0, 1, 2]]);
  });

  it("a chain of shared items links its ends, whatever the scores", () => {
    const chain = [
      [0, gap, gap, gap],
      [0, 0, gap, gap],
      [gap, 0, 0, gap],
      [gap, gap, 0, 0],
    ];
    expect(connectedModels(matrixFromRows(chain))).toEqual([[0, 1, 2, 3]]);
  });

  it("groups that share nothing are apart, the largest first", () => {
    const rows = [
      [1, gap, gap],
      [gap, 0, gap],
      [gap, 1, 1],
      [gap, gap, 1],
    ];
    expect(connectedModels(matrixFromRows(rows))).toEqual([[1, 2, 3], [0]]);
  });

  it("a model that was asked nothing stands alone", () => {
    expect(connectedModels(matrixFromRows([[1], [gap], [0]]))).toEqual([[0, 2], [1]]);
  });

  it("are what walking from model to model over shared items reaches", () => {
    const thin = fc.array(
      fc.array(fc.constantFrom(0, 1, gap, gap, gap, gap, gap), { minLength: 9, maxLength: 9 }),
      { minLength: 1, maxLength: 14 },
    );
    fc.assert(
      fc.property(thin, (rows) => {
        const groups = connectedModels(matrixFromRows(rows));
        expect(groups.flat().toSorted((a, b) => a - b)).toEqual([...rows.keys()]);
        for (const group of groups) {
          expect([...group]).toEqual([...reached(rows, group[0]!)].toSorted((a, b) => a - b));
        }
        const sizes = groups.map(({ length }) => length);
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      }),
      { numRuns: 300 },
    );
  });
});

function reached(rows: readonly (readonly (number | undefined)[])[], from: number): Set<number> {
  const found = new Set([from]);
  for (const model of found) {
    for (const [other, row] of rows.entries()) {
      if (row.some((score, item) => score !== undefined && rows[model]![item] !== undefined)) {
        found.add(other);
      }
    }
  }
  return found;
}
