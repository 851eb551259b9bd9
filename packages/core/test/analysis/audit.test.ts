import { describe, expect, it } from "vitest";
import { auditItems, type AuditFlag } from "../../src/analysis/audit.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { mulberry32, permutation } from "../../src/numeric/random.ts";
import { madePool, reordered } from "./pools.ts";

const fitted = (matrix: ResponseMatrix, options?: PropagateOptions) => ({
  matrix,
  fit: propagate(matrix, options),
});
const flagged = (audit: ReturnType<typeof auditItems>, flag: AuditFlag) =>
  audit.items.filter(({ flags }) => flags.includes(flag)).map(({ item }) => item);

describe("an item of every kind", () => {
  // Item 0 is solved by all, 1 by none, 2 by some, 3 is credit, 4 was not put to all, 5 to nobody.
  const matrix = matrixFromRows([
    [1, 0, 1, 0.5, 1, undefined],
    [1, 0, 1, 0.25, undefined, undefined],
    [1, 0, 0, 1, 1, undefined],
    [1, 0, 0, 0, 1, undefined],
  ]);
  const { items } = auditItems(fitted(matrix));

  it("is counted", () => {
    expect(items.map(({ asked, solved, failed }) => [asked, solved, failed])).toEqual([
      [4, 4, 0],
      [4, 0, 4],
      [4, 2, 2],
      [4, 1, 1],
      [3, 3, 0],
      [0, 0, 0],
    ]);
    expect(items.map(({ facility }) => facility)).toEqual([1, 0, 0.5, 0.4375, 1, null]);
  });
  it("says why it was dropped, and nothing that needs variation", () => {
    expect(items.map(({ dropped }) => dropped)).toEqual([
      "all-solved",
      "all-failed",
      null,
      null,
      "same-observed",
      "unobserved",
    ]);
    expect(items[0]).toMatchObject({
      itemRest: null,
      discrimination: null,
      infit: null,
      outfit: null,
      evidence: null,
      probability: null,
      flags: [],
    });
  });
  it("says what can be said about a kept one", () => {
    for (const key of ["infit", "outfit", "evidence", "probability", "discrimination"] as const) {
      expect(items[2]![key]).toSatisfy(Number.isFinite);
    }
    expect(items[2]!.weakEvidence).toBe(true);
  });
  it("follows the rule for gaps of the fit", () => {
    const dropped = (missing: "wrong" | "common") =>
      auditItems(fitted(matrix, { missing })).items.map((row) => row.dropped);
    expect(dropped("wrong").slice(4)).toEqual([null, "all-failed"]);
    expect(dropped("common").slice(4)).toEqual(["unobserved", "unobserved"]);
    const apart = matrixFromRows([
      [1, 1],
      [0, 0],
      [1, undefined],
    ]);
    expect(auditItems(fitted(apart, { missing: "common" })).items[1]!.dropped).toBe("unobserved");
  });
  it("a pool without items that tell models apart has no statistics, and no error", () => {
    const audit = auditItems(
      fitted(
        matrixFromRows([
          [1, 0],
          [1, 0],
        ]),
      ),
    );
    expect(audit.items.map(({ dropped }) => dropped)).toEqual(["all-solved", "all-failed"]);
    expect(audit.duplicates).toEqual([]);
  });
});

