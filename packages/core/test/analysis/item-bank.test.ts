import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bankFromRecords, bankSchema, recordsOfBank } from "../../src/analysis/bank-records.ts";
import { heldOutAccuracy } from "../../src/analysis/held-out.ts";
import { freezeBank, type BankOptions, type ItemBank } from "../../src/analysis/item-bank.ts";
import { answersByBank, joinItems, openBank } from "../../src/analysis/open-bank.ts";
import { placeInBank } from "../../src/analysis/place-in-bank.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { selectFrom } from "../../src/matrix/select.ts";
import { gappyRows } from "../matrix/arbitrary-rows.ts";
import { madePool } from "./pools.ts";

const plain: BankOptions = {
  seed: 1,
  replicates: 0,
  tiers: undefined,
  metrics: [],
  newestRun: null,
  contentHashes: [],
};

function bankOf(matrix: ResponseMatrix, options: PropagateOptions = {}): ItemBank {
  return freezeBank({ matrix, fit: propagate(matrix, options) }, plain);
}

const settings = fc.record({
  smoothing: fc.constantFrom(0, 0.5),
  missing: fc.constantFrom("weighted" as const, "common" as const, "wrong" as const),
});

describe("freezeBank", () => {
  it("scores its own models as their pool did, under every rule for gaps", () => {
    fc.assert(
      fc.property(gappyRows({ items: [1, 12] }), settings, (rows, options) => {
        const matrix = matrixFromRows(rows);
        const { weightedAccuracy } = propagate(matrix, options);
        const bank = openBank(bankOf(matrix, options));
        const joined = joinItems(bank, matrix, { contentHashes: [] });
        for (const [model, answers] of answersByBank(bank, matrix, joined).entries()) {
          const placed = placeInBank(bank, answers).weightedAccuracy;
          if (placed !== null) expect(placed).toBeCloseTo(weightedAccuracy[model]!, 11);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("keeps items that tell no models apart, without a weight", () => {
    const { items } = bankOf(
      matrixFromRows([
        [1, 1, 0, 0],
        [1, 0, 1, 0],
      ]),
    );
    expect(items.map(({ weight, difficulty }) => [weight === null, difficulty === null])).toEqual([
      [true, true],
      [false, false],
      [false, false],
      [true, true],
    ]);
    expect(items.map(({ facility, asked, solved }) => [facility, asked, solved])).toEqual([
      [1, 2, 2],
      [0.5, 2, 1],
      [0.5, 2, 1],
      [0, 2, 0],
    ]);
  });

  it("says what each model earns by the weights of the others", () => {
    const { matrix } = madePool(4, { models: 12, items: 80 });
    const bank = bankOf(matrix);
    const others = Uint32Array.from([...matrix.models.keys()].slice(1));
    const without = openBank(bankOf(selectFrom(matrix, { models: others })));
    const alone = selectFrom(matrix, { models: Uint32Array.of(0) });
    const [answers] = answersByBank(
      without,
      alone,
      joinItems(without, alone, { contentHashes: [] }),
    );
    expect(bank.models[0]!.heldOut).toBeCloseTo(
      placeInBank(without, answers!).weightedAccuracy!,
      12,
    );
  });

  it("finds that models score higher where they had no say in the weights", () => {
    const { matrix } = madePool(4, { models: 30, items: 300 });
    const fit = propagate(matrix);
    const heldOut = heldOutAccuracy({ matrix, fit })!;
    const gain = heldOut.reduce(
      (sum, value, model) => sum + value - fit.weightedAccuracy[model]!,
      0,
    );
    expect(gain / 30).toBeGreaterThan(0.005);
  });
});

describe("bankFromRecords", () => {
  const bank = bankOf(madePool(1, { models: 6, items: 20 }).matrix);
  const records = () =>
    JSON.parse(JSON.stringify(recordsOfBank(bank))) as Record<string, unknown>[];

  it("gives back the bank", () => {
    expect(bankFromRecords(records(), "b.jsonl")).toEqual(bank);
  });

  it.each<[string, (all: Record<string, unknown>[]) => unknown[], string]>([
    [
      "another form",
      (all) => [{ ...all[0], schema: "eip-bank/9" }, ...all.slice(1)],
      "unsupported",
    ],
    ["no schema", (all) => all.slice(1), "damaged"],
    ["nothing", () => [], "damaged"],
    ["a record too few", (all) => all.slice(0, -1), "damaged"],
    ["a score off its scale", (all) => all.with(1, { ...all[1], scores: [2] }), "damaged"],
    [
      "a weight that is a text",
      (all) => all.with(all.length - 1, { ...all.at(-1), weight: "1" }),
      "damaged",
    ],
    [
      "a weight below 0",
      (all) => all.with(all.length - 1, { ...all.at(-1), weight: -1 }),
      "damaged",
    ],
    [
      "an item without a name",
      (all) => all.with(all.length - 1, { ...all.at(-1), item: null }),
      "damaged",
    ],
    ["settings of another kind", (all) => all.with(0, { ...all[0], settings: [] }), "damaged"],
    ["null for a model", (all) => (all as unknown[]).with(1, null), "damaged"],
  ])("refuses %s and says where", (_, edit, code) => {
    try {
      bankFromRecords(edit(records()), "b.jsonl");
    } catch (error) {
      expect(error).toMatchObject({ code });
      expect((error as Error).message).toContain("b.jsonl");
      return;
    }
    expect.unreachable();
  });

  it("is of the form that the file names", () => {
    expect(records()[0]).toMatchObject({ schema: bankSchema, models: 6, items: 20 });
  });
});
