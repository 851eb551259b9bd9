import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastResidual } from "../../src/estimate/least-residual.ts";

type Map = (x: readonly number[]) => number[];

/** Rounds of a map: what changes, then the result. */
function roundsOf(map: Map, start: readonly number[], count: number): Float64Array[] {
  const rounds: Float64Array[] = [];
  for (let x = start; rounds.length < count; x = map(x)) {
    const next = map(x);
    rounds.push(Float64Array.of(...next.map((value, place) => value - x[place]!), ...next));
  }
  return rounds;
}

const size = (values: Float64Array) => Math.hypot(...values);

describe("the round with the least residual", () => {
  it("is the fixed point where one step shows it", () => {
    const rounds = roundsOf(([x]) => [x! / 2 + 1], [0], 2);
    expect([...leastResidual(rounds, 1)]).toEqual([0, 2]);
  });
  it("is the only one, and the last of equal ones", () => {
    const one = Float64Array.of(1, 3);
    expect(leastResidual([one], 1)).toEqual(one);
    expect(leastResidual([one, one, one], 1)).toEqual(one);
  });
  it("has the residual it says, no larger than that of the last", () => {
    const number = fc.double({ min: -0.3, max: 0.3, noNaN: true });
    const numbers = (length: number) => fc.array(number, { minLength: length, maxLength: length });
    let better = 0;
    fc.assert(
      fc.property(numbers(9), numbers(3), numbers(3), (matrix, added, start) => {
        const map: Map = (x) =>
          added.map((value, row) =>
            x.reduce((sum, other, j) => sum + matrix[3 * row + j]! * other, value),
          );
        const rounds = roundsOf(map, start, 3);
        const best = leastResidual(rounds, 3);
        const residual = best.subarray(0, 3);
        const result = [...best.subarray(3)];
        // The residual of a result is the map's matrix times that of where it came from.
        const next = map(result).map((value, row) => value - result[row]!);
        const moved = [0, 1, 2].map((row) =>
          [0, 1, 2].reduce((sum, j) => sum + matrix[3 * row + j]! * residual[j]!, 0),
        );
        for (const [row, value] of next.entries()) expect(value).toBeCloseTo(moved[row]!, 12);
        const last = size(rounds[2]!.subarray(0, 3));
        expect(size(residual)).toBeLessThanOrEqual(last + 1e-15);
        if (size(residual) < last / 2) better += 1;
      }),
      { numRuns: 500 },
    );
    expect(better).toBeGreaterThan(100);
  });
});
