import { describe, expect, it } from "vitest";
import { mulberry32, type Random } from "../../src/numeric/random.ts";
import { pairedDifference } from "../../src/stats/paired.ts";

const scores = (a: readonly number[], b: readonly number[]) => ({
  a: Float64Array.from(a),
  b: Float64Array.from(b),
});

describe("which test", () => {
  const whole = scores([1, 0, 0, 1, 0], [1, 1, 1, 0, 1]);
  it("0/1 scores of single items take McNemar's", () => {
    expect(pairedDifference(whole)).toMatchObject({
      test: "mcnemar",
      items: 5,
      clusters: 5,
      accuracyA: 0.4,
      accuracyB: 0.8,
      difference: 0.4,
      onlyA: 1,
      onlyB: 3,
    });
  });
  it("clusters and partial credit take sign flips", () => {
    expect(pairedDifference({ ...whole, cluster: [1, 1, 2, 2, 3] })).toMatchObject({
      test: "sign-flip",
      clusters: 3,
    });
    expect(pairedDifference(scores([0.5, 0], [1, 0.25])).test).toBe("sign-flip");
  });
  it("clusters of one item change the interval, not the difference", () => {
    const { difference, onlyB } = pairedDifference({ ...whole, cluster: [1, 2, 3, 4, 5] });
    expect(difference).toBeCloseTo(0.4, 14);
    expect(onlyB).toBe(3);
  });
});

describe("what cannot be told", () => {
  it("fewer than three clusters have no interval", () => {
    const two = pairedDifference({ ...scores([0, 0, 0], [1, 1, 1]), cluster: [1, 1, 2] });
    expect(two).toMatchObject({ lower: null, upper: null, standardError: null, canDecide: false });
    expect(two.difference).toBe(1);
  });
  it("fewer than five flips cannot decide", () => {
    const four = pairedDifference(scores([0, 0, 0, 0, 1], [1, 1, 1, 1, 1]));
    expect(four.canDecide).toBe(false);
    expect(four.p).toBeGreaterThan(0.05);
    expect(pairedDifference(scores([0, 0, 0, 0, 0], [1, 1, 1, 1, 1])).canDecide).toBe(true);
  });
  it("credit without any difference is no proof of none: the interval is that of 0/1 scores", () => {
    const credit = pairedDifference(scores([0.5, 1, 0, 0], [0.5, 1, 0, 0]));
    const binary = pairedDifference(scores([1, 1, 0, 0], [1, 1, 0, 0]));
    expect(credit).toMatchObject({ p: 1, difference: 0 });
    expect(credit.lower).toBeCloseTo(binary.lower!, 12);
    expect(credit.upper).toBeCloseTo(binary.upper!, 12);
    expect(credit.standardError).toBeCloseTo(binary.standardError!, 12);
  });
});

interface Simulated {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly cluster?: readonly number[];
}

/** Share of simulated pairs for which something holds. */
function share(pairs: number, seed: number, one: (random: Random) => boolean): number {
  const random = mulberry32(seed);
  let count = 0;
  for (let pair = 0; pair < pairs; pair += 1) if (one(random)) count += 1;
  return count / pairs;
}

/** Credit of two equal models: beta-like, correlated through the item. */
function creditPair(random: Random, items: number): Simulated {
  const a = new Float64Array(items);
  const b = new Float64Array(items);
  for (let item = 0; item < items; item += 1) {
    const level = random.uniform();
    a[item] = clip(level + 0.3 * random.normal());
    b[item] = clip(level + 0.3 * random.normal());
  }
  return { a, b };
}

/** Mean of five 0/1 trials of two equal models. */
function trialPair(random: Random, items: number): Simulated {
  const a = new Float64Array(items);
  const b = new Float64Array(items);
  for (let item = 0; item < items; item += 1) {
    const level = 1 / (1 + Math.exp(-2 * random.normal()));
    for (let trial = 0; trial < 5; trial += 1) {
      if (random.uniform() < level) a[item]! += 0.2;
      if (random.uniform() < level) b[item]! += 0.2;
    }
    a[item] = Math.round(a[item]! * 5) / 5;
    b[item] = Math.round(b[item]! * 5) / 5;
  }
  return { a, b };
}

/** 0/1 answers of two equal models to passages: on each of them one of the two is better by chance. */
function passagePair(random: Random, sizes: readonly number[]): Simulated {
  const a: number[] = [];
  const b: number[] = [];
  const cluster: number[] = [];
  for (const [passage, size] of sizes.entries()) {
    const lead = 0.9 * random.normal();
    for (let item = 0; item < size; item += 1) {
      const level = random.normal();
      a.push(random.uniform() < 1 / (1 + Math.exp(-level + lead)) ? 1 : 0);
      b.push(random.uniform() < 1 / (1 + Math.exp(-level - lead)) ? 1 : 0);
      cluster.push(passage);
    }
  }
  return { ...scores(a, b), cluster };
}

const clip = (value: number) => Math.max(0, Math.min(1, value));
const unequal = (count: number) => Array.from({ length: count }, (_, c) => 4 + 4 * (c % 5) ** 2);

describe("size at 5 %: 1,000 null pairs with 499 draws each; two standard errors are .014", () => {
  const draws = 499;
  it.each<readonly [string, (random: Random) => Simulated]>([
    ["credit on 300 items", (random) => creditPair(random, 300)],
    ["credit on 30 items", (random) => creditPair(random, 30)],
    ["five trials of 100 items", (random) => trialPair(random, 100)],
    ["50 equal clusters", (random) => passagePair(random, Array<number>(50).fill(6))],
    ["20 unequal clusters", (random) => passagePair(random, unequal(20))],
    ["10 unequal clusters", (random) => passagePair(random, unequal(10))],
    [
      "6 equal clusters, 1/16 being possible",
      (random) => passagePair(random, Array<number>(6).fill(20)),
    ],
  ])("%s", (_, make) => {
    let covered = 0;
    const size = share(1_000, 17, (random) => {
      // Draws of their own for each pair: with one seed for all, their common error would show.
      const { p, lower, upper } = pairedDifference(make(random), { draws, seed: random.bits() });
      if (lower! <= 0 && upper! >= 0) covered += 1;
      return p <= 0.05;
    });
    expect(size).toBeGreaterThan(0.033);
    expect(size).toBeLessThan(0.069);
    expect(covered / 1_000).toBeGreaterThan(0.927);
    expect(covered / 1_000).toBeLessThan(0.975);
  });
  it("with clusters ignored the same pairs are far too often significant", () => {
    const size = share(300, 17, (random) => {
      const { a, b } = passagePair(random, unequal(20));
      return pairedDifference({ a, b }).p <= 0.05;
    });
    expect(size).toBeGreaterThan(0.25);
  });
});
