import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boardLines } from "../../src/report/board.ts";
import type { ModelRow } from "../../src/report/model-rows.ts";

/** Models in order, told apart by name and tier only. */
const rowsOf = (tiers: readonly (number | null)[]) =>
  tiers.map((tier, place) => ({ model: `m${place}`, tier }) as ModelRow);

const boards = fc
  .array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 })
  .map((sizes) =>
    rowsOf(sizes.flatMap((size, tier) => Array.from({ length: size }, () => tier + 1))),
  );

const names = (lines: ReturnType<typeof boardLines>) =>
  lines.map(({ rows }) => rows.map(({ model }) => model).join(" "));

describe("boardLines", () => {
  it("gives every model a line while there is room, and by default always", () => {
    const models = rowsOf([1, 1, 2]);
    expect(names(boardLines(models))).toEqual(["m0", "m1", "m2"]);
    expect(names(boardLines(models, { lines: 3 }))).toEqual(["m0", "m1", "m2"]);
    expect(boardLines(models).map(({ startsTier }) => startsTier)).toEqual([true, false, true]);
  });

  it("holds every model once and in order, however little room there is", () => {
    fc.assert(
      fc.property(boards, fc.integer({ min: 1, max: 60 }), (models, lines) => {
        expect(boardLines(models, { lines }).flatMap(({ rows }) => rows)).toEqual(models);
      }),
    );
  });

  it("takes no more lines than it has, where the first tier leaves room for the rest", () => {
    fc.assert(
      fc.property(boards, fc.integer({ min: 2, max: 60 }), (models, lines) => {
        const firstTier = models.filter(({ tier }) => tier === 1).length;
        const most = Math.max(lines, firstTier + 1);
        expect(boardLines(models, { lines }).length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 300 },
    );
  });

  it("shows the first tier model by model, and folds whole tiers below it", () => {
    const models = rowsOf([1, 1, 2, 2, 2, 3, 3, 4, 4, 4]);
    expect(names(boardLines(models, { lines: 6 }))).toEqual([
      "m0",
      "m1",
      "m2 m3 m4",
      "m5 m6",
      "m7 m8 m9",
    ]);
    expect(names(boardLines(models, { lines: 4 }))).toEqual([
      "m0",
      "m1",
      "m2 m3 m4",
      "m5 m6 m7 m8 m9",
    ]);
  });

  it("opens the first tier even where it takes most of the room", () => {
    expect(names(boardLines(rowsOf([1, 1, 1, 1, 2, 3, 4]), { lines: 5 }))).toEqual([
      "m0",
      "m1",
      "m2",
      "m3",
      "m4 m5 m6",
    ]);
  });

  it("without tiers folds the models that have no line left", () => {
    expect(names(boardLines(rowsOf([null, null, null, null]), { lines: 2 }))).toEqual([
      "m0",
      "m1 m2 m3",
    ]);
  });
});
