import { describe, expect, it } from "vitest";
import {
  distance,
  increased,
  ones,
  quotients,
  reciprocals,
  total,
} from "../../src/numeric/vectors.ts";

const values = Float64Array.of(1, 2, -3);

describe("loops over number arrays", () => {
  it("`quotients` divides by one number or by one for each value", () => {
    expect(quotients(values, 2)).toEqual(Float64Array.of(0.5, 1, -1.5));
    expect(quotients(values, Float64Array.of(1, 4, 3))).toEqual(Float64Array.of(1, 0.5, -1));
  });

  it("`reciprocals` divides 1 by each value", () => {
    expect(reciprocals(Float64Array.of(1, 2, -4))).toEqual(Float64Array.of(1, 0.5, -0.25));
  });

  it("`increased` adds one number to each value", () => {
    expect(increased(values, 0.5)).toEqual(Float64Array.of(1.5, 2.5, -2.5));
    expect(increased(values, 0)).toBe(values);
  });

  it("`ones` are so many", () => {
    expect(ones(3)).toEqual(Float64Array.of(1, 1, 1));
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
    reciprocals(values);
    increased(values, 2);
    expect(values).toEqual(Float64Array.of(1, 2, -3));
  });
});
