import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { discriminating, type DropReason } from "../../src/matrix/discriminating.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { anyRows, binaryRows, gappyRows, type GappyRows } from "./arbitrary-rows.ts";

/** From the definition: which items are kept, and why the others are not. */
function reasonFor(column: readonly (number | null | undefined)[]): DropReason | undefined {
  const observed = column.filter((score) => score !== undefined).map((score) => score ?? 0);
  if (observed.some((score) => score > 0) && observed.some((score) => score < 1)) return undefined;
  if (observed.length === 0) return "unobserved";
  if (observed.length < column.length) return "same-observed";
  return observed[0] === 1 ? "all-solved" : "all-failed";
}

describe("discriminating", () => {
  it("keeps what tells observed models apart, and gives each other item its reason", () => {
    const pools = fc.oneof<fc.Arbitrary<GappyRows>[]>(
      binaryRows({ models: [1, 70] }),
      anyRows({ models: [1, 8] }),
      gappyRows({ models: [1, 5] }),
    );
    fc.assert(
      fc.property(pools, (rows) => {
        const found = discriminating(matrixFromRows(rows));
        const reasons = rows[0]!.map((_, item) => reasonFor(rows.map((row) => row[item])));
        expect(reasons.map((__, item) => found.reasonOf(item))).toEqual(reasons);
        expect([...found.kept]).toEqual(
          [...reasons.keys()].filter((item) => reasons[item] === undefined),
        );
        for (const reason of ["all-solved", "all-failed", "same-observed", "unobserved"] as const) {
          expect(found.dropped[reason]).toBe(reasons.filter((given) => given === reason).length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([1, 2, 31, 32, 33, 63, 64, 65])(
    "with %i models: one that differs is enough, in whichever place",
    (models) => {
      for (let odd = 0; odd < models; odd += 1) {
        const rows = Array.from({ length: models }, (_, model) => [
          model === odd ? 1 : 0,
          model === odd ? 0 : 1,
          0,
          1,
        ]);
        const found = discriminating(matrixFromRows(rows));
        expect([...found.kept]).toEqual(models === 1 ? [] : [0, 1]);
        expect([found.reasonOf(2), found.reasonOf(3)]).toEqual(["all-failed", "all-solved"]);
      }
    },
  );

  it("tests the scores, not their sum, which rounding could make whole", () => {
    const nearlyOne = 1 - 2 ** -53;
    expect(1 + nearlyOne).toBe(2);
    const { kept } = discriminating(
      matrixFromRows([
        [1, 0],
        [nearlyOne, 2 ** -60],
      ]),
    );
    expect([...kept]).toEqual([0, 1]);
  });

  it("keeps an item of which all earned the same part of the credit", () => {
    expect([...discriminating(matrixFromRows([[0.5], [0.5]])).kept]).toEqual([0]);
  });

  it("an ungraded answer that counts as wrong is a failure", () => {
    expect([...discriminating(matrixFromRows([[1], [null]])).kept]).toEqual([0]);
    const gap = matrixFromRows([[1], [null]], { ungraded: "unobserved" });
    expect(discriminating(gap).reasonOf(0)).toBe("same-observed");
  });
});
