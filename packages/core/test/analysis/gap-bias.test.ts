import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { biasedGaps } from "../../src/analysis/gap-bias.ts";
import type { Fitted } from "../../src/estimate/fitted.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { mulberry32 } from "../../src/numeric/random.ts";
import { type GappyRows } from "../matrix/arbitrary-rows.ts";

function fitted(rows: GappyRows): Fitted {
  const matrix = matrixFromRows(rows);
  return { matrix, fit: propagate(matrix) };
}

/** Twelve models on items that get harder with their index. */
function ladder(items: number): number[][] {
  const random = mulberry32(7);
  return Array.from({ length: 12 }, (_, model) =>
    Array.from({ length: items }, (__, item) =>
      random.uniform() < 0.15 + 0.7 * ((11 - model) / 22 + (items - item) / (2 * items)) ? 1 : 0,
    ),
  );
}

const without = (rows: number[][], gaps: Readonly<Record<number, (item: number) => boolean>>) =>
  rows.map((row, model) =>
    row.map((score, item) => (gaps[model]?.(item) ? undefined : score)),
  ) satisfies GappyRows;

describe("biasedGaps", () => {
  it("names a model that was asked the easy half, with the sign of what is missing", () => {
    const rows = without(ladder(200), { 3: (item) => item >= 100 });
    const [found, ...others] = biasedGaps(fitted(rows));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ model: 3 });
    expect(found!.z).toBeGreaterThan(4);
    expect(found!.asked).toBeLessThan(found!.kept);
  });

  it("is negative for one that was asked the hard half", () => {
    const rows = without(ladder(200), { 3: (item) => item < 100 });
    const [found] = biasedGaps(fitted(rows));
    expect(found!.z).toBeLessThan(-4);
  });

  it("is silent about random gaps, and about none", () => {
    const random = mulberry32(11);
    const drawn = Array.from({ length: 200 }, () => random.uniform() < 0.5);
    const rows = without(ladder(200), { 3: (item) => drawn[item]!, 5: (item) => !drawn[item]! });
    expect(biasedGaps(fitted(rows))).toEqual([]);
    expect(biasedGaps(fitted(ladder(200)))).toEqual([]);
  });

  it("wants ten gaps among the items that tell models apart", () => {
    const hardest = (count: number) => (item: number) => item >= 200 - count;
    const silent = biasedGaps(fitted(without(ladder(200), { 3: hardest(9) })));
    const loud = biasedGaps(fitted(without(ladder(200), { 3: hardest(30) })));
    expect(silent).toEqual([]);
    expect(loud.map(({ model }) => model)).toEqual([3]);
  });

  it("says nothing about a model without an answer", () => {
    const rows = without(ladder(40), { 3: () => true });
    expect(biasedGaps(fitted(rows))).toEqual([]);
  });

  it("is the distance of the mean percentile from one half, in standard errors", () => {
    const cells = fc.array(
      fc.array(fc.constantFrom(0, 1, 1, undefined, undefined), { minLength: 60, maxLength: 60 }),
      { minLength: 4, maxLength: 8 },
    );
    // Gaps that lean: model 0 was not asked what others mostly fail.
    const leaning = cells.map((rows) => [
      rows[0]!.map((score, item) =>
        rows.slice(1).filter((row) => row[item] === 0).length > 1 ? undefined : (score ?? 1),
      ),
      ...rows.slice(1),
    ]);
    let fired = 0;
    fc.assert(
      fc.property(fc.oneof(cells, leaning), (rows) => {
        const pool = fitted(rows);
        const expected = rows.flatMap((_, model) => {
          const z = zScore(pool, rows[model]!);
          return Math.abs(z) > 4 ? [{ model, z }] : [];
        });
        const found = biasedGaps(pool);
        fired += found.length;
        expect(found.map(({ model }) => model)).toEqual(expected.map(({ model }) => model));
        for (const [place, { z, asked, kept }] of found.entries()) {
          expect(z).toBeCloseTo(expected[place]!.z, 10);
          expect(kept).toBe(pool.fit.keptItems.length);
          const row = rows[found[place]!.model]!;
          expect(asked).toBe([...pool.fit.keptItems].filter((i) => row[i] !== undefined).length);
        }
      }),
      { numRuns: 200 },
    );
    expect(fired).toBeGreaterThan(20);
  });
});

/** From the formula; 0 where the rule does not apply. */
function zScore({ fit }: Fitted, row: GappyRows[number]): number {
  const difficulty = [...fit.difficulty];
  const gaps = [...fit.keptItems.keys()].filter(
    (place) => row[fit.keptItems[place]!] === undefined,
  );
  if (gaps.length < 10 || gaps.length === difficulty.length) return 0;
  const percentiles = gaps.map((place) => {
    const below = difficulty.filter((value) => value < difficulty[place]!).length;
    const equal = difficulty.filter((value) => value === difficulty[place]).length;
    return (below + equal / 2) / difficulty.length;
  });
  const mean = percentiles.reduce((a, b) => a + b, 0) / gaps.length;
  const n = gaps.length;
  return (mean - 0.5) / Math.sqrt((1 / 12 / n) * (1 - n / difficulty.length));
}