describe("flags", () => {
  it("likely-wrong-key: planted ones among 100 models are found, and few others", () => {
    const pool = madePool(22, { models: 100, items: 400, wrong: 0.05 });
    const found = flagged(auditItems(fitted(pool.matrix)), "likely-wrong-key");
    const hits = found.filter((item) => pool.wrong.has(item)).length;
    expect(hits / pool.wrong.size).toBeGreaterThan(0.6);
    expect(hits / found.length).toBeGreaterThan(0.8);
  });
  it("likely-wrong-key needs eight models, and is weak evidence below twenty", () => {
    const reversed = (models: number) =>
      matrixFromRows(
        Array.from({ length: models }, (_, model) =>
          Array.from({ length: 61 }, (__, item) =>
            item === 60 ? Number(2 * model < models) : Number((item * models) / 60 < model + 0.5),
          ),
        ),
      );
    expect(flagged(auditItems(fitted(reversed(12))), "likely-wrong-key")).toContain(60);
    expect(auditItems(fitted(reversed(12))).items[60]!.weakEvidence).toBe(true);
    expect(auditItems(fitted(reversed(24))).items[60]!.weakEvidence).toBe(false);
    expect(auditItems(fitted(reversed(7))).items[60]!.probability).toBeGreaterThan(0.5);
    expect(flagged(auditItems(fitted(reversed(7))), "likely-wrong-key")).toEqual([]);
  });
  it("a rate near 0 or 1 moves the probability, not the evidence", () => {
    const pool = fitted(madePool(21, { models: 30, items: 100, wrong: 0.05 }).matrix);
    const few = auditItems(pool, { keyErrorRate: 0.001 });
    const many = auditItems(pool, { keyErrorRate: 0.5 });
    expect(few.items.map(({ evidence }) => evidence)).toEqual(
      many.items.map(({ evidence }) => evidence),
    );
    expect(flagged(few, "likely-wrong-key").length).toBeLessThan(
      flagged(many, "likely-wrong-key").length,
    );
  });
  it("no-discrimination: coin flips among items that 200 models answer by ability", () => {
    const { rows } = madePool(4, { models: 200, items: 240 });
    const random = mulberry32(8);
    const withCoins = rows.map((row) =>
      row.map((score, item) => (item < 40 ? Number(random.uniform() < 0.5) : score)),
    );
    const audit = auditItems(fitted(matrixFromRows(withCoins)));
    const found = flagged(audit, "no-discrimination");
    // Coins that happen to favour weak models look like wrong keys instead; no item gets both flags.
    const suspects = [...found, ...flagged(audit, "likely-wrong-key")];
    expect(new Set(suspects).size).toBe(suspects.length);
    expect(suspects.filter((item) => item < 40).length).toBeGreaterThan(14);
    expect(found.length).toBeGreaterThan(3);
    expect(suspects.filter((item) => item >= 40).length).toBeLessThan(5);
  });
  it("guess-floor: only where chance is known", () => {
    const { matrix } = madePool(4, { models: 100, items: 300, guess: 0.25 });
    const known = flagged(auditItems(fitted(matrix), { chance: 0.25 }), "guess-floor");
    expect(known.length).toBeGreaterThan(5);
    expect(flagged(auditItems(fitted(matrix)), "guess-floor")).toEqual([]);
    const { items } = auditItems(fitted(matrix), { chance: 0.25 });
    for (const item of known) {
      expect(items[item]!.facility!).toBeLessThan(0.25 + 1.645 * Math.sqrt((0.25 * 0.75) / 100));
    }
  });
  it("chance by benchmark, by item or for all", () => {
    const { rows } = madePool(4, { models: 100, items: 300, guess: 0.25 });
    const benchmarks = rows[0]!.map((_, item) => (item < 150 ? "choice" : "open"));
    const pool = fitted(matrixFromRows(rows, { benchmarks }));
    const all = flagged(auditItems(pool, { chance: 0.25 }), "guess-floor");
    const byName = flagged(
      auditItems(pool, { chance: new Map([["choice", 0.25]]) }),
      "guess-floor",
    );
    expect(byName).toEqual(all.filter((item) => item < 150));
    const byItem = Float64Array.from(benchmarks, (name) => (name === "open" ? 0.25 : Number.NaN));
    expect(flagged(auditItems(pool, { chance: byItem }), "guess-floor")).toEqual(
      all.filter((item) => item >= 150),
    );
  });
  it("decisive: the item that carries the weakest model", () => {
    const random = mulberry32(13);
    const rows = Array.from({ length: 10 }, (_, model) =>
      Array.from({ length: 1000 }, (__, item) =>
        item === 0 ? Number(model === 9) : Number(random.uniform() < 0.8 - 0.066 * model),
      ),
    );
    const almost = Array.from({ length: 1000 }, (_, item) => Number(item !== 0));
    expect(flagged(auditItems(fitted(matrixFromRows([...rows, almost]))), "decisive")).toContain(0);
  });
  it("near-duplicate names both, and duplicates pairs them", () => {
    const { rows } = madePool(1, { models: 100, items: 120 });
    const copied = rows.map((row) => [...row, row[0]]);
    const audit = auditItems(fitted(matrixFromRows(copied)));
    expect(flagged(audit, "near-duplicate")).toEqual([0, 120]);
    expect(audit.duplicates).toMatchObject([{ first: 0, second: 120, same: 100 }]);
  });
});

describe("options out of range", () => {
  const pool = fitted(
    matrixFromRows([
      [1, 0],
      [0, 1],
    ]),
  );
  it.each([{ chance: 1 }, { chance: -0.1 }, { chance: new Map([["items", 1.5]]) }])(
    "%o is refused",
    (options) => {
      expect(() => auditItems(pool, options)).toThrowError(/chance level of items/);
    },
  );
  it("an unknown chance level is not an error", () => {
    expect(() => auditItems(pool, { chance: Float64Array.of(Number.NaN, 0.5) })).not.toThrow();
  });
});

it("nothing depends on the order of models and items", () => {
  const { rows, matrix } = madePool(31, {
    models: 36,
    items: 120,
    wrong: 0.08,
    gaps: "random-half",
  });
  const random = mulberry32(5);
  const order = { models: permutation(random, 36), items: permutation(random, 120) };
  const audit = auditItems(fitted(matrix), { chance: 0.1 });
  const moved = auditItems(fitted(reordered(rows, order)), { chance: 0.1 });
  for (const [place, item] of order.items.entries()) {
    const { item: _was, ...before } = audit.items[item]!;
    const { item: _is, ...after } = moved.items[place]!;
    for (const [key, value] of Object.entries(before)) {
      const other = after[key as keyof typeof after];
      if (typeof value === "number") expect(other).toBeCloseTo(value, 7);
      else expect(other).toEqual(value);
    }
  }
});
