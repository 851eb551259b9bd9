import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare, type Comparison } from "../../src/analysis/compare.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { EipError } from "../../src/errors.ts";
import { matrixFromRows, type Rows } from "../../src/matrix/response-matrix.ts";
import { mulberry32, permutation } from "../../src/numeric/random.ts";
import { madePool, plantedPool, reordered } from "./pools.ts";

const pair = { a: 0, b: 1 };

/** Two models with given flips among items that both solve. */
function withFlips({ onlyA, onlyB, items }: { onlyA: number; onlyB: number; items: number }): Rows {
  const a = Array.from({ length: items }, (_, item) => (item < onlyB ? 0 : 1));
  const b = Array.from({ length: items }, (_, item) => (item >= items - onlyA ? 0 : 1));
  return [a, b];
}
const compared = (rows: Rows, options = {}) => compare(matrixFromRows(rows), [pair], options)[0]!;

describe("two models on 21 items, 1 against 7", () => {
  const result = compared(withFlips({ onlyA: 1, onlyB: 7, items: 21 }));
  it("has the p values of the printed example", () => {
    expect(result).toMatchObject({
      a: "m0",
      b: "m1",
      items: 21,
      onlyA: 1,
      onlyB: 7,
      test: "mcnemar",
    });
    expect(result.p).toBeCloseTo(0.0391, 4);
    expect(result.pExact).toBeCloseTo(0.0703, 4);
    expect(result.pAdjusted).toBe(result.p);
  });
  it("B is better: both the p value and the interval say so", () => {
    expect(result.difference).toBeCloseTo(6 / 21, 12);
    expect(result.lower).toBeGreaterThan(0);
    expect(result.verdict).toBe("b");
    expect(result.itemsNeeded).toBeNull();
  });
  it("two models are no pool: no weighted difference", () => {
    expect(result).toMatchObject({
      weightedDifference: null,
      weightedLower: null,
      weightedUpper: null,
    });
  });
});

describe("items", () => {
  it("count when both were asked; the rest is counted apart", () => {
    const result = compared([
      [1, 0, 1, undefined, 1, undefined],
      [1, 1, undefined, 0, undefined, undefined],
    ]);
    expect(result).toMatchObject({
      items: 2,
      askedOnlyA: 2,
      askedOnlyB: 1,
      accuracyA: 0.5,
      accuracyB: 1,
    });
  });
  it("an empty overlap is an error that names both", () => {
    const matrix = matrixFromRows(
      [
        [1, undefined],
        [undefined, 1],
      ],
      { models: ["crow", "jay"] },
    );
    const attempt = () => compare(matrix, [pair]);
    expect(attempt).toThrowError("crow and jay share none of 2 items");
    try {
      attempt();
    } catch (error) {
      expect(EipError.isInstance(error) && error.code).toBe("nothing-shared");
    }
  });
  it("averaged trials and credit enter as credit", () => {
    const result = compared([
      [0.2, 0.4, 1, 0, 0.6, 0.4],
      [0.4, 0.8, 1, 0.2, 0.8, 0.6],
    ]);
    expect(result).toMatchObject({ test: "sign-flip", onlyA: 0, onlyB: 5 });
    expect(result.difference).toBeCloseTo(0.2, 12);
    expect(result.p).toBeCloseTo(2 ** -5, 12);
  });
});

describe("clusters", () => {
  const { rows } = madePool(3, { models: 2, items: 120 });
  const clusters = Uint32Array.from({ length: 120 }, (_, item) => item >> 3);
  it("flip together, and widen the interval when their items agree", () => {
    const agreeing = rows.map((row) => row.map((_, item) => row[item & ~7]));
    const alone = compared(agreeing);
    const together = compared(agreeing, { cluster: clusters });
    expect(together).toMatchObject({
      test: "sign-flip",
      clusters: 15,
      difference: alone.difference,
    });
    expect(together.upper! - together.lower!).toBeGreaterThan(2 * (alone.upper! - alone.lower!));
    expect(together.p).toBeGreaterThan(alone.p);
  });
  it("are those of a benchmark: equal numbers in two benchmarks are two clusters", () => {
    const benchmarks = rows[0]!.map((_, item) => (item < 60 ? "x" : "y"));
    const matrix = matrixFromRows(rows, { benchmarks });
    const halves = new Uint32Array(120);
    expect(compare(matrix, [pair], { cluster: halves })[0]!.clusters).toBe(2);
    expect(() => compare(matrix, [pair], { cluster: [1, 2] })).toThrowError(/120, one per item/);
  });
  it("fewer than three have no interval and decide nothing, gate or not", () => {
    const two = compared(withFlips({ onlyA: 0, onlyB: 30, items: 60 }), {
      cluster: Uint32Array.from({ length: 60 }, (_, item) => Number(item < 30)),
      maxDrop: 0.01,
    });
    expect(two).toMatchObject({
      lower: null,
      upper: null,
      verdict: "undecided",
      gate: "undecided",
    });
    expect(two).toMatchObject({ minimumDetectable: null, itemsNeeded: null, canDecide: false });
  });
});

