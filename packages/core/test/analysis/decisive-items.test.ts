import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decisiveItems } from "../../src/analysis/decisive-items.ts";
import { competencyTerms, itemShares } from "../../src/analysis/explain.ts";
import type { Fitted } from "../../src/estimate/fitted.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, scoreAt } from "../../src/matrix/response-matrix.ts";
import { mulberry32 } from "../../src/numeric/random.ts";
import { ranks } from "../../src/stats/ranks.ts";
import { anyRows, gappyRows, type GappyRows } from "../matrix/arbitrary-rows.ts";

function fitted(rows: GappyRows, options: PropagateOptions = {}): Fitted {
  const matrix = matrixFromRows(rows);
  return { matrix, fit: propagate(matrix, options) };
}

/**
 * Ten models of accuracy .2 to .8 and an eleventh that fails a single item, which only the weakest
 * solved.
 */
function nemesisPool(worldSeed: number, items: number) {
  const random = mulberry32(worldSeed);
  const solved = Array.from({ length: items }, () =>
    Array.from({ length: 10 }, (_, model) => (random.uniform() < 0.2 + (model * 0.6) / 9 ? 1 : 0)),
  );
  const rows: number[][] = Array.from({ length: 10 }, (_, model) =>
    solved.map((outcomes) => outcomes[model]!),
  );
  rows.push(Array.from({ length: items }, () => 1));
  const [weakest, nearPerfect, item] = [0, 10, items - 1];
  for (const [model, row] of rows.entries()) row[item] = model === weakest ? 1 : 0;
  return { rows, weakest, nearPerfect, item };
}

describe("decisiveItems", () => {
  it.each([1, 2, 3, 4, 5])(
    "names the one item that carries the weakest model past nine others (pool %i)",
    (worldSeed) => {
      const { rows, weakest, item } = nemesisPool(worldSeed, 1000);
      const found = decisiveItems(fitted(rows));
      expect(found[0]).toMatchObject({ model: weakest, item, rankNow: 2 });
      expect(found[0]!.share).toBeGreaterThan(0.7);
      expect(found[0]!.rankWithout).toBeGreaterThanOrEqual(10);
      expect(new Set(found.map(({ model }) => model))).toEqual(new Set([weakest]));
    },
  );

  it("names nothing in that pool once it is smoothed", () => {
    const { rows, weakest } = nemesisPool(1, 1000);
    const pool = fitted(rows, { smoothing: 0.05 });
    expect(decisiveItems(pool)).toEqual([]);
    expect(ranks(pool.fit.competency)[weakest]).toBe(11);
  });

  it("in the published method takes d A w from every model, weights as fitted", () => {
    fc.assert(
      fc.property(anyRows({ models: [2, 24], items: [2, 24] }), (rows) => {
        const pool = fitted(rows, { tolerance: 1e-14 });
        expect(summary(decisiveItems(pool))).toEqual(summary(byTheRule(pool)));
      }),
      { numRuns: 200 },
    );
  });

  it("wants a fall of two ranks in a small pool, of a tenth of the models in a large one", () => {
    // Every model solves its own item, so without it each falls from the first place to the last.
    const own = (models: number) =>
      Array.from({ length: models }, (_, model) =>
        Array.from({ length: models }, (__, item) => (item === model ? 1 : 0)),
      );
    expect(decisiveItems(fitted(own(2)))).toEqual([]);
    expect(decisiveItems(fitted(own(3)))).toHaveLength(3);
    // Who loses its only item falls to those who solve nothing, behind the other solvers.
    const ladder = (solvers: number, models: number) =>
      Array.from({ length: models }, (_, model) =>
        Array.from({ length: solvers }, (__, item) => (item === model ? 1 : 0)),
      );
    const falls = (solvers: number) =>
      decisiveItems(fitted(ladder(solvers, 40))).map(
        ({ rankNow, rankWithout }) => rankWithout - rankNow,
      );
    expect(falls(4)).toEqual([]);
    expect(falls(5)).toEqual([4, 4, 4, 4, 4]);
  });

  it("lists the largest share first", () => {
    fc.assert(
      fc.property(gappyRows({ models: [3, 10], items: [2, 12] }), (rows) => {
        const shares = decisiveItems(fitted(rows)).map(({ share }) => share);
        expect(shares).toEqual(shares.toSorted((a, b) => b - a));
      }),
    );
  });

  it("with gaps takes the item out of both sides of each weighted accuracy", () => {
    fc.assert(
      fc.property(gappyRows({ models: [3, 12], items: [3, 12] }), (rows) => {
        const pool = fitted(rows, { tolerance: 1e-14 });
        const { fit } = pool;
        for (const { model, item, rankWithout } of decisiveItems(pool)) {
          const accuracy = rows.map((row, other) => {
            let [earned, asked] = [0, 0];
            for (const [place, kept] of fit.keptItems.entries()) {
              if (kept === item || row[kept] === undefined) continue;
              earned += (row[kept] ?? 0) * fit.itemWeight[place]!;
              asked += fit.itemWeight[place]!;
            }
            if (asked > 0) return earned / asked;
            return Number.isNaN(fit.competency[other]!) ? Number.NaN : 0;
          });
          // As in the source: differences below a billionth are none.
          expect(ranks(accuracy, 1e-9)[model]).toBe(rankWithout);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("a model that was asked nothing but the item has no rank without it, and is named", () => {
    const rows = [
      [1, undefined, undefined, undefined],
      [0, 1, 0, 1],
      [0, 0, 1, 0],
      [0, 1, 1, 0],
    ];
    const found = decisiveItems(fitted(rows));
    expect(found.filter(({ model }) => model === 0)).toEqual([
      { model: 0, item: 0, share: 1, rankNow: 1, rankWithout: 4 },
    ]);
  });

  it("under `wrong` a gap is a failure here too", () => {
    fc.assert(
      fc.property(gappyRows({ models: [3, 10], items: [2, 12] }), (rows) => {
        const filled = rows.map((row) => row.map((score) => score ?? 0));
        expect(decisiveItems(fitted(rows, { missing: "wrong" }))).toEqual(
          decisiveItems(fitted(filled)),
        );
      }),
    );
  });

  it("a pool without a kept item has none", () => {
    expect(
      decisiveItems(
        fitted([
          [1, 0],
          [1, 0],
        ]),
      ),
    ).toEqual([]);
  });
});

/** The rule of single-item warnings: take the term away and rank again. */
function byTheRule(pool: Fitted) {
  const { matrix, fit } = pool;
  const models = [...matrix.models.keys()];
  const rankNow = ranks(fit.competency, fit.errorBound);
  const terms = models.map((model) => competencyTerms(pool, model));
  const fall = Math.max(2, Math.ceil(models.length / 10));
  return models.flatMap((model) =>
    [...itemShares(pool, model)].flatMap((share, place) => {
      if (share <= 0.1) return [];
      const without = models.map((other) => fit.competency[other]! - terms[other]![place]!);
      const rankWithout = ranks(without)[model]!;
      const item = fit.keptItems[place]!;
      expect(scoreAt(matrix, model, item)).toBeGreaterThan(0);
      return rankWithout - rankNow[model]! >= fall
        ? [{ model, item, share, rankNow: rankNow[model]!, rankWithout }]
        : [];
    }),
  );
}

function summary(found: readonly { model: number; item: number; rankWithout: number }[]) {
  return found
    .map(({ model, item, rankWithout }) => `${model}, ${item}: ${rankWithout}`)
    .toSorted();
}
