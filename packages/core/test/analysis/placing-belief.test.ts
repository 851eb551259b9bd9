import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemCurves } from "../../src/analysis/item-curves.ts";
import { nextItem } from "../../src/analysis/next-item.ts";
import { placingBelief } from "../../src/analysis/placing-belief.ts";
import { anyRows } from "../matrix/arbitrary-rows.ts";

const rows = [
  [1, 1, 0],
  [1, 0, 0],
  [0, 0, 1],
];

/** A belief worked out from its definition: every ability with its likelihood, nothing kept between. */
function byDefinition(
  pool: readonly (readonly number[])[],
  weight: readonly number[],
  answers: ReadonlyMap<number, number>,
): { readonly mean: number; readonly sd: number } {
  const { abilities, prior, chance } = itemCurves(pool);
  const total = weight.reduce((sum, w) => sum + w, 0);
  const posterior = [...prior].map((likely, at) => {
    const p = (item: number) => chance[item * abilities + at]!;
    return [...answers].reduce(
      (product, [item, x]) => product * p(item) ** x * (1 - p(item)) ** (1 - x),
      likely,
    );
  });
  const sum = posterior.reduce((a, b) => a + b, 0);
  const means = posterior.map((_, at) =>
    weight.reduce((earned, w, item) => {
      return earned + (w / total) * (answers.get(item) ?? chance[item * abilities + at]!);
    }, 0),
  );
  const variances = posterior.map((_, at) =>
    weight.reduce((variance, w, item) => {
      const p = chance[item * abilities + at]!;
      return variance + (answers.has(item) ? 0 : (w / total) ** 2 * p * (1 - p));
    }, 0),
  );
  const mean = posterior.reduce((value, likely, at) => value + (likely / sum) * means[at]!, 0);
  const variance = posterior.reduce(
    (value, likely, at) => value + (likely / sum) * (variances[at]! + (means[at]! - mean) ** 2),
    0,
  );
  return { mean, sd: Math.sqrt(variance) };
}

const pools = anyRows({ models: [5, 12], items: [2, 12] }).chain((pool) => {
  const perItem = { minLength: pool[0]!.length, maxLength: pool[0]!.length };
  return fc.record({
    pool: fc.constant(pool),
    weight: fc.array(fc.integer({ min: 1, max: 100 }), perItem),
    answers: fc.array(fc.constantFrom(0, 1, 0.5), perItem),
  });
});