describe("benchmarks", () => {
  const rows = withFlips({ onlyA: 6, onlyB: 20, items: 100 });
  const benchmarks = rows[0]!.map((_, item) =>
    item < 40 ? "left" : item < 99 ? "right" : "single",
  );
  const result = compare(matrixFromRows(rows, { benchmarks }), [pair])[0]!;

  it("have a row each, in the order of the matrix", () => {
    expect(result.benchmarks.map(({ benchmark, items }) => [benchmark, items])).toEqual([
      ["left", 40],
      ["right", 59],
      ["single", 1],
    ]);
    expect(result.benchmarks.map(({ onlyA, onlyB }) => [onlyA, onlyB])).toEqual([
      [0, 20],
      [5, 0],
      [1, 0],
    ]);
  });
  it("share one correction, which the whole does not", () => {
    expect(result.pAdjusted).toBe(result.p);
    const [left, right] = result.benchmarks;
    expect(left!.pAdjusted).toBeCloseTo(3 * left!.p, 12);
    expect(right!.pAdjusted).toBeCloseTo(2 * right!.p, 12);
    expect(right!.p).toBeLessThan(0.05);
    expect(right!.verdict).toBe("undecided");
    const bh = compare(matrixFromRows(rows, { benchmarks }), [pair], { correction: "bh" })[0]!;
    expect(bh.benchmarks[1]!.verdict).toBe("a");
  });
  it("without a common item have no row", () => {
    const matrix = matrixFromRows(
      [
        [1, 0, 1],
        [0, 1, undefined],
      ],
      { benchmarks: ["x", "x", "y"] },
    );
    expect(compare(matrix, [pair])[0]!.benchmarks.map(({ benchmark }) => benchmark)).toEqual(["x"]);
  });
});

describe("several pairs", () => {
  it("are corrected together; intervals are not", () => {
    const { matrix } = madePool(5, { models: 6, items: 300 });
    const pairs = [1, 2, 3, 4, 5].map((b) => ({ a: 0, b }));
    const together = compare(matrix, pairs);
    const alone = pairs.flatMap((one) => compare(matrix, [one]));
    for (const [index, { p, pAdjusted, lower, upper }] of together.entries()) {
      expect(pAdjusted).toBeGreaterThanOrEqual(p);
      expect({ p, lower, upper }).toEqual({
        p: alone[index]!.p,
        lower: alone[index]!.lower,
        upper: alone[index]!.upper,
      });
    }
    const smallest = Math.min(...together.map(({ p }) => p));
    expect(Math.min(...together.map(({ pAdjusted }) => pAdjusted))).toBeCloseTo(5 * smallest, 12);
  });
  it("none give none", () => {
    expect(compare(matrixFromRows([[1], [0]]), [])).toEqual([]);
  });
});

describe("how many items", () => {
  const undecided = withFlips({ onlyA: 20, onlyB: 32, items: 1000 });
  const SE0 = Math.sqrt(53 / 1002 / 1000);

  it("minimumDetectable is a property of the design", () => {
    expect(compared(undecided).minimumDetectable).toBeCloseTo(2.80159 * SE0, 7);
  });
  it("aims at the margin when there is one, else at what was seen", () => {
    const more = (target: number) => Math.ceil(1000 * ((2.801585 * SE0) / target) ** 2 - 1000);
    expect(compared(undecided)).toMatchObject({
      itemsNeededFor: "observed",
      itemsNeeded: more(0.012),
    });
    expect(compared(undecided, { minGain: 0.01 })).toMatchObject({
      itemsNeededFor: "margin",
      gate: "undecided",
      itemsNeeded: more(0.01),
    });
    expect(compared(undecided, { minGain: 0.01, maxDrop: 0.02 })).toMatchObject({
      itemsNeeded: more(0.01),
    });
  });
  it("is null when the gate has decided, or the difference is lost in noise", () => {
    expect(compared(undecided, { maxDrop: 0.01 })).toMatchObject({
      gate: "passed",
      itemsNeeded: null,
    });
    const noise = withFlips({ onlyA: 26, onlyB: 27, items: 1000 });
    expect(compared(noise).itemsNeeded).toBeNull();
    expect(compared(noise, { maxDrop: 0 }).itemsNeeded).toBeNull();
  });
  it("no difference within a margin is equivalent, never equal", () => {
    const same = withFlips({ onlyA: 5, onlyB: 5, items: 2000 });
    expect(compared(same, { maxDrop: 0.01 })).toMatchObject({
      verdict: "equivalent",
      gate: "passed",
    });
    expect(compared(same).verdict).toBe("undecided");
  });
});

