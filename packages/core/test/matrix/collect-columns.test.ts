import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collect } from "../../src/matrix/collect.ts";
import { matrixFromRows, scoreAt } from "../../src/matrix/response-matrix.ts";
import {
  columnarOutcomes,
  outcomesOfColumns,
  type OutcomeColumns,
} from "../../src/outcomes/outcome-columns.ts";
import { bytesOf } from "./bytes.ts";

const run = fc.record({
  model: fc.constantFrom("a", "b", "__proto__"),
  benchmark: fc.constantFrom("x", "y"),
  items: fc.uniqueArray(fc.nat({ max: 2000 }).map(String), { maxLength: 60 }),
});
const score = fc.oneof(fc.constantFrom(0, 1, null, undefined), fc.constantFrom(0.25, 0.5, -0));

/** Runs in columns, each model once a benchmark. */
const columns: fc.Arbitrary<OutcomeColumns[]> = fc
  .uniqueArray(run, {
    minLength: 1,
    maxLength: 6,
    selector: ({ model, benchmark }) => model + benchmark,
  })
  .chain((runs) =>
    fc.tuple(
      ...runs.map((one) =>
        fc
          .array(score, { minLength: one.items.length, maxLength: one.items.length })
          .map((scores) => ({ ...one, scores })),
      ),
    ),
  );

function columnar(parts: readonly OutcomeColumns[]) {
  return columnarOutcomes(async function* () {
    yield* parts;
  });
}

describe("outcomes by the run", () => {
  it("give the bytes that the same outcomes give one by one", async () => {
    await fc.assert(
      fc.asyncProperty(columns, async (parts) => {
        const outcomes = parts.flatMap((part) => [...outcomesOfColumns(part)]);
        fc.pre(outcomes.length > 0);
        const expected = bytesOf(await collect(outcomes));
        expect(bytesOf(await collect(columnar(parts)))).toBe(expected);
        expect(bytesOf(await collect(columnar(parts.toReversed())))).toBe(expected);
        const again: string[] = [];
        for await (const outcome of columnar(parts)) again.push(JSON.stringify(outcome));
        expect(again).toEqual(outcomes.map((outcome) => JSON.stringify(outcome)));
      }),
    );
  });

  it("an item without an outcome is no item", async () => {
    const matrix = await collect(
      columnar([{ model: "a", benchmark: "x", items: ["1", "2"], scores: [undefined, 1] }]),
    );
    expect(matrix.items).toEqual(["2"]);
  });

  it("a score off the scale is named with its item", async () => {
    const parts = [{ model: "a", benchmark: "x", items: ["1", "2"], scores: [1, 2] }];
    await expect(collect(columnar(parts))).rejects.toMatchObject({
      code: "off-scale",
      where: "model a, x, item 2",
    });
  });
});

describe("however cells are held", () => {
  it.each([
    ["bits", 40, 300, (model: number, item: number) => (model + item) % 2],
    [
      "more scores than a byte numbers",
      10,
      400,
      (model: number, item: number) => (model * 400 + item) / 4000,
    ],
    [
      "blanks among them",
      10,
      100,
      (model: number, item: number) => (item % 7 === model ? null : 1),
    ],
    ["gaps", 10, 100, (model: number, item: number) => (item % 3 === model % 3 ? undefined : 0)],
    [
      "few of many items",
      30,
      3000,
      (model: number, item: number) => ((item * 7 + model) % 500 === 0 ? 1 : undefined),
    ],
  ] as const)("the matrix is that of its rows: %s", async (_, models, items, cell) => {
    const rows = Array.from({ length: models }, (_row, model) =>
      Array.from({ length: items }, (_column, item) => cell(model, item)),
    );
    const name = (at: number) => String(at).padStart(5, "0");
    const outcomes = rows.flatMap((row, model) =>
      row.flatMap((value, item) =>
        value === undefined
          ? []
          : [{ model: name(model), benchmark: "x", item: name(item), score: value }],
      ),
    );
    const kept = Array.from({ length: items }, (_item, at) => at).filter((at) =>
      rows.some((row) => row[at] !== undefined),
    );
    const expected = matrixFromRows(
      rows.map((row) => kept.map((at) => row[at])),
      {
        models: rows.map((_row, at) => name(at)),
        items: kept.map(name),
        benchmarks: kept.map(() => "x"),
      },
    );
    for (const order of [outcomes, outcomes.toReversed()]) {
      expect(bytesOf(await collect(order))).toBe(bytesOf(expected));
    }
  });

  it("trials and far items come to a table that is already there", async () => {
    const near = Array.from({ length: 100 }, (_, item) => ({
      model: "a",
      benchmark: "x",
      item: `${item}`,
      score: 1,
    }));
    const other = Array.from({ length: 90_000 }, (_, item) => ({
      model: "b",
      benchmark: "x",
      item: `${item}`,
      score: 0,
    }));
    const late = [
      { model: "a", benchmark: "x", item: "3", trial: 1, score: 0 },
      { model: "a", benchmark: "x", item: "89999", score: 1 },
      { model: "a", benchmark: "x", item: "89999", trial: 4, score: 0 },
    ];
    for (const log of [
      [...other, ...near, ...late],
      [...late.toReversed(), ...near, ...other],
    ]) {
      const matrix = await collect(log);
      expect(scoreAt(matrix, 0, matrix.items.indexOf("3"))).toBe(0.5);
      expect(scoreAt(matrix, 0, matrix.items.indexOf("89999"))).toBe(0.5);
      expect(matrix.graded).toEqual(Uint32Array.of(101, 90_000));
    }
  });

  it("of several conflicts the one that comes first in the matrix is named, in any order", async () => {
    const log = ["9", "5", "7"].flatMap((item) =>
      ["b", "a"].flatMap((model) =>
        [0, 1].map((value) => ({ model, benchmark: "x", item, score: value })),
      ),
    );
    for (const order of [log, log.toReversed()]) {
      await expect(collect(order)).rejects.toMatchObject({ where: "a, x, 5" });
    }
  });
});
