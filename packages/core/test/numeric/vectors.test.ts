import { describe, expect, it } from "vitest";
import { distance, quotients, reciprocals, total } from "../../src/numeric/vectors.ts";

const values = Float64Array.of(1, 2, -3);

describe("loops over number arrays", () => {
  it("`quotients` divides by one number or by one for each value", () => {
    expect(quotients(values, 2)).toEqual(Float64Array.of(0.5, 1, -1.5));
    expect(quotients(values, Float64Array.of(1, 4, 3))).toEqual(Float64Array.of(1, 0.5, -1));
  });

  it("`reciprocals` divides one number by each value", () => {
    expect(reciprocals(values, 6)).toEqual(Float64Array.of(6, 3, -2));
  });

  it("`total` adds, and nothing adds up to 0", () => {
    expect(total(values)).toBe(0);
    expect(total(Float64Array.of(0.5, 2))).toBe(2.5);
    expect(total(new Float64Array(0))).toBe(0);
  });

  it("`distance` adds the sizes of the differences", () => {
    expect(distance(values, Float64Array.of(0, 4, -3))).toBe(3);
    expect(distance(values, values)).toBe(0);
  });

  it("what is passed in stays as it was", () => {
    quotients(values, 2);
    reciprocals(values, 2);
    expect(values).toEqual(Float64Array.of(1, 2, -3));
  });
});
