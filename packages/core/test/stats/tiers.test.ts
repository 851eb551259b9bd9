import { describe, expect, it } from "vitest";
import type { Fitted } from "../../src/estimate/fitted.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, scoreAt, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { bootstrap, replicatesOf, type Bootstrap } from "../../src/stats/bootstrap.ts";
import { intervals } from "../../src/stats/intervals.ts";
import { descending } from "../../src/stats/ranks.ts";
import { tiers } from "../../src/stats/tiers.ts";
import { logisticWorld } from "../../src/analysis/worlds.ts";

const fitted = (matrix: ResponseMatrix, options: PropagateOptions = {}): Fitted => ({
  matrix,
  fit: propagate(matrix, options),
});

const spreadOut = (models: number, width: number) =>
  Float64Array.from({ length: models }, (_, model) => width * (model / (models - 1) - 0.5));

const pool = fitted(
  logisticWorld(51, { models: 40, items: 600, ability: spreadOut(40, 3) }).matrix,
  { smoothing: 0.5 },
);
const drawn = bootstrap(pool, { replicates: 400 });
const found = tiers(pool, { bootstrap: drawn });
const order = descending(pool.fit.competency);

/** The rule as it is written down: loops over replicates and pairs. */
function byHand({ fit }: Fitted, { logCompetency, replicates }: Bootstrap) {
  const models = descending(fit.competency);
  const x = models.map((model) => Math.log(fit.competency[model]!));
  const rows = models.map((model) => [...replicatesOf(logCompetency, { model, replicates })]);
  const sd = (i: number, j: number) => {
    const differences = rows[i]!.map((value, b) => value - rows[j]![b]!);
    const mean = differences.reduce((sum, value) => sum + value, 0) / replicates;
    const squares = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return Math.sqrt(squares / (replicates - 1));
  };
  const sds = models.map((_, i) => models.map((__, j) => sd(i, j)));
  const suffix = (k: number) =>
    Array.from({ length: replicates }, (_, b) => {
      let most = 0;
      for (let i = k; i < models.length; i += 1) {
        for (let j = i + 1; j < models.length; j += 1) {
          const shift = rows[i]![b]! - rows[j]![b]! - (x[i]! - x[j]!);
          most = Math.max(most, Math.abs(shift) / sds[i]![j]!);
        }
      }
      return most;
    });
  const leaders = [0];
  let maxima = suffix(0);
  const p = [1];
  const critical = () => maxima.toSorted((a, b) => a - b)[Math.ceil(0.95 * (replicates + 1)) - 1]!;
  for (let place = 1; place < models.length; place += 1) {
    const lead = leaders.at(-1)!;
    const t = (x[lead]! - x[place]!) / sds[lead]![place]!;
    if (t > critical()) {
      leaders.push(place);
      maxima = suffix(place);
      p.push(1);
    } else p.push(maxima.filter((value) => value >= t).length / replicates);
  }
  return { leaders, p };
}

