import { describe, expect, it } from "vitest";
import { ascending, quantile } from "../../src/stats/quantile.ts";

describe("ascending", () => {
  it("sorts a copy by number and leaves out what is none", () => {
    const values = [10, 9, Number.NaN, -1, 100];
    expect([...ascending(values)]).toEqual([-1, 9, 10, 100]);
    expect(values[0]).toBe(10);
  });
});

describe("the quantile at p", () => {
  const values = ascending([10, 20, 30, 40]);

  it.each([
    [0.2, 10],
    [0.3, 15],
    [0.5, 25],
    [0.6, 30],
    [0.65, 32.5],
    [0.8, 40],
  ])("at %d lies at p (n + 1) = 5 p: %d", (p, expected) => {
    expect(quantile(values, p)).toBeCloseTo(expected, 12);
  });
  it("is the smallest or largest value beyond the ends", () => {
    expect(quantile(values, 0)).toBe(10);
    expect(quantile(values, 0.1)).toBe(10);
    expect(quantile(values, 0.9)).toBe(40);
    expect(quantile(values, 1)).toBe(40);
  });
  it("is the 25.025-th of 1,000 values at .025", () => {
    const thousand = ascending(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect(quantile(thousand, 0.025)).toBeCloseTo(25.025, 10);
    expect(quantile(thousand, 0.975)).toBeCloseTo(975.975, 10);
  });
  it("of one value is that value, of none not a number", () => {
    expect(quantile(ascending([7]), 0.3)).toBe(7);
    expect(quantile(ascending([]), 0.5)).toBeNaN();
  });
});
