import { describe, expect, it } from "vitest";
import { mulberry32, permutation, randomStream, streamSeed } from "../../src/numeric/random.ts";

const take = <T>(count: number, next: () => T): T[] => Array.from({ length: count }, next);
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe("mulberry32", () => {
  it("gives the reference output for seed 1", () => {
    const one = mulberry32(1);
    expect(take(3, () => one.bits())).toEqual([2693262067, 11749833, 2265367787]);
  });
  it("takes any whole number as a seed, modulo 2^32", () => {
    expect(mulberry32(2 ** 32 + 1).bits()).toBe(mulberry32(1).bits());
    expect(mulberry32(-1).bits()).toBe(mulberry32(2 ** 32 - 1).bits());
  });
  it("spreads uniform numbers evenly over [0, 1)", () => {
    const seven = mulberry32(7);
    const values = take(100_000, () => seven.uniform());
    const tenths = take(10, () => 0);
    for (const value of values) tenths[Math.floor(value * 10)]! += 1;
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(400);
    expect(Math.min(...values.slice(0, 1000))).toBeGreaterThanOrEqual(0);
  });
  it("makes a normal number of two uniform ones, with mean 0 and variance 1", () => {
    const two = mulberry32(3);
    const [first, second] = [two.uniform(), two.uniform()];
    expect(mulberry32(3).normal()).toBe(
      Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second),
    );
    const five = mulberry32(5);
    const values = take(50_000, () => five.normal());
    expect(Math.abs(mean(values))).toBeLessThan(0.015);
    expect(Math.abs(mean(values.map((value) => value ** 2)) - 1)).toBeLessThan(0.03);
  });
  it("tallies the same draws that uniform numbers give, and goes on after them", () => {
    const one = mulberry32(11);
    const counts = new Uint32Array(7);
    one.tally(counts, 500);
    const other = mulberry32(11);
    const expected = new Uint32Array(7);
    for (let draw = 0; draw < 500; draw += 1) expected[Math.floor(other.uniform() * 7)]! += 1;
    expect(counts).toEqual(expected);
    expect(one.bits()).toBe(other.bits());
  });
});

describe("permutation", () => {
  it("swaps place i, from the last down, with place floor(u (i + 1))", () => {
    const random = mulberry32(9);
    const expected = [0, 1, 2, 3, 4, 5];
    for (let i = 5; i > 0; i -= 1) {
      const j = Math.floor(random.uniform() * (i + 1));
      [expected[i], expected[j]] = [expected[j]!, expected[i]!];
    }
    expect([...permutation(mulberry32(9), 6)]).toEqual(expected);
  });
  it("holds each number once, also of none and of one", () => {
    expect([...permutation(mulberry32(2), 0)]).toEqual([]);
    expect([...permutation(mulberry32(2), 1)]).toEqual([0]);
    expect(Array.from(permutation(mulberry32(2), 50).toSorted())).toEqual(
      take(50, () => 0).map((_, i) => i),
    );
  });
});

describe("streams of random numbers", () => {
  it("are pinned, since the numbers of a report follow from them", () => {
    expect(streamSeed(1, { purpose: "bootstrap", index: 0 })).toBe(2375435923);
    expect(randomStream(1, { purpose: "bootstrap", index: 0 }).bits()).toBe(1540299495);
  });
  it("differ by seed, purpose and index", () => {
    const keys = [1, 2, 12].flatMap((seed) =>
      ["bootstrap", "halves"].flatMap((purpose) =>
        take(1000, () => 0).map((_, index) => streamSeed(seed, { purpose, index })),
      ),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});
