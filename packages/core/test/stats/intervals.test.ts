import { describe, expect, it } from "vitest";
import type { Fitted } from "../../src/estimate/fitted.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, scoreAt, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { bootstrap, replicatesOf, type Bootstrap } from "../../src/stats/bootstrap.ts";
import { closedFormError } from "../../src/stats/closed-form-error.ts";
import { intervals } from "../../src/stats/intervals.ts";
import { ascending, quantile } from "../../src/stats/quantile.ts";
import { ranks } from "../../src/stats/ranks.ts";
import { equalAccuracyWorld, logisticWorld, nemesisWorld } from "../../src/analysis/worlds.ts";

const fitted = (matrix: ResponseMatrix, options: PropagateOptions = {}): Fitted => ({
  matrix,
  fit: propagate(matrix, options),
});

/** The rows of a matrix, with some of them again at the end. */
function withCopies(matrix: ResponseMatrix, copied: readonly number[]): ResponseMatrix {
  const models = [...matrix.models.keys(), ...copied];
  return matrixFromRows(
    models.map((model) => matrix.items.map((_, item) => scoreAt(matrix, model, item))),
  );
}

const pool = fitted(logisticWorld(41, { models: 12, items: 300 }).matrix);
const drawn = bootstrap(pool, { replicates: 400 });
const found = intervals(pool, { bootstrap: drawn });

describe("intervals from a bootstrap", () => {
  it("are percentiles of competency and weighted accuracy", () => {
    for (const [model, interval] of found.models.entries()) {
      const row = { model, replicates: 400 };
      const competency = ascending(replicatesOf(drawn.logCompetency, row).map(Math.exp));
      const accuracy = ascending(replicatesOf(drawn.weightedAccuracy, row));
      expect(interval.lower).toBeCloseTo(quantile(competency, 0.025), 14);
      expect(interval.upper).toBeCloseTo(quantile(competency, 0.975), 14);
      expect(interval.weightedLower).toBeCloseTo(quantile(accuracy, 0.025), 14);
      expect(interval.weightedUpper).toBeCloseTo(quantile(accuracy, 0.975), 14);
    }
    expect([found.method, found.rankMethod, found.cautions]).toEqual([
      "percentile",
      "paired-differences",
      [],
    ]);
  });
  it("are widened to hold the estimate", () => {
    const shifted: Bootstrap = {
      ...drawn,
      logCompetency: drawn.logCompetency.map((value) => value + 1),
      weightedAccuracy: drawn.weightedAccuracy.map(() => 0),
    };
    for (const [model, interval] of intervals(pool, { bootstrap: shifted }).models.entries()) {
      expect(interval.lower).toBe(pool.fit.competency[model]);
      expect(interval.weightedUpper).toBe(pool.fit.weightedAccuracy[model]);
    }
  });
  it("narrow with a lower level", () => {
    const narrow = intervals(pool, { bootstrap: drawn, level: 0.5 }).models;
    for (const [model, wide] of found.models.entries()) {
      expect(narrow[model]!.lower!).toBeGreaterThan(wide.lower!);
      expect(narrow[model]!.upper!).toBeLessThan(wide.upper!);
      expect(narrow[model]!.rankUpper!).toBeLessThanOrEqual(wide.rankUpper!);
      expect(narrow[model]!.accuracyLower!).toBeGreaterThan(wide.accuracyLower!);
    }
  });
  it("of ranks hold the rank, with and without smoothing, gaps and ties", () => {
    const worlds = [
      logisticWorld(42, { items: 100 }).matrix,
      logisticWorld(43, { items: 400, gaps: "random half" }).matrix,
      equalAccuracyWorld(1),
      withCopies(logisticWorld(44, { models: 6, items: 150 }).matrix, [0, 0, 3]),
      nemesisWorld(2, 200),
    ];
    for (const matrix of worlds) {
      for (const smoothing of [0, 0.5]) {
        const some = fitted(matrix, { smoothing });
        const bounds = intervals(some, { bootstrap: bootstrap(some, { replicates: 200 }) }).models;
        for (const [model, rank] of ranks(some.fit.competency, some.fit.errorBound).entries()) {
          expect(bounds[model]!.rankLower).toBeLessThanOrEqual(rank);
          expect(bounds[model]!.rankUpper).toBeGreaterThanOrEqual(rank);
        }
      }
    }
  });
  it("are equal for models with equal answers", () => {
    const twins = fitted(
      withCopies(logisticWorld(45, { models: 7, items: 200 }).matrix, [2, 2, 5]),
    );
    const { models } = intervals(twins, { bootstrap: bootstrap(twins, { replicates: 300 }) });
    for (const [one, other] of [
      [2, 7],
      [2, 8],
      [5, 9],
    ] as const) {
      for (const [name, value] of Object.entries(models[one]!)) {
        const same = models[other]![name as keyof (typeof models)[number]];
        expect(Math.abs(value! - same!)).toBeLessThan(1e-12);
      }
    }
  });
  it("are missing for a model that was asked nothing that counts", () => {
    const { matrix } = logisticWorld(46, { models: 6, items: 100 });
    const rows = [
      ...Array.from({ length: 6 }, (_, model) =>
        matrix.items.map((__, q) => scoreAt(matrix, model, q)),
      ),
      matrix.items.map(() => undefined),
    ];
    const some = fitted(matrixFromRows(rows));
    const { models } = intervals(some, { bootstrap: bootstrap(some, { replicates: 200 }) });
    expect(models[6]).toEqual({
      lower: null,
      upper: null,
      weightedLower: null,
      weightedUpper: null,
      rankLower: null,
      rankUpper: null,
      accuracyLower: null,
      accuracyUpper: null,
    });
    expect(models[0]!.rankUpper).toBeLessThanOrEqual(6);
  });
  it("are missing for a model that was asked too few items to be in every draw", () => {
    const { matrix } = logisticWorld(47, { models: 6, items: 100 });
    const rows = Array.from({ length: 6 }, (_, model) =>
      matrix.items.map((__, q) => (model === 5 && q > 1 ? undefined : scoreAt(matrix, model, q))),
    );
    const some = fitted(matrixFromRows(rows));
    const { models } = intervals(some, { bootstrap: bootstrap(some, { replicates: 200 }) });
    expect([models[5]!.lower, models[5]!.rankLower]).toEqual([null, null]);
    expect(models[4]!.lower).not.toBeNull();
    expect(models[4]!.rankUpper).toBeLessThanOrEqual(6);
  });
});

