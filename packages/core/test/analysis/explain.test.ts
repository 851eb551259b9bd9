import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  competencyTerms,
  differenceTerms,
  difficultyShares,
  effectiveItems,
  itemShares,
} from "../../src/analysis/explain.ts";
import type { Fitted } from "../../src/estimate/fitted.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { total } from "../../src/numeric/vectors.ts";
import { anyRows, gappyRows, type GappyRows } from "../matrix/arbitrary-rows.ts";
import { solvePool } from "../support/closed-form.ts";

function fitted(rows: GappyRows, options: PropagateOptions = {}): Fitted {
  const matrix = matrixFromRows(rows);
  return { matrix, fit: propagate(matrix, { tolerance: 1e-14, ...options }) };
}

const informative = (rows: GappyRows) => solvePool(rows).kept.length > 0;
const complete = anyRows({ models: [2, 12], items: [2, 16] }).filter(informative);
const gappy = gappyRows({ models: [2, 12], items: [2, 16] }).filter(informative);
const damping = fc.constantFrom(0.3, 0.85, 0.95);
const settings = fc.record({ damping, smoothing: fc.constantFrom(0, 0.05, 0.5) });

const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Models with a competency. */
const scoredModels = ({ matrix, fit }: Fitted) =>
  [...matrix.models.keys()].filter((model) => !Number.isNaN(fit.competency[model]!));

describe("complete data, the published method", () => {
  it("a competency is its floor and d A w per item, w being difficulty over solvers", () => {
    fc.assert(
      fc.property(complete, damping, (rows, d) => {
        const pool = fitted(rows, { damping: d });
        const { keptItems, difficulty, competency } = pool.fit;
        for (const [model, row] of rows.entries()) {
          const terms = competencyTerms(pool, model);
          for (const [place, item] of keptItems.entries()) {
            const solvers = sumOf(rows.map((other) => other[item]!));
            const expected = (d * row[item]! * difficulty[place]!) / solvers;
            expect(Math.abs(terms[place]! - expected)).toBeLessThanOrEqual(1e-13);
          }
          const whole = (1 - d) / rows.length + total(terms);
          expect(Math.abs(whole - competency[model]!)).toBeLessThanOrEqual(1e-13);
        }
      }),
    );
  });

  it("shares add up to all but the floor: 1 - (1 - d)/(M competency)", () => {
    fc.assert(
      fc.property(complete, damping, (rows, d) => {
        const pool = fitted(rows, { damping: d });
        for (const model of rows.keys()) {
          const rest = (1 - d) / (rows.length * pool.fit.competency[model]!);
          expect(total(itemShares(pool, model))).toBeCloseTo(1 - rest, 12);
        }
      }),
    );
  });

  it("a difficulty is its floor, an even part, and d (1 - A) v per model that lost credit", () => {
    fc.assert(
      fc.property(complete, damping, (rows, d) => {
        const pool = fitted(rows, { damping: d });
        const { keptItems, difficulty, competency, failsNothing } = pool.fit;
        const items = keptItems.length;
        const even = d * sumOf(failsNothing.map((model) => competency[model]!)) + 1 - d;
        for (const [place, item] of keptItems.entries()) {
          const shares = difficultyShares(pool, item);
          expect(shares.map(({ model }) => model).toSorted((a, b) => a - b)).toEqual(
            [...rows.keys()].filter((model) => rows[model]![item]! < 1),
          );
          for (const { model, share } of shares) {
            const failures = sumOf([...keptItems].map((other) => 1 - rows[model]![other]!));
            const expected = (d * (1 - rows[model]![item]!) * competency[model]!) / failures;
            expect(share * difficulty[place]!).toBeCloseTo(expected, 12);
          }
          const whole = sumOf(shares.map(({ share }) => share));
          expect(whole).toBeCloseTo(1 - even / items / difficulty[place]!, 12);
        }
      }),
    );
  });

  it("weighted accuracy lies in [0, 1], orders as competency does, and gives it back", () => {
    fc.assert(
      fc.property(complete, damping, (rows, d) => {
        const { competency, weightedAccuracy } = fitted(rows, { damping: d }).fit;
        const whole = total(weightedAccuracy);
        for (const [model, accuracy] of weightedAccuracy.entries()) {
          expect(accuracy).toBeGreaterThanOrEqual(0);
          expect(accuracy).toBeLessThanOrEqual(1 + 1e-15);
          const image = (1 - d) / rows.length + (d * accuracy) / whole;
          expect(Math.abs(image - competency[model]!)).toBeLessThanOrEqual(1e-13);
        }
      }),
    );
  });
});

