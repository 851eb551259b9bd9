import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adjustedP } from "../../src/stats/multiplicity.ts";

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });

describe("adjustedP", () => {
  it("by hand", () => {
    expect(adjustedP([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
    expect(adjustedP([0.01, 0.04, 0.03], "bh")).toEqual([0.03, 0.04, 0.04]);
    expect(adjustedP([0.5, 0.9])).toEqual([1, 1]);
    expect(adjustedP([])).toEqual([]);
  });
  it("one question needs no correction", () => {
    expect(adjustedP([0.04])).toEqual([0.04]);
  });
  it("a question without a p value does not count", () => {
    expect(adjustedP([0.02, Number.NaN, 0.03])).toEqual([0.04, Number.NaN, 0.04]);
  });
  it.each(["holm", "bh"] as const)("%s is never below p, at most 1, and keeps the order", (how) => {
    fc.assert(
      fc.property(pValues, (p) => {
        const adjusted = adjustedP(p, how);
        for (const [i, value] of adjusted.entries()) {
          expect(value).toBeGreaterThanOrEqual(p[i]!);
          expect(value).toBeLessThanOrEqual(1);
          for (const [j, other] of adjusted.entries()) {
            if (p[i]! <= p[j]!) expect(value).toBeLessThanOrEqual(other);
          }
        }
      }),
    );
  });
  it("Benjamini-Hochberg is never stricter than Holm", () => {
    fc.assert(
      fc.property(pValues, (p) => {
        const holm = adjustedP(p, "holm");
        for (const [i, value] of adjustedP(p, "bh").entries()) {
          expect(value).toBeLessThanOrEqual(holm[i]! + 1e-12);
        }
      }),
    );
  });
});
