import { describe, expect, it } from "vitest";
import { wilson } from "../../src/stats/wilson.ts";

describe("Wilson's interval", () => {
  it("of 63 in 70 is 81 to 95 %", () => {
    const [lower, upper] = wilson(0.9, { n: 70 });
    expect([lower.toFixed(4), upper.toFixed(4)]).toEqual(["0.8077", "0.9507"]);
  });
  it("holds the shares p with |share - p| = z sqrt(p (1 - p) / n) at its ends", () => {
    for (const end of wilson(0.3, { n: 50, level: 0.9 })) {
      const z = Math.abs(0.3 - end) / Math.sqrt((end * (1 - end)) / 50);
      expect(z).toBeCloseTo(1.6448536269514722, 10);
    }
  });
  it("reaches from 0 when nothing was solved, and to 1 when everything was", () => {
    expect(wilson(0, { n: 10 })[0]).toBe(0);
    expect(wilson(0, { n: 10 })[1]).toBeCloseTo(0.2775, 4);
    expect(wilson(1, { n: 10 })[0]).toBeCloseTo(0.7225, 4);
    expect(wilson(1, { n: 10 })[1]).toBe(1);
  });
  it("says nothing without trials", () => {
    expect(wilson(0.5, { n: 0 })).toEqual([0, 1]);
  });
});