describe("every policy, smoothed or not", () => {
  it("terms and the floor of the scored models add up to the competency", () => {
    const policies = fc.constantFrom("weighted", "common", "wrong");
    fc.assert(
      fc.property(gappy, settings, policies, (rows, options, missing) => {
        const pool = fitted(rows, { ...options, missing });
        fc.pre(pool.fit.keptItems.length > 0);
        const scored = scoredModels(pool);
        for (const model of scored) {
          const whole = (1 - options.damping) / scored.length + total(competencyTerms(pool, model));
          expect(Math.abs(whole - pool.fit.competency[model]!)).toBeLessThanOrEqual(1e-13);
        }
      }),
    );
  });

  it("the difference of two models is the sum of its terms, the largest first", () => {
    fc.assert(
      fc.property(gappy, settings, (rows, options) => {
        const pool = fitted(rows, options);
        const [above, below] = scoredModels(pool);
        fc.pre(below !== undefined);
        const terms = differenceTerms(pool, above!, below);
        const difference = pool.fit.competency[above!]! - pool.fit.competency[below]!;
        expect(Math.abs(sumOf(terms.map(({ term }) => term)) - difference)).toBeLessThanOrEqual(
          1e-13,
        );
        const sizes = terms.map(({ term }) => Math.abs(term));
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        expect(sizes.every((size) => size > 0)).toBe(true);
        const back = differenceTerms(pool, below, above!);
        expect(back).toEqual(terms.map(({ item, term }) => ({ item, term: -term })));
      }),
    );
  });

  it("with gaps or smoothing a share is the term over the sum of the terms", () => {
    fc.assert(
      fc.property(gappy, settings, (rows, options) => {
        const pool = fitted(rows, options);
        const gaps = scoredModels(pool).some((model) => pool.fit.coverage[model]! < 1);
        fc.pre(gaps || options.smoothing > 0);
        for (const model of scoredModels(pool)) {
          const terms = competencyTerms(pool, model);
          const sum = total(terms);
          const shares = [...itemShares(pool, model)];
          if (sum === 0) expect(shares.every((share) => share === 0)).toBe(true);
          else
            for (const [place, share] of shares.entries()) {
              expect(share).toBeCloseTo(terms[place]! / sum, 13);
            }
        }
      }),
    );
  });

  it("a model that was asked nothing changes nobody's shares", () => {
    fc.assert(
      fc.property(complete, settings, (rows, options) => {
        const [without, beside] = [
          fitted(rows, options),
          fitted([...rows, rows[0]!.map(() => undefined)], options),
        ];
        for (const model of rows.keys()) {
          const expected = itemShares(without, model);
          for (const [place, share] of itemShares(beside, model).entries()) {
            expect(share).toBeCloseTo(expected[place]!, 13);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it("under `wrong` everything is explained as if the gaps were failures", () => {
    fc.assert(
      fc.property(gappy, settings, (rows, options) => {
        const pool = fitted(rows, { ...options, missing: "wrong" });
        const filled = fitted(
          rows.map((row) => row.map((score) => score ?? 0)),
          options,
        );
        for (const model of rows.keys()) {
          expect(competencyTerms(pool, model)).toEqual(competencyTerms(filled, model));
          expect(itemShares(pool, model)).toEqual(itemShares(filled, model));
        }
        for (const item of pool.fit.keptItems) {
          expect(difficultyShares(pool, item)).toEqual(difficultyShares(filled, item));
        }
      }),
    );
  });

  it("under `common` shares are those of the items that every model was asked", () => {
    fc.assert(
      fc.property(gappyRows({ models: [2, 4], items: [3, 12] }), damping, (rows, d) => {
        const asked = [...rows[0]!.keys()].filter((item) =>
          rows.every((row) => row[item] !== undefined),
        );
        fc.pre(asked.length > 0);
        const part = fitted(
          rows.map((row) => asked.map((item) => row[item])),
          { damping: d },
        );
        const pool = fitted(rows, { damping: d, missing: "common" });
        for (const model of rows.keys()) {
          expect(itemShares(pool, model)).toEqual(itemShares(part, model));
        }
        for (const [place, item] of asked.entries()) {
          expect(difficultyShares(pool, item)).toEqual(difficultyShares(part, place));
        }
      }),
    );
  });

  it("with gaps a difficulty is its even part and what the models asked pass on to it", () => {
    fc.assert(
      fc.property(gappy, settings, (rows, options) => {
        const pool = fitted(rows, options);
        const { difficulty, keptItems } = pool.fit;
        const exact = solvePool(rows, options);
        for (const [place, item] of keptItems.entries()) {
          const asked = rows.filter((row) => row[item] !== undefined).length / exact.scored.length;
          for (const { model, share } of difficultyShares(pool, item)) {
            const edge = (other: number) => 1 - (rows[model]![other] ?? 0) + options.smoothing;
            const failures = sumOf(
              keptItemsOf(rows[model]!, exact.kept).map(
                (other) =>
                  edge(other) /
                  (rows.filter((row) => row[other] !== undefined).length / exact.scored.length),
              ),
            );
            const expected =
              (options.damping * exact.propagated[model]! * edge(item)) / asked / failures;
            expect(share * difficulty[place]!).toBeCloseTo(expected, 12);
          }
        }
      }),
    );
  });
});

describe("small cases", () => {
  const pair = fitted([
    [1, 0],
    [0, 1],
  ]);

  it("two models that each solve one item owe it all but the floor", () => {
    expect([...competencyTerms(pair, 0)]).toEqual([expect.closeTo(0.425, 14), 0]);
    expect([...itemShares(pair, 0)]).toEqual([expect.closeTo(0.85, 14), 0]);
    expect(differenceTerms(pair, 0, 1)).toEqual([
      { item: 0, term: expect.closeTo(0.425, 14) },
      { item: 1, term: expect.closeTo(-0.425, 14) },
    ]);
  });

  it("items are named by their place in the matrix, not among the kept ones", () => {
    const pool = fitted([
      [1, 1, 0, 0],
      [1, 0, 0, 1],
    ]);
    expect(differenceTerms(pool, 0, 1).map(({ item }) => item)).toEqual([1, 3]);
    expect(difficultyShares(pool, 3).map(({ model }) => model)).toEqual([0]);
  });

  it("an item that is not kept has no shares", () => {
    expect(
      difficultyShares(
        fitted([
          [1, 1],
          [1, 0],
        ]),
        0,
      ),
    ).toEqual([]);
  });

  it("a model that solved nothing owes nothing to any item", () => {
    const pool = fitted([
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
    expect([...itemShares(pool, 0)]).toEqual([0, 0]);
  });

  it("the failing model with more to pass on has the larger share, and comes first", () => {
    // Model 0 fails one item only, model 2 fails two.
    const pool = fitted([
      [0, 1, 1],
      [1, 0, 1],
      [0, 1, 0],
    ]);
    expect(difficultyShares(pool, 0).map(({ model }) => model)).toEqual([0, 2]);
  });
});

describe("effectiveItems", () => {
  it("counts equal shares, and uneven ones for less", () => {
    expect(effectiveItems(Float64Array.of(0.25, 0.25, 0.25, 0))).toBe(3);
    expect(effectiveItems(Float64Array.of(0.1, 0.1))).toBeCloseTo(2, 14);
    const uneven = effectiveItems(Float64Array.of(0.9, 0.05, 0.05));
    expect(uneven).toBeCloseTo(1 / (0.81 + 0.0025 + 0.0025), 12);
  });

  it("is 0 for a model that solved nothing", () => {
    expect(effectiveItems(new Float64Array(3))).toBe(0);
    expect(effectiveItems(new Float64Array(0))).toBe(0);
  });
});

function keptItemsOf(row: GappyRows[number], kept: readonly number[]): readonly number[] {
  return kept.filter((item) => row[item] !== undefined);
}
