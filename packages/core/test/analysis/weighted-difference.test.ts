import { describe, expect, it } from "vitest";
import { weightedDifference } from "../../src/analysis/weighted-difference.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { bootstrap, type Bootstrap } from "../../src/stats/bootstrap.ts";
import { madePool } from "./pools.ts";

const none = { weightedDifference: null, weightedLower: null, weightedUpper: null };
const pair = { a: 0, b: 1 };
const weightedAccuracy = [0.5, 0.6, 0.2, 0.3, 0.4];

/** Three replicates; the first two models as given, the others 0. */
function drawn(first: number[], second: number[], skipped = 0): Bootstrap {
  const replicates = first.length;
  const values = new Float64Array(5 * replicates);
  values.set([...first, ...second]);
  return {
    replicates,
    skipped,
    refusal: undefined,
    logCompetency: values,
    weightedAccuracy: values,
    clusters: undefined,
    method: "exact",
  };
}

describe("weightedDifference", () => {
  const replicates = drawn([0.5, 0.5, 0.5], [0.58, 0.6, 0.62]);

  it("is B minus A, with z standard deviations of the replicates to either side", () => {
    const weighted = { weightedAccuracy, bootstrap: replicates };
    const result = weightedDifference(pair, { weighted });
    expect(result.weightedDifference).toBeCloseTo(0.1, 12);
    expect(result.weightedLower).toBeCloseTo(0.1 - 1.959964 * 0.02, 6);
    expect(result.weightedUpper).toBeCloseTo(0.1 + 1.959964 * 0.02, 6);
    const wide = weightedDifference(pair, { weighted, level: 0.99 });
    expect(wide.weightedUpper).toBeCloseTo(0.1 + 2.575829 * 0.02, 6);
  });
  it("is centred on the estimate, not on the replicates", () => {
    const shifted = drawn([0.5, 0.5, 0.5], [0.88, 0.9, 0.92]);
    const result = weightedDifference(pair, { weighted: { weightedAccuracy, bootstrap: shifted } });
    expect(result.weightedLower).toBeCloseTo(0.0608, 4);
  });
  it("has no interval without replicates, or with too many that failed", () => {
    const alone = { ...none, weightedDifference: expect.closeTo(-0.1, 12) };
    expect(weightedDifference({ a: 1, b: 0 }, { weighted: { weightedAccuracy } })).toEqual(alone);
    const failed = { weightedAccuracy, bootstrap: { ...replicates, skipped: 1 } };
    expect(weightedDifference({ a: 1, b: 0 }, { weighted: failed })).toEqual(alone);
  });
  it("says nothing for fewer than five models, or a model without a value", () => {
    const four = { weightedAccuracy: weightedAccuracy.slice(1), bootstrap: replicates };
    expect(weightedDifference(pair, { weighted: four })).toEqual(none);
    const gap = { weightedAccuracy: [Number.NaN, ...weightedAccuracy], bootstrap: replicates };
    expect(weightedDifference(pair, { weighted: gap })).toEqual(none);
    expect(weightedDifference(pair, {})).toEqual(none);
  });
  it("leaves replicates without a value out", () => {
    const broken = drawn([0.5, 0.5, 0.5, Number.NaN], [0.58, 0.6, 0.62, 0.9]);
    expect(weightedDifference(pair, { weighted: { weightedAccuracy, bootstrap: broken } })).toEqual(
      weightedDifference(pair, { weighted: { weightedAccuracy, bootstrap: replicates } }),
    );
  });
  it("takes what bootstrap gives: an interval that holds a true difference of nothing", () => {
    const { matrix } = madePool(12, { models: 10, items: 200 });
    const fit = propagate(matrix, { smoothing: 0.5 });
    const weighted = {
      weightedAccuracy: fit.weightedAccuracy,
      bootstrap: bootstrap({ matrix, fit }, { replicates: 200 }),
    };
    const { weightedLower, weightedUpper } = weightedDifference({ a: 3, b: 7 }, { weighted });
    expect(weightedUpper! - weightedLower!).toBeGreaterThan(0.05);
    expect(weightedUpper! - weightedLower!).toBeLessThan(0.4);
    expect(weightedDifference({ a: 3, b: 3 }, { weighted })).toEqual({
      weightedDifference: 0,
      weightedLower: 0,
      weightedUpper: 0,
    });
  });
});