describe("tiers", () => {
  it("follow the rule as it is written down", () => {
    const small = fitted(
      logisticWorld(52, { models: 12, items: 300, ability: spreadOut(12, 3) }).matrix,
    );
    const replicates = bootstrap(small, { replicates: 250 });
    const result = tiers(small, { bootstrap: replicates });
    const expected = byHand(small, replicates);
    const places = descending(small.fit.competency);
    expect(result.count).toBe(expected.leaders.length);
    expect(result.count).toBeGreaterThan(1);
    expect(result.boundaries.map(({ below }) => below)).toEqual(
      expected.leaders.slice(1).map((place) => places[place]),
    );
    for (const [place, model] of places.entries()) {
      expect(result.models[model]!.tierP).toBeCloseTo(expected.p[place]!, 12);
    }
  });
  it("part forty models of clearly different ability", () => {
    expect(found.method).toBe("bootstrap-maximum");
    expect(found.count).toBeGreaterThan(4);
  });
  it("number the models in their order and say from which place to which they reach", () => {
    for (const [place, model] of order.entries()) {
      const { tier, tierFirst, tierLast, tierP } = found.models[model]!;
      expect(tierFirst).toBeLessThanOrEqual(place + 1);
      expect(tierLast).toBeGreaterThanOrEqual(place + 1);
      const previous = order[place - 1];
      const above = previous === undefined ? undefined : found.models[previous];
      expect([0, 1]).toContain(tier! - (above?.tier ?? 0));
      if (tier !== above?.tier) expect([tierFirst, tierP]).toEqual([place + 1, 1]);
      else expect(tierP).toBeGreaterThan(0.05);
    }
    expect(found.models[order.at(-1)!]!.tierLast).toBe(40);
  });
  it("say by how much each boundary was passed, and which are close", () => {
    expect(found.boundaries).toHaveLength(found.count - 1);
    for (const { t, critical, close, below } of found.boundaries) {
      expect(t).toBeGreaterThan(critical);
      expect(close).toBe(t - critical < 0.1);
      expect(found.models[below]!.tierP).toBe(1);
    }
  });
  it("need less evidence the fewer models are left", () => {
    const criticals = found.boundaries.map(({ critical }) => critical);
    expect(criticals).toEqual(criticals.toSorted((a, b) => b - a));
  });
  it("are fewer at a higher level", () => {
    const strict = tiers(pool, { bootstrap: drawn, level: 0.999 });
    expect(strict.count).toBeLessThan(found.count);
  });
  it("do not part models with equal answers", () => {
    const { matrix } = logisticWorld(53, { models: 8, items: 400, ability: spreadOut(8, 4) });
    const doubled = fitted(
      matrixFromRows(
        Array.from({ length: 16 }, (_, row) =>
          matrix.items.map((__, item) => scoreAt(matrix, row % 8, item)),
        ),
      ),
    );
    const { models, count } = tiers(doubled, {
      bootstrap: bootstrap(doubled, { replicates: 300 }),
    });
    expect(count).toBeGreaterThan(2);
    for (let model = 0; model < 8; model += 1) {
      expect(models[model + 8]!.tier).toBe(models[model]!.tier);
    }
  });
  it("do not depend on the order of the models", () => {
    const reversed = fitted(
      matrixFromRows(
        pool.matrix.models.map((_, row) =>
          pool.matrix.items.map((__, item) => scoreAt(pool.matrix, 39 - row, item)),
        ),
        { models: pool.matrix.models.toReversed() },
      ),
      { smoothing: 0.5 },
    );
    const other = tiers(reversed, { bootstrap: bootstrap(reversed, { replicates: 400 }) });
    expect(other.models.toReversed().map(({ tier }) => tier)).toEqual(
      found.models.map(({ tier }) => tier),
    );
  });
  it("leave out a model without a competency", () => {
    const { matrix } = logisticWorld(54, { models: 5, items: 100 });
    const rows = matrix.models.map((_, model) =>
      matrix.items.map((__, q) => scoreAt(matrix, model, q)),
    );
    const some = fitted(matrixFromRows([...rows, matrix.items.map(() => undefined)]));
    const { models } = tiers(some, { bootstrap: bootstrap(some, { replicates: 200 }) });
    expect(models[5]).toEqual({ tier: null, tierFirst: null, tierLast: null, tierP: null });
    expect(models.slice(0, 5).map(({ tier }) => tier)).not.toContain(null);
  });
  it("are not found with fewer than 200 replicates or too few items", () => {
    const few = tiers(pool, { bootstrap: bootstrap(pool, { replicates: 199 }) });
    expect([few.count, few.method, few.models[0]!.tier]).toEqual([0, "none", null]);
    const small = fitted(logisticWorld(55, { models: 5, items: 15 }).matrix);
    expect(tiers(small, { bootstrap: bootstrap(small) }).count).toBe(0);
  });
});

describe("more than a thousand models", () => {
  const many = fitted(
    logisticWorld(56, { models: 1001, items: 150, ability: spreadOut(1001, 6) }).matrix,
    { smoothing: 0.5 },
  );
  const replicates = bootstrap(many, { replicates: 200 });

  it("are parted by a normal bound over all pairs left", () => {
    const { method, count, boundaries, models } = tiers(many, { bootstrap: replicates });
    expect(method).toBe("bonferroni");
    expect(count).toBeGreaterThan(1);
    // The quantile at 1 - .05 / (1001 * 1000).
    expect(boundaries[0]!.critical).toBeCloseTo(5.3267, 3);
    for (const { tierP } of models) expect(tierP).toBeGreaterThan(0.049);
  });
  it("have ranges of ranks from bootstrap ranks", () => {
    const { rankMethod, models } = intervals(many, { bootstrap: replicates });
    expect(rankMethod).toBe("bootstrap-ranks");
    for (const { rankLower, rankUpper } of models) {
      expect(Number.isInteger(rankLower) && Number.isInteger(rankUpper)).toBe(true);
      expect(rankUpper! - rankLower!).toBeGreaterThan(3);
    }
  });
});
