import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kendallTau } from "../../src/stats/rank-correlation.ts";

const few = fc.constantFrom(0, 1, 2, 3, 4, 5);
const pairs = fc.array(fc.tuple(few, few), { minLength: 2, maxLength: 40 });

describe("kendallTau", () => {
  it("is 1 for the same order, -1 for the reverse, and counts one exchanged pair of six", () => {
    expect(kendallTau([1, 2, 3, 4], [10, 20, 30, 40])).toBe(1);
    expect(kendallTau([1, 2, 3, 4], [4, 3, 2, 1])).toBe(-1);
    expect(kendallTau([1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(2 / 3, 15);
  });

  it("is (P - N) / sqrt((n0 - n1)(n0 - n2)) with the pairs tied on each side taken off", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const [a, b] = [list.map(([value]) => value), list.map(([, value]) => value)];
        const expected = byTieGroups(a, b);
        if (Number.isNaN(expected)) expect(kendallTau(a, b)).toBeNaN();
        else expect(kendallTau(a, b)).toBeCloseTo(expected, 12);
      }),
      { numRuns: 300 },
    );
  });

  it("a tie on one side only keeps it below 1", () => {
    expect(kendallTau([1, 2, 3], [1, 1, 2])).toBeCloseTo(2 / Math.sqrt(6), 15);
    expect(kendallTau([1, 1, 2], [1, 1, 2])).toBeCloseTo(1, 15);
  });

  it("does not depend on which side is first, nor on the scale of either", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const [a, b] = [list.map(([value]) => value), list.map(([, value]) => value)];
        const tau = kendallTau(a, b);
        expect(kendallTau(b, a)).toBe(tau);
        expect(kendallTau(a.map(Math.exp), b)).toBe(tau);
        expect(
          kendallTau(
            a.map((value) => -value),
            b,
          ),
        ).toBe(Number.isNaN(tau) ? tau : 0 - tau);
      }),
    );
  });

  it("is NaN when one side ties all pairs, and when there is no pair", () => {
    expect(kendallTau([1, 1, 1], [1, 2, 3])).toBeNaN();
    expect(kendallTau([1], [1])).toBeNaN();
    expect(kendallTau([], [])).toBeNaN();
  });

  it("leaves pairs with NaN out", () => {
    const { NaN: none } = Number;
    expect(kendallTau([1, none, 2, 3, 9], [1, 7, 3, 2, none])).toBe(
      kendallTau([1, 2, 3], [1, 3, 2]),
    );
  });
});

/** Concordant minus discordant pairs, and the pairs within groups of equal values. */
function byTieGroups(a: readonly number[], b: readonly number[]): number {
  let balance = 0;
  for (const [i, j] of pairsOf(a.length)) {
    if ((a[i]! < a[j]! && b[i]! < b[j]!) || (a[i]! > a[j]! && b[i]! > b[j]!)) balance += 1;
    if ((a[i]! < a[j]! && b[i]! > b[j]!) || (a[i]! > a[j]! && b[i]! < b[j]!)) balance -= 1;
  }
  const all = (a.length * (a.length - 1)) / 2;
  return balance / Math.sqrt((all - tiedPairs(a)) * (all - tiedPairs(b)));
}

function tiedPairs(values: readonly number[]): number {
  const sizes = new Map<number, number>();
  for (const value of values) sizes.set(value, (sizes.get(value) ?? 0) + 1);
  return [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
}

function* pairsOf(length: number): Generator<readonly [number, number]> {
  for (let i = 0; i < length; i += 1) for (let j = i + 1; j < length; j += 1) yield [i, j];
}
