import { describe, expect, it } from "vitest";
import { chiSquareUpperTail } from "../../src/analysis/chi-square.ts";

describe("the tail of chi-square", () => {
  // 5 % and 1 % points from the usual tables.
  it.each([
    [7.815, 3, 0.05],
    [16.919, 9, 0.05],
    [19.675, 11, 0.05],
    [11.345, 3, 0.01],
    [21.666, 9, 0.01],
  ])("beyond %f with %i degrees of freedom is %f", (x, degrees, p) => {
    expect(Math.abs(chiSquareUpperTail(x, degrees) - p)).toBeLessThan(0.001);
  });
  it("is all there is without a degree of freedom", () => {
    expect(chiSquareUpperTail(5, 0)).toBe(1);
  });
});
