import { describe, expect, it } from "vitest";
import type { Fitted } from "../../src/estimate/fitted.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, scoreAt, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { selectFrom } from "../../src/matrix/select.ts";
import { mulberry32, permutation } from "../../src/numeric/random.ts";
import { bootstrap, defaultReplicates, isUsable, replicatesOf } from "../../src/stats/bootstrap.ts";
import { logisticWorld } from "../../src/analysis/worlds.ts";

const fitted = (matrix: ResponseMatrix, options: PropagateOptions = {}): Fitted => ({
  matrix,
  fit: propagate(matrix, options),
});

const { matrix } = logisticWorld(21, { models: 8, items: 120 });
const pool = fitted(matrix);

describe("bootstrap", () => {
  it("gives the same numbers for the same seed, and others for another", () => {
    const once = bootstrap(pool, { replicates: 50, seed: 3 });
    expect(bootstrap(pool, { replicates: 50, seed: 3 })).toEqual(once);
    expect(bootstrap(pool, { replicates: 50, seed: 4 }).logCompetency).not.toEqual(
      once.logCompetency,
    );
  });
  it("draws replicate b from a stream of its own, whatever else is drawn", () => {
    const few = bootstrap(pool, { replicates: 20 });
    const many = bootstrap(pool, { replicates: 60 });
    for (let model = 0; model < 8; model += 1) {
      const [some, all] = [few, many].map(({ logCompetency, replicates }) =>
        replicatesOf(logCompetency, { model, replicates }),
      );
      expect(all!.subarray(0, 20)).toEqual(some);
    }
  });
  it("follows the models into another order", () => {
    const order = permutation(mulberry32(5), 8);
    const names = [...order].map((model) => matrix.models[model]!);
    const moved = matrixFromRows(
      [...order].map((model) =>
        Array.from({ length: 120 }, (_, item) => scoreAt(matrix, model, item)),
      ),
      { models: names },
    );
    const once = bootstrap(pool, { replicates: 30 });
    const other = bootstrap(fitted(moved), { replicates: 30 });
    for (const [place, model] of order.entries()) {
      const before = replicatesOf(once.logCompetency, { model, replicates: 30 });
      const after = replicatesOf(other.logCompetency, { model: place, replicates: 30 });
      for (const [index, value] of after.entries()) expect(value).toBeCloseTo(before[index]!, 12);
    }
  });
  it("refits under the settings of the fit", () => {
    const smooth = bootstrap(fitted(matrix, { smoothing: 0.5, damping: 0.5 }), { replicates: 30 });
    const plain = bootstrap(pool, { replicates: 30 });
    const spread = (values: Float64Array) => Math.max(...values) - Math.min(...values);
    expect(spread(smooth.logCompetency)).toBeLessThan(spread(plain.logCompetency) / 2);
  });
  it("centres on the estimate: the mean of replicates lies within their spread of it", () => {
    const { logCompetency, replicates } = bootstrap(pool, { replicates: 400 });
    for (let model = 0; model < 8; model += 1) {
      const values = replicatesOf(logCompetency, { model, replicates });
      const mean = values.reduce((sum, value) => sum + value, 0) / replicates;
      const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 399);
      expect(Math.abs(mean - Math.log(pool.fit.competency[model]!))).toBeLessThan(sd / 2);
    }
  });
  it.each(["weighted", "common", "wrong"] as const)("works with gaps under `%s`", (missing) => {
    const gappy = logisticWorld(22, { models: 12, items: 2000, gaps: "random half" }).matrix;
    const common = selectFrom(gappy, { models: Uint32Array.of(0, 1, 2, 3, 4) });
    const drawn = bootstrap(fitted(common, { missing }), { replicates: 30 });
    expect(drawn.replicates).toBe(30);
    expect(drawn.logCompetency.some(Number.isNaN)).toBe(false);
  });
  it("does not draw for fewer than 20 items that tell models apart", () => {
    const small = fitted(logisticWorld(23, { models: 5, items: 19 }).matrix);
    const drawn = bootstrap(small, { replicates: 10 });
    expect([drawn.replicates, drawn.refusal]).toEqual([0, "too-few-items"]);
  });
  it("draws whole clusters, and not from fewer than three", () => {
    const clusters = (count: number) => ({
      cluster: Array.from({ length: 120 }, (_, item) => item % count),
      replicates: 40,
    });
    expect(bootstrap(pool, clusters(2)).refusal).toBe("few-clusters");
    const twelve = bootstrap(pool, clusters(12));
    expect([twelve.refusal, twelve.clusters, twelve.replicates]).toEqual([undefined, 12, 40]);
  });
  it("skips draws without an item that tells models apart", () => {
    const informative = logisticWorld(24, { models: 6, items: 60 }).matrix;
    const rows = informative.models.map((_, model) => [
      ...informative.items.map((__, item) => scoreAt(informative, model, item)),
      ...Array.from({ length: 30 }, () => 1),
    ]);
    // One of four clusters holds all that differs: (3/4)^4 of the draws miss it.
    const cluster = Array.from({ length: 90 }, (_, item) => (item < 60 ? 0 : (item % 3) + 1));
    const drawn = bootstrap(fitted(matrixFromRows(rows)), { replicates: 300, cluster });
    expect(Math.abs(drawn.skipped / 300 - (3 / 4) ** 4)).toBeLessThan(0.08);
    expect(drawn.replicates).toBe(300 - drawn.skipped);
    expect(drawn.logCompetency).toHaveLength(6 * drawn.replicates);
    expect(drawn.logCompetency.every((value) => value < 0)).toBe(true);
    expect(isUsable(drawn)).toBe(false);
  });
  it("wants a whole number of replicates from 1", () => {
    for (const replicates of [0, -1, 2.5, Number.NaN]) {
      expect(() => bootstrap(pool, { replicates })).toThrowError("replicates: ");
    }
  });
  it("draws 1,000 times by default, and 200 times above ten million cells", () => {
    expect(defaultReplicates(matrix)).toBe(1000);
    const models = Array.from({ length: 4000 }, (_, model) => `m${model}`);
    const items = Array.from({ length: 2501 }, (_, item) => `q${item}`);
    expect(defaultReplicates({ ...matrix, models, items })).toBe(200);
  });
});