describe("doubts about intervals", () => {
  const cluster = (count: number) => Array.from({ length: 300 }, (_, item) => item % count);
  const withClusters = (count: number) =>
    intervals(pool, {
      bootstrap: bootstrap(pool, { replicates: 200, cluster: cluster(count) }),
      cluster: cluster(count),
    });

  it("fewer than 20 items that tell models apart: no interval but that of accuracy", () => {
    const small = fitted(logisticWorld(48, { models: 5, items: 18 }).matrix);
    const { models, method, cautions } = intervals(small, { bootstrap: bootstrap(small) });
    expect([method, cautions]).toEqual(["none", ["too-few-items"]]);
    expect(models[0]).toMatchObject({ lower: null, weightedLower: null, rankLower: null });
    expect(models[0]!.accuracyLower).not.toBeNull();
  });
  it("fewer than 200 replicates: no range of ranks", () => {
    const few = intervals(pool, { bootstrap: bootstrap(pool, { replicates: 199 }) });
    expect(few.cautions).toEqual(["few-replicates"]);
    expect(few.rankMethod).toBe("none");
    expect(few.models[0]!.rankLower).toBeNull();
    expect(few.models[0]!.lower).not.toBeNull();
  });
  it("fewer than 10 clusters: a caution; fewer than 3: nothing", () => {
    expect(withClusters(10).cautions).toEqual([]);
    expect(withClusters(9).cautions).toEqual(["few-clusters"]);
    expect(withClusters(9).models[0]!.lower).not.toBeNull();
    expect(withClusters(2)).toMatchObject({ method: "none", cautions: ["few-clusters"] });
    expect(withClusters(2).models[0]!.accuracyLower).toBeNull();
  });
  it("more than 5 % of replicates without an item that tells models apart: nothing", () => {
    const skipping: Bootstrap = { ...drawn, skipped: 22 };
    const nothing = intervals(pool, { bootstrap: skipping });
    expect(nothing).toMatchObject({ method: "none", rankMethod: "none" });
    expect(nothing.cautions).toEqual(["skipped-replicates"]);
    expect(intervals(pool, { bootstrap: { ...drawn, skipped: 21 } }).method).toBe("percentile");
  });
});

