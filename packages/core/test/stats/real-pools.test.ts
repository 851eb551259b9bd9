/** Public matrices: the figures of the reference, as far as the matrices are at hand. */

import { describe, expect, it } from "vitest";
import { chooseSmoothing } from "../../src/analysis/choose-smoothing.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import type { ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { bootstrap } from "../../src/stats/bootstrap.ts";
import { reliability } from "../../src/stats/reliability.ts";
import { tiers } from "../../src/stats/tiers.ts";
import { sharedData } from "../io/shared-data.ts";
import { realPools } from "../support/real-pools.ts";

const fitted = (matrix: ResponseMatrix, smoothing: number) => ({
  matrix,
  fit: propagate(matrix, { smoothing, missing: "common" }),
});

const patient = { timeout: 60_000 };

/** Number of tiers, and how many models each has. */
function found(matrix: ResponseMatrix, smoothing: number) {
  const pool = fitted(matrix, smoothing);
  const { count, models } = tiers(pool, { bootstrap: bootstrap(pool) });
  const sizes = Array.from(
    { length: count },
    (_, index) => models.filter(({ tier }) => tier === index + 1).length,
  );
  return { count, sizes };
}

describe.skipIf(!sharedData.isHere)(`tiers of public pools (${sharedData.reason})`, patient, () => {
  it("GSM8K, 43 models: 1, 5 and 8 at smoothing 0, .1 and .5", () => {
    const matrix = realPools.gsm8k();
    expect(matrix.models).toHaveLength(43);
    expect([0, 0.1].map((smoothing) => found(matrix, smoothing).count)).toEqual([1, 5]);
    expect(found(matrix, 0.5)).toEqual({ count: 8, sizes: [16, 7, 6, 8, 2, 1, 1, 2] });
  });
  it("CRUXEval, 51 models: 7, 8 and 10", () => {
    const matrix = realPools.cruxEval();
    expect([0, 0.1, 0.5].map((smoothing) => found(matrix, smoothing).count)).toEqual([7, 8, 10]);
  });
  it("MATH level 5, 41 models: 7, 7 and 9", () => {
    const matrix = realPools.mathLevel5();
    expect([0, 0.1, 0.5].map((smoothing) => found(matrix, smoothing).count)).toEqual([7, 7, 9]);
  });
  it("MMLU-Pro, 28 models: 9 at smoothing 0, and 14 give or take a close one at .5", () => {
    const matrix = realPools.mmluPro();
    expect(matrix.models).toHaveLength(28);
    expect(found(matrix, 0).count).toBe(9);
    expect([13, 14, 15]).toContain(found(matrix, 0.5).count);
  });
});

describe.skipIf(!sharedData.isHere)(
  `halves of public pools (${sharedData.reason})`,
  patient,
  () => {
    it("GSM8K: halves agree to .12 by the published method, .88 by accuracy, .85 at .5", () => {
      const matrix = realPools.gsm8k();
      const plain = reliability(fitted(matrix, 0));
      expect(plain.splitHalfTau).toBeCloseTo(0.12, 1);
      expect(plain.accuracySplitHalfTau).toBeCloseTo(0.88, 1);
      expect(plain.low).toBe(true);
      const smooth = reliability(fitted(matrix, 0.5));
      expect(smooth.splitHalfTau).toBeCloseTo(0.85, 1);
      expect(smooth.low).toBe(false);
      expect(chooseSmoothing(matrix).chosen).toBe(0.5);
    });
    it("CRUXEval: .78, .91 by accuracy, .89 at the choice of .2", () => {
      const matrix = realPools.cruxEval();
      const plain = reliability(fitted(matrix, 0));
      expect(Math.abs(plain.splitHalfTau! - 0.78)).toBeLessThan(0.02);
      expect(Math.abs(plain.accuracySplitHalfTau! - 0.91)).toBeLessThan(0.02);
      const { chosen, grid, tau } = chooseSmoothing(matrix);
      expect(chosen).toBe(0.2);
      expect(Math.abs(tau[grid.indexOf(0.2)]! - 0.89)).toBeLessThan(0.02);
    });
    it("MATH level 5: .5 is chosen", () => {
      expect(chooseSmoothing(realPools.mathLevel5()).chosen).toBe(0.5);
    });
    it("MMLU-Pro: .90, and .96 at the choice of .2", () => {
      const { chosen, grid, tau } = chooseSmoothing(realPools.mmluPro(), { missing: "common" });
      expect(chosen).toBe(0.2);
      expect(Math.abs(tau[0]! - 0.9)).toBeLessThan(0.02);
      expect(Math.abs(tau[grid.indexOf(0.2)]! - 0.96)).toBeLessThan(0.02);
    });
  },
);
