import { describe, expect, it } from "vitest";
import { normalQuantile, normalUpperTail } from "../../src/numeric/normal.ts";

describe("normalQuantile", () => {
  it.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.9999, 3.719016485455709],
    [1e-10, -6.361340902404056],
    [1e-300, -37.0470964],
  ])("at %d is %d", (p, expected) => {
    expect(normalQuantile(p)).toBeCloseTo(expected, p > 1e-20 ? 13 : 6);
  });
  it("is infinite at 0 and 1, and not a number beyond", () => {
    expect(normalQuantile(0)).toBe(-Infinity);
    expect(normalQuantile(1)).toBe(Infinity);
    expect([-0.1, 1.1, Number.NaN].map(normalQuantile)).toEqual([NaN, NaN, NaN]);
  });
});

describe("normalUpperTail", () => {
  it.each([
    [0, 0.5],
    [0.5, 0.3085375387259869],
    [2.9, 0.0018658133003840384],
    [3.1, 0.0009676032132183562],
    [6, 9.865876450377012e-10],
    [10, 7.619853024160593e-24],
    [-4, 0.9999683287581669],
  ])("beyond %d is %d", (z, expected) => {
    expect(Math.abs(normalUpperTail(z) / expected - 1)).toBeLessThan(1e-12);
  });
  it("is the inverse of the quantile", () => {
    for (let p = 0.001; p < 1; p += 0.0173) {
      expect(normalUpperTail(normalQuantile(1 - p))).toBeCloseTo(p, 12);
    }
  });
});