describe("weighted difference", () => {
  it("is passed through from the pool, and never decides", () => {
    const { matrix } = madePool(5, { models: 6, items: 300 });
    const { weightedAccuracy } = propagate(matrix);
    const [beside] = compare(matrix, [pair], { weighted: { weightedAccuracy } });
    const [without] = compare(matrix, [pair]);
    expect(beside).toEqual({
      ...without,
      weightedDifference: weightedAccuracy[1]! - weightedAccuracy[0]!,
    });
  });
});

describe("options out of range", () => {
  it.each([
    { level: 1 },
    { level: 0 },
    { maxDrop: -0.01 },
    { minGain: 2 },
    { maxDrop: Number.NaN },
  ])("%o is refused", (options) => {
    expect(() => compared([[1], [0]], options)).toThrowError(/expected a number/);
  });
});

describe("the planted pool", () => {
  it("a null pair is not significant and a clear one is", () => {
    const [none, clear] = compare(plantedPool().matrix, [pair, { a: 2, b: 3 }]);
    expect(none!.p).toBeGreaterThan(0.01);
    expect(none!.lower).toBeLessThanOrEqual(0);
    expect(none!.upper).toBeGreaterThanOrEqual(0);
    expect(clear!.p).toBeLessThan(1e-4);
    expect(clear).toMatchObject({ verdict: "b", items: 500 });
  });
});

describe("properties", () => {
  const score = fc.constantFrom(undefined, 0, 1, 1, 0.5);
  const shared = { numRuns: 60 };
  const pools = fc
    .array(fc.array(score, { minLength: 12, maxLength: 12 }), { minLength: 2, maxLength: 2 })
    .filter((rows) =>
      rows[0]!.some((value, item) => value !== undefined && rows[1]![item] !== undefined),
    );
  const clusterings = fc.option(fc.array(fc.nat(4), { minLength: 12, maxLength: 12 }), {
    nil: undefined,
  });
  const mirrored = (value: number | null) => (value === null ? null : 0 - value);

  it("swapping A and B mirrors everything", () => {
    fc.assert(
      fc.property(pools, clusterings, (rows, cluster) => {
        const options = { cluster, draws: 99 };
        const matrix = matrixFromRows(rows);
        const [there] = compare(matrix, [pair], options);
        const [back] = compare(matrix, [{ a: 1, b: 0 }], options);
        const verdicts = { a: "b", b: "a" } as Readonly<Record<string, Comparison["verdict"]>>;
        expect(back).toEqual({
          ...there!,
          a: there!.b,
          b: there!.a,
          accuracyA: there!.accuracyB,
          accuracyB: there!.accuracyA,
          difference: expect.closeTo(-there!.difference, 12),
          lower: mirrored(there!.upper) === null ? null : expect.closeTo(-there!.upper!, 12),
          upper: mirrored(there!.lower) === null ? null : expect.closeTo(-there!.lower!, 12),
          onlyA: there!.onlyB,
          onlyB: there!.onlyA,
          askedOnlyA: there!.askedOnlyB,
          askedOnlyB: there!.askedOnlyA,
          verdict: verdicts[there!.verdict] ?? there!.verdict,
          benchmarks: expect.any(Array),
        });
      }),
      shared,
    );
  });
  it("the interval holds the difference, and p values are probabilities", () => {
    fc.assert(
      fc.property(pools, clusterings, (rows, cluster) => {
        const { difference, lower, upper, p, pExact } = compared(rows, { cluster, draws: 99 });
        if (lower !== null) expect(lower).toBeLessThanOrEqual(difference + 1e-12);
        if (upper !== null) expect(upper).toBeGreaterThanOrEqual(difference - 1e-12);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(pExact);
        expect(pExact).toBeLessThanOrEqual(1);
      }),
      shared,
    );
  });
  it("the order of items and models changes nothing", () => {
    const { rows } = madePool(9, { models: 5, items: 80 });
    const credit = rows.map((row, model) =>
      row.map((value, item) => ((item + model) % 3 ? value : value! / 2)),
    );
    const random = mulberry32(2);
    const order = { models: permutation(random, 5), items: permutation(random, 80) };
    const place = (model: number) => order.models.indexOf(model);
    for (const data of [rows, credit]) {
      const [before] = compare(matrixFromRows(data), [pair], { draws: 499 });
      const [after] = compare(reordered(data, order), [{ a: place(0), b: place(1) }], {
        draws: 499,
      });
      expect(after!.p).toBe(before!.p);
      expect(after!.lower).toBeCloseTo(before!.lower!, 12);
      expect(after).toMatchObject({
        onlyA: before!.onlyA,
        onlyB: before!.onlyB,
        test: before!.test,
      });
    }
  });
});