describe("intervals without a bootstrap", () => {
  it("are exp(ln competency -+ z SE / competency), and no range of ranks", () => {
    const closed = intervals(pool);
    const error = closedFormError(pool)!;
    expect([closed.method, closed.rankMethod, closed.cautions]).toEqual([
      "closed-form",
      "none",
      [],
    ]);
    for (const [model, interval] of closed.models.entries()) {
      const value = pool.fit.competency[model]!;
      const half = (1.959963984540054 * error.competency[model]!) / value;
      expect(interval.lower).toBeCloseTo(Math.exp(Math.log(value) - half), 12);
      expect(interval.upper).toBeCloseTo(Math.exp(Math.log(value) + half), 12);
      expect(interval.rankLower).toBeNull();
    }
  });
  it("are about those of the bootstrap", () => {
    for (const [model, closed] of intervals(pool).models.entries()) {
      const percentile = found.models[model]!;
      for (const [lower, upper] of [
        ["lower", "upper"],
        ["weightedLower", "weightedUpper"],
      ] as const) {
        const width = percentile[upper]! - percentile[lower]!;
        expect(Math.abs(closed[lower]! - percentile[lower]!)).toBeLessThan(0.2 * width);
        expect(Math.abs(closed[upper]! - percentile[upper]!)).toBeLessThan(0.2 * width);
      }
    }
  });
  it("do not exist with gaps, for few items, or where a model fails nothing or almost nothing", () => {
    const cautionsOf = (some: Fitted) => {
      const { method, models, cautions } = intervals(some);
      expect([method, models[0]!.lower, models[0]!.weightedUpper]).toEqual(["none", null, null]);
      return cautions;
    };
    const gappy = fitted(logisticWorld(49, { gaps: "random half" }).matrix);
    const small = fitted(logisticWorld(48, { models: 5, items: 18 }).matrix);
    const best = matrixFromRows([
      ...Array.from({ length: 12 }, (_, model) =>
        pool.matrix.items.map((__, item) => scoreAt(pool.matrix, model, item)),
      ),
      pool.matrix.items.map(() => 1),
    ]);
    expect(cautionsOf(gappy)).toEqual(["gaps"]);
    expect(cautionsOf(small)).toEqual(["too-few-items"]);
    expect(cautionsOf(fitted(best))).toEqual(["fails-nothing"]);
    expect(cautionsOf(fitted(nemesisWorld(1, 300)))).toEqual(["near-perfect"]);
  });
  it("take clusters into account, and need three of them", () => {
    const cluster = (count: number) => Array.from({ length: 300 }, (_, item) => item % count);
    const [few, two] = [5, 2].map((count) => intervals(pool, { cluster: cluster(count) }));
    expect([few!.method, few!.cautions]).toEqual(["closed-form", ["few-clusters"]]);
    expect([two!.method, two!.cautions]).toEqual(["none", ["few-clusters"]]);
  });
});

describe("the nemesis pool, where one item carries the weakest model", () => {
  const nemesis = fitted(nemesisWorld(1, 1000));
  const { models } = intervals(nemesis, { bootstrap: bootstrap(nemesis) });

  it("gives it every rank from 1 to 11", () => {
    expect([models[0]!.rankLower, models[0]!.rankUpper]).toEqual([1, 11]);
  });
  it("gives it a competency of .04 to .155", () => {
    expect(models[0]!.lower).toBeCloseTo(0.04, 2);
    expect(models[0]!.upper).toBeCloseTo(0.155, 2);
  });
});
