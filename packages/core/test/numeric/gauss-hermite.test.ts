import { describe, expect, it } from "vitest";
import { gaussHermite } from "../../src/numeric/gauss-hermite.ts";

const mean = (count: number, of: (x: number) => number) => {
  const { nodes, weights } = gaussHermite(count);
  return nodes.reduce((sum, node, place) => sum + weights[place]! * of(node), 0);
};

/** 1 * 3 * 5 * ...: even moments of a standard normal variable. */
const moment = (power: number): number => (power <= 0 ? 1 : (power - 1) * moment(power - 2));

describe("gaussHermite", () => {
  it.each([1, 3, 9, 21])("with %d nodes is exact for powers below twice as many", (count) => {
    for (let power = 0; power < Math.min(2 * count, 20); power += 1) {
      const exact = power % 2 === 0 ? moment(power) : 0;
      expect(Math.abs(mean(count, (x) => x ** power) - exact)).toBeLessThan(
        1e-11 * moment(power + (power % 2)),
      );
    }
  });
  it("is not exact for the next power, so has no more nodes than it says", () => {
    expect(mean(3, (x) => x ** 6)).toBeCloseTo(9, 10);
  });
  it("finds the mean of exp, which is exp(1/2)", () => {
    expect(mean(15, Math.exp)).toBeCloseTo(Math.exp(0.5), 12);
  });
  it("has nodes in ascending order, symmetric to the last bit", () => {
    const { nodes, weights } = gaussHermite(9);
    expect([...nodes]).toEqual([...nodes].toSorted((a, b) => a - b));
    for (const [place, node] of nodes.entries()) {
      expect(node + nodes[8 - place]!).toBe(0);
      expect(weights[place]).toBe(weights[8 - place]);
    }
  });
});
