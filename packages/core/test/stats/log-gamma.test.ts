import { describe, expect, it } from "vitest";
import { logBeta, logGamma } from "../../src/stats/log-gamma.ts";

describe("logGamma", () => {
  it("is the logarithm of factorials", () => {
    let logFactorial = 0;
    for (let n = 1; n <= 170; n += 1) {
      logFactorial += Math.log(n);
      expect((logGamma(n + 1) - logFactorial) / Math.max(1, logFactorial)).toBeCloseTo(0, 14);
    }
  });
  it("knows the half-integers and the neighbourhood of 0", () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 14);
    expect(logGamma(2.5)).toBeCloseTo(Math.log((3 * Math.sqrt(Math.PI)) / 4), 14);
    expect(logGamma(1e-8)).toBeCloseTo(18.420680738180209, 12);
  });
  it("satisfies the recurrence across the border of its two methods", () => {
    for (const x of [0.3, 7.7, 14.2, 14.999, 15.001, 300.5, 1e6]) {
      const scale = Math.max(1, Math.abs(logGamma(x + 1)));
      expect((logGamma(x + 1) - logGamma(x) - Math.log(x)) / scale).toBeCloseTo(0, 14);
    }
  });
  it("is infinite at 0 and undefined below", () => {
    expect(logGamma(0)).toBe(Infinity);
    expect(logGamma(-1)).toBeNaN();
  });
});

describe("logBeta", () => {
  it.each([
    [1, 1, 1],
    [3, 2, 1 / 12],
    [0.5, 0.5, Math.PI],
  ])("Beta(%d, %d)", (a, b, value) => {
    expect(Math.exp(logBeta(a, b))).toBeCloseTo(value, 13);
  });
});
