import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apportion, itemPool, selectItems } from "../../src/analysis/select-items.ts";
import { calibrate, validateSizes } from "../../src/analysis/select-validation.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { matrixFromRows, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { sharedData } from "../io/shared-data.ts";
import { gappyRows } from "../matrix/arbitrary-rows.ts";
import { realPools } from "../support/real-pools.ts";
import { madePool } from "./pools.ts";

const fitted = (matrix: ResponseMatrix, smoothing = 0.5) => ({
  matrix,
  fit: propagate(matrix, { smoothing }),
});

describe("apportion", () => {
  it("adds up, and misses no exact share by a whole place", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const whole = list.reduce((a, b) => a + b, 0);
        const total = Math.floor(whole * share);
        const shares = apportion(list, total);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(total);
        for (const [index, size] of list.entries()) {
          expect(Math.abs(shares[index]! - (total * size) / whole)).toBeLessThan(1);
          expect(shares[index]!).toBeLessThanOrEqual(size);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("selectItems", () => {
  it("gives as many different items as asked, also with gaps and partial credit", () => {
    fc.assert(
      fc.property(gappyRows({ items: [2, 24] }), fc.nat(), (rows, draw) => {
        const pool = fitted(matrixFromRows(rows));
        const candidates = itemPool(pool);
        if (candidates.items.length === 0) return;
        const size = 1 + (draw % candidates.items.length);
        const chosen = selectItems(candidates, size);
        expect(new Set(chosen).size).toBe(size);
        expect(Math.max(...chosen)).toBeLessThan(candidates.items.length);
        expect(selectItems(candidates, size)).toEqual(chosen);
      }),
      { numRuns: 60 },
    );
  });

  it("spreads over benchmarks in proportion, and over easy and hard items", () => {
    const { rows } = madePool(3, { models: 20, items: 300 });
    const benchmarks = rows[0]!.map((_, item) => (item < 200 ? "large" : "small"));
    const pool = itemPool(fitted(matrixFromRows(rows, { benchmarks })));
    const chosen = selectItems(pool, 60);
    const small = [...chosen].filter((place) => pool.benchmarkOf[place] === 1).length;
    expect(small).toBeGreaterThan(17);
    expect(small).toBeLessThan(23);
    const average = (places: Iterable<number>) => {
      const all = [...places].map((place) => pool.facility[place]!);
      return all.reduce((a, b) => a + b, 0) / all.length;
    };
    expect(average(chosen)).toBeCloseTo(average(pool.items.keys()), 1);
  });

  it("refuses more items than tell models apart, and none", () => {
    const pool = itemPool(
      fitted(
        matrixFromRows([
          [1, 0, 1],
          [0, 1, 1],
        ]),
      ),
    );
    expect(() => selectItems(pool, 3)).toThrow(/from 1 to 2/);
    expect(() => selectItems(pool, 0)).toThrow(/from 1 to 2/);
  });
});

describe("validateSizes", () => {
  it("comes nearer to the order and the values of all items with more of them", () => {
    const pool = fitted(madePool(5, { models: 15, items: 60 }).matrix);
    const [few, many] = validateSizes(pool, { sizes: [8, 40] });
    expect(many!.chosen.tau).toBeGreaterThan(few!.chosen.tau);
    expect(many!.chosen.error).toBeLessThan(few!.chosen.error);
    expect(many!.random.tau).toBeGreaterThan(few!.random.tau);
    expect(many!.random.error).toBeLessThan(few!.random.error);
  });

  it("gives the same figures for the same seed, and others for another", () => {
    const pool = fitted(madePool(5, { models: 15, items: 120 }).matrix);
    const at = (start: number) => validateSizes(pool, { sizes: [20], seed: start });
    expect(at(1)).toEqual(at(1));
    expect(at(2)).not.toEqual(at(1));
  });

  it("serves held-out models a little better than random items do, over made-up worlds", () => {
    const gains = Array.from({ length: 12 }, (_, world) => {
      const { matrix } = madePool(1000 + world, { models: 30, items: 500 });
      const [{ chosen, random }] = validateSizes(fitted(matrix, 0.1), {
        sizes: [50],
        draws: 10,
      }) as [ReturnType<typeof validateSizes>[number]];
      return chosen.tau - random.tau;
    });
    expect(gains.reduce((a, b) => a + b, 0) / gains.length).toBeGreaterThan(0.005);
  });

  it("has nothing to say of fewer than five models, nor of more items than a fold has", () => {
    expect(
      validateSizes(fitted(madePool(1, { models: 4, items: 50 }).matrix), { sizes: [5] }),
    ).toEqual([]);
    expect(
      validateSizes(fitted(madePool(1, { models: 8, items: 50 }).matrix), { sizes: [51] }),
    ).toEqual([]);
  });

  describe.skipIf(!sharedData.isHere)(`on public pools (${sharedData.reason})`, () => {
    it("keeps the order of CRUXEval to .9 with 100 items, above random ones", () => {
      const [{ chosen, random, randomBetter }] = validateSizes(fitted(realPools.cruxEval()), {
        sizes: [100],
      }) as [ReturnType<typeof validateSizes>[number]];
      expect(chosen.tau).toBeGreaterThan(0.9);
      expect(chosen.tau).toBeGreaterThan(random.tau);
      expect(chosen.error).toBeLessThan(random.error);
      expect(randomBetter).toBeLessThan(0.1);
    }, 60_000);
  });
});

describe("calibrate", () => {
  it("is the least-squares line, and level where there is nothing to go by", () => {
    const { intercept, slope } = calibrate([0, 1, 2, Number.NaN], [1, 3, 5, 9]);
    expect(intercept).toBeCloseTo(1, 12);
    expect(slope).toBeCloseTo(2, 12);
    expect(calibrate([0.5, 0.5], [0.2, 0.4])).toEqual({
      intercept: expect.closeTo(0.3, 12),
      slope: 0,
    });
  });
});
