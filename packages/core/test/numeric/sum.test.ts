import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactSum } from "../../src/numeric/sum.ts";
import { orderOf } from "../matrix/arbitrary-rows.ts";

function sumOf(terms: Iterable<number>): number {
  const sum = exactSum();
  for (const term of terms) sum.add(term);
  return sum.total();
}

const terms = fc.array(
  fc.oneof(
    fc.double({ min: -1e300, max: 1e300, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.integer({ min: -5, max: 5 }),
    // Powers of two meet half-way between two doubles.
    fc
      .tuple(fc.constantFrom(1, -1), fc.integer({ min: -160, max: 60 }))
      .map(([sign, exponent]) => sign * 2 ** exponent),
  ),
  { maxLength: 24 },
);

describe("exactSum", () => {
  it("is 0 without terms", () => {
    expect(sumOf([])).toBe(0);
  });

  it("keeps what plain addition loses", () => {
    expect(sumOf([1e16, 1, -1e16])).toBe(1);
    expect(sumOf(Array.from({ length: 10 }, () => 0.1))).toBe(1);
  });

  it("is the sum in whole numbers, rounded once to the nearest double", () => {
    fc.assert(
      fc.property(terms, (list) => {
        expect(sumOf(list) === roundedSum(list)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["down to even", [1, 2 ** -53], 1],
    ["up to even", [1 + 2 ** -52, 2 ** -53], 1 + 2 ** -51],
    ["up with a rest above the half", [1, 2 ** -53, 2 ** -110], 1 + 2 ** -52],
    ["down with a rest below the half", [1 + 2 ** -52, 2 ** -53, -(2 ** -110)], 1 + 2 ** -52],
    ["away from zero below zero", [-1, -(2 ** -53), -(2 ** -110)], -1 - 2 ** -52],
    ["to the smallest doubles", [5e-324, 5e-324, -5e-324], 5e-324],
  ])("rounds a half %s", (_, list, expected) => {
    expect(sumOf(list)).toBe(expected);
    expect(sumOf(list.toReversed())).toBe(expected);
  });

  it("gives the same bits in any order", () => {
    const shuffled = terms.chain((list) => fc.tuple(fc.constant(list), orderOf(list.length)));
    fc.assert(
      fc.property(shuffled, ([list, order]) => {
        expect(sumOf(order.map((place) => list[place]!))).toBe(sumOf(list));
      }),
      { numRuns: 1000 },
    );
  });

  it("tells the sum so far without ending it", () => {
    const sum = exactSum();
    sum.add(0.5);
    expect([sum.total(), sum.total()]).toEqual([0.5, 0.5]);
    sum.add(0.25);
    expect(sum.total()).toBe(0.75);
  });
});

/** Every double is a whole number of 2^-1074, so the sum is one as well. */
function roundedSum(list: readonly number[]): number {
  const whole = list.reduce((sum, term) => sum + units(term), 0n);
  const size = whole < 0n ? -whole : whole;
  const excess = Math.max(0, size.toString(2).length - 53);
  const step = 1n << BigInt(excess);
  let digits = size / step;
  const twiceRest = (size % step) * 2n;
  if (twiceRest > step || (twiceRest === step && digits % 2n === 1n)) digits += 1n;
  const exponent = excess - 1074;
  const half = Math.trunc(exponent / 2);
  return Number(digits) * 2 ** half * 2 ** (exponent - half) * (whole < 0n ? -1 : 1);
}

function units(value: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0]!;
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return bits >> 63n === 1n ? -size : size;
}
