import { describe, expect, it } from "vitest";
import { normalQuantile } from "../../src/numeric/normal.ts";
import { studentProbability, studentQuantile } from "../../src/stats/student-t.ts";

describe("studentQuantile", () => {
  // Printed tables, two-sided 95 % and one-sided 99.5 %.
  it.each([
    [0.975, 1, 12.706204736175],
    [0.975, 2, 4.302652729749],
    [0.975, 3, 3.182446305284],
    [0.975, 5, 2.570581835636],
    [0.975, 9, 2.262157162798],
    [0.975, 19, 2.093024054408],
    [0.975, 30, 2.042272456301],
    [0.975, 100, 1.983971518524],
    [0.975, 1000, 1.962339080825],
    [0.995, 4, 4.60409487135],
    [0.95, 10, 1.812461122812],
  ])("p = %d with %d degrees of freedom is %d", (p, df, t) => {
    expect(studentQuantile(p, df)).toBeCloseTo(t, 10);
    expect(studentQuantile(1 - p, df)).toBeCloseTo(-t, 9);
  });
  it("has closed forms for 1 and 2 degrees of freedom, far out too", () => {
    for (const p of [0.6, 0.9, 0.999, 0.9999999]) {
      expect(studentQuantile(p, 1) / Math.tan(Math.PI * (p - 0.5))).toBeCloseTo(1, 8);
      const u = 2 * p - 1;
      expect(studentQuantile(p, 2) / (u * Math.sqrt(2 / (1 - u * u)))).toBeCloseTo(1, 8);
    }
  });
  it("is the inverse of the probability for fractional degrees of freedom", () => {
    for (const df of [1, 1.3, 2.5, 7.9, 33.3, 4567.8, 1e6]) {
      for (const p of [0.51, 0.8, 0.975, 0.9999]) {
        expect(studentProbability(studentQuantile(p, df), df)).toBeCloseTo(p, 10);
      }
    }
  });
  it("becomes the normal quantile", () => {
    expect(studentQuantile(0.975, Infinity)).toBe(normalQuantile(0.975));
    expect(studentQuantile(0.975, 1e7)).toBeCloseTo(normalQuantile(0.975), 6);
    expect(studentQuantile(0.5, 3)).toBe(0);
  });
});

describe("studentProbability", () => {
  it("agrees with numerical integration of the density", () => {
    for (const df of [2.5, 6]) {
      const density = (x: number) => (1 + (x * x) / df) ** (-(df + 1) / 2);
      const simpson = (to: number) => {
        const steps = 20_000;
        let sum = density(0) + density(to);
        for (let i = 1; i < steps; i += 1) sum += (i % 2 ? 4 : 2) * density((i * to) / steps);
        return (sum * to) / steps / 3;
      };
      // Beyond 3,000 the tail of the density is below 1e-9 of the whole.
      const half = simpson(3_000);
      for (const t of [0.3, 1, 2.2]) {
        expect(studentProbability(t, df)).toBeCloseTo(0.5 + simpson(t) / half / 2, 7);
        expect(studentProbability(-t, df)).toBeCloseTo(0.5 - simpson(t) / half / 2, 7);
      }
    }
  });
});
