import { describe, expect, it } from "vitest";
import { shareInterval, weightedMean } from "../../src/analysis/weighted-interval.ts";
import { mulberry32 } from "../../src/numeric/random.ts";

/** Scores with weights that go with them, as hard items do. */
function answers(items: number, strata = 1) {
  const random = mulberry32(11);
  const weight = Array.from({ length: items }, () => Math.exp(random.normal()));
  return {
    weight,
    score: weight.map((w) => (random.uniform() < 1 / (1 + w) ? 1 : 0)),
    stratum: weight.map((_, item) => item % strata),
  };
}

const at = <T>(list: readonly T[], places: readonly number[]) =>
  places.map((place) => list[place]!);

describe("weightedMean", () => {
  it("is the mean for equal weights, with the usual standard error", () => {
    const { mean, standardError, effectiveItems } = weightedMean({
      weight: [2, 2, 2, 2, 2],
      score: [1, 0, 1, 1, 0],
      stratum: [0, 0, 0, 0, 0],
    });
    expect(mean).toBeCloseTo(0.6, 12);
    expect(standardError).toBeCloseTo(Math.sqrt(0.24 / 4), 12);
    expect(effectiveItems).toBeCloseTo(5, 12);
  });

  it("agrees with drawing the items again, weights and all", () => {
    const { weight, score, stratum } = answers(400);
    const random = mulberry32(3);
    const means = Array.from({ length: 2000 }, () => {
      const drawn = weight.map(() => Math.floor(random.uniform() * weight.length));
      return weightedMean({ weight: at(weight, drawn), score: at(score, drawn), stratum }).mean;
    });
    const centre = means.reduce((a, b) => a + b, 0) / means.length;
    const sd = Math.sqrt(means.reduce((sum, m) => sum + (m - centre) ** 2, 0) / means.length);
    // 2,000 replicates know their own SD to about 1.6 %; the first-order form adds a little.
    expect(weightedMean({ weight, score, stratum }).standardError / sd).toBeGreaterThan(0.94);
    expect(weightedMean({ weight, score, stratum }).standardError / sd).toBeLessThan(1.06);
  });

  it("does not count an item that was not asked", () => {
    const { weight, score, stratum } = answers(50);
    const gaps = score.map((value, item) => (item < 20 ? value : Number.NaN));
    const first = (list: readonly number[]) => list.slice(0, 20);
    expect(weightedMean({ weight, score: gaps, stratum })).toEqual(
      weightedMean({ weight: first(weight), score: first(score), stratum: first(stratum) }),
    );
  });

  it("sees only differences within benchmarks", () => {
    const mixed = { weight: Array.from({ length: 40 }, () => 1), stratum: answers(40, 2).stratum };
    const score = mixed.stratum.map((number) => number);
    expect(weightedMean({ ...mixed, score }).standardError).toBeCloseTo(0, 12);
    expect(
      weightedMean({ ...mixed, score, stratum: score.map(() => 0) }).standardError,
    ).toBeGreaterThan(0.07);
  });

  it("counts a cluster of copies as one answer", () => {
    const { weight, score } = answers(60);
    const twice = (list: readonly number[]) => [...list, ...list];
    const alone = weightedMean({ weight, score, stratum: score.map(() => 0) });
    const copies = weightedMean({
      weight: twice(weight),
      score: twice(score),
      stratum: twice(score).map(() => 0),
      cluster: twice([...score.keys()]),
    });
    expect(copies.mean).toBeCloseTo(alone.mean, 12);
    expect(copies.standardError).toBeCloseTo(alone.standardError, 12);
  });

  it("has no mean without weight", () => {
    expect(weightedMean({ weight: [], score: [], stratum: [] }).mean).toBeNaN();
    expect(weightedMean({ weight: [0], score: [1], stratum: [0] }).mean).toBeNaN();
  });
});

describe("shareInterval", () => {
  const equal = (score: number[]) =>
    weightedMean({ weight: score.map(() => 1), score, stratum: score.map(() => 0) });

  it("stays within 0 and 1, holds the mean, and is wider for a higher level", () => {
    const mean = weightedMean(answers(80));
    const narrow = shareInterval(mean, 0.8)!;
    const wide = shareInterval(mean, 0.95)!;
    expect(wide.lower).toBeLessThan(narrow.lower);
    expect(wide.upper).toBeGreaterThan(narrow.upper);
    expect(narrow.lower).toBeLessThan(mean.mean);
    expect(narrow.upper).toBeGreaterThan(mean.mean);
    expect(wide.lower).toBeGreaterThanOrEqual(0);
    expect(wide.upper).toBeLessThanOrEqual(1);
  });

  it("is never a point where all answers are wrong or all right", () => {
    const none = shareInterval(equal(Array.from({ length: 30 }, () => 0)), 0.95)!;
    const all = shareInterval(equal(Array.from({ length: 30 }, () => 1)), 0.95)!;
    expect(none.lower).toBe(0);
    expect(none.upper).toBeGreaterThan(0.1);
    expect(all.upper).toBe(1);
    expect(all.lower).toBeCloseTo(1 - none.upper, 12);
  });

  it("holds the value of the whole as often as it says", () => {
    const whole = answers(4000);
    const truth = weightedMean(whole).mean;
    const random = mulberry32(5);
    let held = 0;
    for (let sample = 0; sample < 400; sample += 1) {
      const drawn = Array.from({ length: 300 }, () => Math.floor(random.uniform() * 4000));
      const interval = shareInterval(
        weightedMean({
          weight: at(whole.weight, drawn),
          score: at(whole.score, drawn),
          stratum: drawn.map(() => 0),
        }),
        0.95,
      )!;
      if (interval.lower <= truth && truth <= interval.upper) held += 1;
    }
    // 95 % of 400 with three standard errors.
    expect(held / 400).toBeGreaterThan(0.917);
    expect(held / 400).toBeLessThan(0.99);
  });
});
