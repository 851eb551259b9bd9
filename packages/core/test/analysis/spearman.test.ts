import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { midRanks, pearson, spearman } from "../../src/analysis/spearman.ts";

const values = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 3, maxLength: 12 });

describe("spearman", () => {
  it("is the correlation of ranks, ties at the mean of their places", () => {
    expect(spearman([1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(0.8, 12);
    // Ranks 1, 2.5, 2.5, 4, 5 and 2, 1, 4, 3, 5: sum of products 6.5, of squares 9.5 and 10.
    expect(spearman([1, 2, 2, 4, 5], [2, 1, 4, 3, 5])).toBeCloseTo(6.5 / Math.sqrt(95), 12);
  });
  it("ties values that differ by rounding only", () => {
    expect([...midRanks([0.1 + 0.2, 0.3, 0.1])]).toEqual([2.5, 2.5, 1]);
  });
  it("leaves out places without a value, and is undefined when a side does not vary", () => {
    expect(spearman([1, Number.NaN, 2, 3], [1, 9, 2, 3])).toBe(1);
    expect(spearman([1, 1, 1], [1, 2, 3])).toBeNaN();
    expect(spearman([], [])).toBeNaN();
    expect(pearson([0.1, 0.1, 0.1], [1, 2, 3])).toBeNaN();
  });
  it("does not change under an increasing change of scale, and turns its sign under a reversal", () => {
    fc.assert(
      fc.property(values, (a) => {
        const b = a.map((value, place) => value * ((place % 3) - 1));
        const before = spearman(a, b);
        fc.pre(!Number.isNaN(before));
        expect(
          spearman(
            a.map((value) => value ** 3),
            b,
          ),
        ).toBeCloseTo(before, 12);
        expect(
          spearman(
            a.map((value) => -value),
            b,
          ),
        ).toBeCloseTo(-before, 12);
      }),
    );
  });
});