describe("placingBelief", () => {
  it("is what its docstring says on three models", () => {
    const belief = placingBelief(itemCurves(rows), [2, 1, 1]);
    const before = belief.expected().mean;
    belief.observe(0, 1);
    expect([before.toFixed(2), belief.expected().mean.toFixed(2)]).toEqual(["0.49", "0.72"]);
  });

  it("is its definition after any answers", () => {
    fc.assert(
      fc.property(pools, ({ pool, weight, answers }) => {
        const belief = placingBelief(itemCurves(pool), weight);
        const given = new Map<number, number>();
        for (const [item, score] of answers.slice(0, -1).entries()) {
          given.set(item, score);
          belief.observe(item, score);
          const [found, defined] = [belief.expected(), byDefinition(pool, weight, given)];
          expect(found.mean).toBeCloseTo(defined.mean, 10);
          expect(found.sd).toBeCloseTo(defined.sd, 7);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("is exact once every item is answered, whatever the curves", () => {
    fc.assert(
      fc.property(pools, ({ pool, weight, answers }) => {
        const belief = placingBelief(itemCurves(pool), weight);
        for (const [item, score] of answers.entries()) belief.observe(item, score);
        const total = weight.reduce((sum, w) => sum + w, 0);
        const truth = answers.reduce<number>(
          (sum, x, item) => sum + (weight[item]! * x) / total,
          0,
        );
        const { mean, sd } = belief.expected();
        expect(mean).toBeCloseTo(truth, 10);
        expect(sd).toBeLessThan(1e-7);
      }),
      { numRuns: 60 },
    );
  });

  it("gains nothing below 0 and never more than there is", () => {
    fc.assert(
      fc.property(pools, ({ pool, weight }) => {
        const belief = placingBelief(itemCurves(pool), weight);
        const { sd } = belief.expected();
        for (const item of weight.keys()) {
          expect(belief.gain(item)).toBeGreaterThanOrEqual(0);
          expect(belief.gain(item)).toBeLessThanOrEqual(sd ** 2 + 1e-12);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("gains what an answer of 0 or 1 removes of the variance, where a line is all there is to it", () => {
    // With two outcomes every function of the answer is a line: the gain is exact.
    const curves = itemCurves(rows);
    const weight = [2, 1, 1];
    const belief = placingBelief(curves, weight);
    const before = belief.expected();
    for (const item of [0, 1, 2]) {
      const after = [0, 1].map((score) => {
        const other = placingBelief(curves, weight);
        other.observe(item, score);
        return other.expected();
      });
      const chance = (before.mean - after[0]!.mean) / (after[1]!.mean - after[0]!.mean);
      const left = (1 - chance) * after[0]!.sd ** 2 + chance * after[1]!.sd ** 2;
      expect(belief.gain(item)).toBeCloseTo(before.sd ** 2 - left, 10);
    }
  });
});

describe("itemCurves", () => {
  it("rise with ability, and never reach 0 or 1", () => {
    fc.assert(
      fc.property(anyRows({ models: [3, 12], items: [1, 12] }), (pool) => {
        const { abilities, chance, prior } = itemCurves(pool);
        expect(prior.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
        for (const [place, p] of chance.entries()) {
          expect(p).toBeGreaterThan(0);
          expect(p).toBeLessThan(1);
          if (place % abilities > 0) expect(p).toBeGreaterThanOrEqual(chance[place - 1]!);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("are level for an item that tells nobody apart, and passed over gaps", () => {
    const { abilities, chance } = itemCurves([
      [1, 1, undefined],
      [1, 0, 0],
      [1, null, 1],
    ]);
    const first = chance.subarray(0, abilities);
    expect(new Set(first)).toEqual(new Set([3.5 / 4]));
    const last = chance.subarray(2 * abilities);
    expect(last.at(-1)).toBeGreaterThan(last[0]!);
  });
});

describe("nextItem", () => {
  const belief = { gain: (item: number) => item };

  it("asks the best of ten that are drawn, or one that is drawn", () => {
    const open = Array.from({ length: 1000 }, (_, item) => item);
    const of = (order: "informative" | "random") =>
      Array.from({ length: 200 }, (_, asked) => nextItem(belief, open, { order, seed: 1, asked })!);
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    // The largest of ten draws from 0 to 999 is about 10/11 of the way up on average.
    expect(mean(of("informative")) / 999).toBeCloseTo(10 / 11, 1);
    expect(mean(of("random")) / 999).toBeCloseTo(0.5, 1);
  });

  it("takes each of fewer than ten into account, and none of none", () => {
    for (let size = 1; size <= 10; size += 1) {
      const open = Array.from({ length: size }, (_, item) => item);
      expect(nextItem(belief, open, { order: "informative", seed: 3, asked: 0 })).toBe(size - 1);
    }
    expect(nextItem(belief, [], { order: "informative", seed: 3, asked: 0 })).toBeUndefined();
  });

  it("goes on after a break as it would have without one", () => {
    const open = [4, 8, 15, 16, 23, 42, 99, 100, 101, 102, 103, 104, 105];
    const ask = (asked: number) => nextItem(belief, open, { order: "informative", seed: 9, asked });
    expect(ask(7)).toBe(ask(7));
    expect(new Set([0, 1, 2, 3, 4, 5, 6].map(ask)).size).toBeGreaterThan(1);
  });
});
