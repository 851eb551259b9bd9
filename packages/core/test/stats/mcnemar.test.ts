import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logGamma } from "../../src/stats/log-gamma.ts";
import { agrestiMin, mcnemar } from "../../src/stats/mcnemar.ts";

/** Two-sided p values of k against n - k by whole numbers alone. */
function byBigIntegers(k: number, n: number): { p: number; pExact: number } {
  let binomial = 1n;
  let tail = 0n;
  for (let i = 0; ; i += 1) {
    tail += binomial;
    if (i === k) break;
    binomial = (binomial * BigInt(n - i)) / BigInt(i + 1);
  }
  const share = (numerator: bigint) => {
    const scale = 10n ** 40n;
    return Number((numerator * scale) >> BigInt(n)) / 1e40;
  };
  if (2 * k === n) return { p: n === 0 ? 1 : 1 - share(binomial) / 2, pExact: 1 };
  return { p: share(2n * tail - binomial), pExact: Math.min(1, share(2n * tail)) };
}

describe("mcnemar", () => {
  it("21 pairs, 1 against 7: exact .0703, mid-p .0391", () => {
    expect(mcnemar({ onlyA: 1, onlyB: 7 }).pExact).toBeCloseTo(0.0703125, 14);
    expect(mcnemar({ onlyA: 1, onlyB: 7 }).p).toBeCloseTo(0.0390625, 14);
  });
  it("agrees with a table made with big integers", () => {
    for (let n = 0; n <= 80; n += 1) {
      for (let k = 0; 2 * k <= n; k += 1) {
        const table = byBigIntegers(k, n);
        const { p, pExact } = mcnemar({ onlyA: k, onlyB: n - k });
        expect(p / table.p).toBeCloseTo(1, 12);
        expect(pExact / table.pExact).toBeCloseTo(1, 12);
      }
    }
  });
  it.each([
    [480, 1000],
    [450, 1000],
    [1724, 3540],
    [5900, 12_000],
    [6000, 12_000],
  ])("agrees with big integers for %d of %d flips", (k, n) => {
    const table = byBigIntegers(k, n);
    const { p, pExact } = mcnemar({ onlyA: n - k, onlyB: k });
    expect(p / table.p).toBeCloseTo(1, 9);
    expect(pExact / table.pExact).toBeCloseTo(1, 9);
  });
  it("is 1 without flips", () => {
    expect(mcnemar({ onlyA: 0, onlyB: 0 })).toEqual({ p: 1, pExact: 1 });
  });
  it("takes both directions alike, and mid-p is never above exact", () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (onlyA, onlyB) => {
        const one = mcnemar({ onlyA, onlyB });
        expect(mcnemar({ onlyA: onlyB, onlyB: onlyA })).toEqual(one);
        expect(one.p).toBeLessThanOrEqual(one.pExact);
        expect(one.p).toBeGreaterThan(0);
      }),
    );
  });
});

/** ln of the binomial probability. */
function logBinomial(k: number, n: number, p: number): number {
  const choose = logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
  return choose + k * Math.log(p) + (n - k) * Math.log1p(-p);
}

/** Sums over all outcomes of N items that flip with a given chance, B's way with another. */
function overOutcomes(
  { items, flips, toB }: { items: number; flips: number; toB: number },
  value: (onlyA: number, onlyB: number) => number,
): number {
  let sum = 0;
  for (let n = 0; n <= items; n += 1) {
    const some = Math.exp(logBinomial(n, items, flips / items));
    if (some < 1e-12) continue;
    for (let b = 0; b <= n; b += 1)
      sum += some * Math.exp(logBinomial(b, n, toB)) * value(n - b, b);
  }
  return sum;
}

describe("the size of the test at 5 %, computed over all outcomes", () => {
  // Items, expected flips, exact, mid-p: as simulated for the reference, to .004.
  it.each([
    [100, 5, 0.009, 0.025],
    [100, 10, 0.022, 0.041],
    [100, 20, 0.029, 0.046],
    [500, 25, 0.03, 0.045],
    [500, 50, 0.037, 0.049],
    [500, 100, 0.04, 0.049],
  ])("%d items with %d expected flips: exact %d, mid-p %d", (items, flips, exact, mid) => {
    const size = (which: "p" | "pExact") =>
      overOutcomes({ items, flips, toB: 0.5 }, (onlyA, onlyB) =>
        mcnemar({ onlyA, onlyB })[which] <= 0.05 ? 1 : 0,
      );
    expect(Math.abs(size("pExact") - exact)).toBeLessThan(0.004);
    expect(Math.abs(size("p") - mid)).toBeLessThan(0.004);
    if (flips >= 10) {
      expect(size("p")).toBeGreaterThan(0.035);
      expect(size("p")).toBeLessThan(0.065);
    }
  });
});

describe("agrestiMin", () => {
  const level = 0.95;
  it("21 pairs, 1 against 7", () => {
    const [lower, upper] = agrestiMin({ onlyA: 1, onlyB: 7 }, { items: 21, level });
    expect(lower).toBeCloseTo(0.0285, 4);
    expect(upper).toBeCloseTo(0.4932, 4);
  });
  it("covers 94 to 97 % over all outcomes", () => {
    for (const [items, flips, toB] of [
      [50, 10, 0.5],
      [50, 5, 0.7],
      [100, 20, 0.6],
      [100, 40, 0.8],
      [300, 30, 0.5],
      [300, 60, 0.65],
    ] as const) {
      const truth = (flips / items) * (2 * toB - 1);
      const coverage = overOutcomes({ items, flips, toB }, (onlyA, onlyB) => {
        const [lower, upper] = agrestiMin({ onlyA, onlyB }, { items, level });
        return lower <= truth && truth <= upper ? 1 : 0;
      });
      expect(coverage).toBeGreaterThan(0.94);
      expect(coverage).toBeLessThan(0.97);
    }
  });
  it("seldom contradicts the mid-p value: at most 1.6 % of null pairs", () => {
    const disagree = overOutcomes({ items: 100, flips: 20, toB: 0.5 }, (onlyA, onlyB) => {
      const [lower, upper] = agrestiMin({ onlyA, onlyB }, { items: 100, level });
      return (lower > 0 || upper < 0) !== mcnemar({ onlyA, onlyB }).p <= 0.05 ? 1 : 0;
    });
    expect(disagree).toBeLessThan(0.016);
  });
  it("holds the difference, stays in [-1, 1] and mirrors", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.integer({ min: 1, max: 60 }), (onlyA, onlyB, same) => {
        const items = onlyA + onlyB + same;
        const [lower, upper] = agrestiMin({ onlyA, onlyB }, { items, level });
        const difference = (onlyB - onlyA) / items;
        expect(lower).toBeGreaterThanOrEqual(-1);
        expect(upper).toBeLessThanOrEqual(1);
        expect(lower).toBeLessThanOrEqual(difference);
        expect(upper).toBeGreaterThanOrEqual(difference);
        expect(agrestiMin({ onlyA: onlyB, onlyB: onlyA }, { items, level })).toEqual([
          -upper,
          -lower,
        ]);
      }),
    );
  });
  it("is [0.6, 1] wide where every item went one way", () => {
    const [lower, upper] = agrestiMin({ onlyA: 0, onlyB: 20 }, { items: 20, level });
    expect(upper).toBe(1);
    expect(lower).toBeGreaterThan(0.6);
  });
});
