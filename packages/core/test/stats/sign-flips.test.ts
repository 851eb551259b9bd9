import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mulberry32 } from "../../src/numeric/random.ts";
import { mcnemar } from "../../src/stats/mcnemar.ts";
import { signFlips } from "../../src/stats/sign-flips.ts";

describe("signFlips", () => {
  it("equals McNemar's test for terms of one size", () => {
    for (const [onlyA, onlyB] of [
      [1, 7],
      [0, 5],
      [4, 9],
      [3, 3],
    ] as const) {
      const terms = Float64Array.from([
        ...Array<number>(onlyA).fill(-1),
        ...Array<number>(onlyB).fill(1),
        0,
      ]);
      const { p, pExact } = signFlips(terms);
      expect(p).toBeCloseTo(mcnemar({ onlyA, onlyB }).p, 13);
      expect(pExact).toBeCloseTo(mcnemar({ onlyA, onlyB }).pExact, 13);
    }
  });
  it("counts by hand: sums 6, 4, 2, 0 of the terms 1, 2, 3", () => {
    // Of the four sums with 3 positive, 6 is larger than 4, and 4 itself is there once.
    expect(signFlips(Float64Array.of(-1, 2, 3))).toEqual({ p: 0.375, pExact: 0.5, nonzero: 3 });
  });
  it("is 1 when all terms are 0, or there are none", () => {
    expect(signFlips(Float64Array.of(0, 0))).toEqual({ p: 1, pExact: 1, nonzero: 0 });
    expect(signFlips(new Float64Array(0)).p).toBe(1);
  });
  it("fewer than five non-zero terms cannot reach .05", () => {
    expect(signFlips(Float64Array.of(1, 1, 1, 1, 0, 0)).p).toBeGreaterThan(0.05);
    expect(signFlips(Float64Array.of(1, 1, 1, 1, 1)).p).toBeLessThan(0.05);
  });
  it("treats sums that differ by rounding as equal", () => {
    const terms = Float64Array.of(0.1, 0.2, 0.3, 0.6);
    expect(signFlips(terms.map((x, i) => (i === 3 ? -x : x))).pExact).toBe(1);
  });
  it("random signs agree with all signs: 15 terms against enumeration", () => {
    const random = mulberry32(3);
    const terms = Float64Array.from({ length: 15 }, () => random.normal() + 0.45);
    const seen = Math.abs(terms.reduce((sum, term) => sum + term, 0));
    let above = 0;
    for (let choice = 0; choice < 2 ** 15; choice += 1) {
      const sum = terms.reduce((all, term, i) => all + ((choice >> i) & 1 ? term : -term), 0);
      if (Math.abs(sum) > seen + 1e-9) above += 1;
    }
    // One standard error of 9,999 draws is at most .005.
    expect(Math.abs(signFlips(terms).p - (above + 1) / 2 ** 15)).toBeLessThan(0.015);
  });
  it("depends on the seed only within its error, and on nothing else", () => {
    const random = mulberry32(9);
    const terms = Float64Array.from({ length: 60 }, () => random.normal() + 0.2);
    const p = signFlips(terms, { draws: 999 }).p;
    expect(signFlips(terms.toReversed(), { draws: 999 }).p).toBe(p);
    expect(
      signFlips(
        terms.map((term) => -term),
        { draws: 999 },
      ).p,
    ).toBe(p);
    expect(signFlips(terms, { draws: 999, seed: 2 }).p).not.toBe(p);
    expect(Math.abs(signFlips(terms, { draws: 999, seed: 2 }).p - p)).toBeLessThan(0.06);
  });
  it("stays within (0, 1], and mid-p is never above exact", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 20 }),
        (terms) => {
          const { p, pExact } = signFlips(Float64Array.from(terms), { draws: 99 });
          expect(p).toBeGreaterThan(0);
          expect(p).toBeLessThanOrEqual(pExact);
          expect(pExact).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
