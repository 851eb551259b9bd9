import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { descending, ranks, tied } from "../../src/stats/ranks.ts";
import { orderOf } from "../matrix/arbitrary-rows.ts";

describe("ranks", () => {
  it("the highest value is first, and equal ones share the better place", () => {
    expect(ranks([0.2, 0.5, 0.2, 0.1])).toEqual([2, 1, 2, 4]);
    expect(ranks([7, 7, 7])).toEqual([1, 1, 1]);
    expect(ranks(Float64Array.of(1, 2, 3))).toEqual([3, 2, 1]);
    expect(ranks([])).toEqual([]);
  });

  it("NaN has no rank and takes no place", () => {
    expect(ranks([Number.NaN, 0.1, Number.NaN, 0.2])).toEqual([Number.NaN, 2, Number.NaN, 1]);
  });

  it("a billionth of the larger value is no difference, a little more is one", () => {
    expect(ranks([1, 1 - 0.9e-9])).toEqual([1, 1]);
    expect(ranks([1, 1 - 1.1e-9])).toEqual([1, 2]);
    expect(ranks([1e6, 1e6 - 0.9e-3])).toEqual([1, 1]);
    expect(ranks([-1, -1 - 0.9e-9])).toEqual([1, 1]);
  });

  it("values within the margin are equal, at its edge too", () => {
    expect(ranks([0.5, 0.25], 0.25)).toEqual([1, 1]);
    expect(ranks([0.5, 0.25], 0.2)).toEqual([1, 2]);
    expect(tied(0.25, 0.5, 0.25)).toBe(true);
    expect(tied(0.25, 0.5, 0.2499)).toBe(false);
  });

  it("only neighbours are compared, so a chain of small steps is one rank", () => {
    expect(ranks([3, 2, 1, 0], 1)).toEqual([1, 1, 1, 1]);
    expect(ranks([3, 2, 0, -1], 1)).toEqual([1, 1, 3, 3]);
  });

  it("without ties the rank is one more than the number of better values", () => {
    const values = fc.array(fc.constantFrom(0, 0.5, 1, 1.5, -2, 3, Number.NaN), { maxLength: 30 });
    fc.assert(
      fc.property(values, (list) => {
        expect(ranks(list)).toEqual(
          list.map((value) =>
            Number.isNaN(value) ? Number.NaN : 1 + list.filter((other) => other > value).length,
          ),
        );
      }),
    );
  });

  it("follow their values in any order", () => {
    const lists = fc
      .array(fc.double({ noNaN: true, min: -1, max: 1 }), { maxLength: 20 })
      .chain((list) => fc.tuple(fc.constant(list), orderOf(list.length)));
    fc.assert(
      fc.property(lists, ([list, order]) => {
        const whole = ranks(list, 0.01);
        expect(
          ranks(
            order.map((place) => list[place]!),
            0.01,
          ),
        ).toEqual(order.map((place) => whole[place]));
      }),
    );
  });
});

describe("descending", () => {
  it("puts the highest first, keeps the order of equal values and leaves NaN out", () => {
    expect(descending([1, 3, Number.NaN, 3, 2])).toEqual([1, 3, 4, 0]);
    expect(descending([])).toEqual([]);
  });
});
