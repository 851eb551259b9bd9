import { describe, expect, it } from "vitest";
import { meanScore } from "../../src/estimate/mean-score.ts";
import type { Fitted } from "../../src/estimate/fitted.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, scoreAt, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { selectFrom } from "../../src/matrix/select.ts";
import { randomStream } from "../../src/numeric/random.ts";
import { kendallTau } from "../../src/stats/rank-correlation.ts";
import { ranks } from "../../src/stats/ranks.ts";
import { fullLengthTau, isLowReliability, reliability } from "../../src/stats/reliability.ts";
import { halveUnits } from "../../src/stats/resample.ts";
import { defaultHalvings, eachHalf, meanTau, splitHalfTaus } from "../../src/stats/split-halves.ts";
import { resamplingUnits } from "../../src/stats/units.ts";
import { logisticWorld } from "../../src/analysis/worlds.ts";

const fitted = (matrix: ResponseMatrix, options: PropagateOptions = {}): Fitted => ({
  matrix,
  fit: propagate(matrix, options),
});

/** Each half as a matrix of its own, fitted on its own. */
function byHand(matrix: ResponseMatrix, halvings: number, settings: PropagateOptions) {
  const units = resamplingUnits(matrix, { missing: settings.missing ?? "weighted" });
  const taus = Array.from({ length: halvings }, (_, index) => {
    const chosen = halveUnits(units, randomStream(1, { purpose: "halves", index }));
    const [one, other] = [1, 0].map((side) => {
      const items = units.members.filter((__, unit) => chosen[unit] === side).toSorted();
      const half = selectFrom(matrix, { items });
      return { eip: propagate(half, settings).competency, accuracy: meanScore(half).competency };
    });
    return {
      eip: kendallTau(ranks(one!.eip), ranks(other!.eip)),
      accuracy: kendallTau(ranks(one!.accuracy), ranks(other!.accuracy)),
    };
  });
  const mean = (of: "eip" | "accuracy") => taus.reduce((sum, tau) => sum + tau[of], 0) / halvings;
  return { eip: mean("eip"), accuracy: mean("accuracy") };
}

describe("split-half reliability", () => {
  it.each([
    ["complete answers", logisticWorld(61, { items: 301 }).matrix, {}],
    ["smoothing", logisticWorld(62, { items: 200 }).matrix, { smoothing: 0.2 }],
    ["gaps", logisticWorld(63, { items: 300, gaps: "random half" }).matrix, {}],
    [
      "gaps as failures",
      logisticWorld(63, { items: 300, gaps: "random half" }).matrix,
      { missing: "wrong" },
    ],
  ] as const)("fits each half on its own: %s", (_, matrix, settings) => {
    const found = reliability(fitted(matrix, settings), { halvings: 6 });
    const expected = byHand(matrix, 6, settings);
    expect(found.splitHalfTau).toBeCloseTo(expected.eip, 10);
    expect(found.accuracySplitHalfTau).toBeCloseTo(expected.accuracy, 10);
    expect(found.halvings).toBe(6);
  });
  it("projects to full length through a correlation", () => {
    const { splitHalfTau, fullLengthTau: full } = reliability(fitted(logisticWorld(64).matrix));
    expect(full).toBe(fullLengthTau(splitHalfTau!));
    expect(full).toBeGreaterThan(splitHalfTau!);
  });
  it("is the same for the same seed, and another for another", () => {
    const pool = fitted(logisticWorld(65, { items: 150 }).matrix);
    const tau = (seed: number) => reliability(pool, { seed, halvings: 5 }).splitHalfTau;
    expect(tau(1)).toBe(tau(1));
    expect(tau(2)).not.toBe(tau(1));
  });
  it("is close to nothing when answers are shuffled among the models", () => {
    const pool = fitted(logisticWorld(66, { items: 400, ability: new Float64Array(30) }).matrix);
    const { splitHalfTau, low } = reliability(pool);
    expect(Math.abs(splitHalfTau!)).toBeLessThan(0.15);
    expect(low).toBe(true);
  });
  it("has no projection when halves do not agree at all", () => {
    const turns = (shift: number) =>
      Array.from({ length: 40 }, (_, item) => ((item + shift) % 4 < 2 ? 1 : 0));
    const pool = fitted(matrixFromRows([turns(0), turns(1), turns(2), turns(3)]));
    const found = reliability(pool);
    expect(found.splitHalfTau).toBeLessThanOrEqual(0);
    expect(found.fullLengthTau).toBeNull();
  });
  it("keeps clusters whole: twins of each item in the other half would agree too well", () => {
    const { matrix } = logisticWorld(67, { items: 100 });
    const twice = matrixFromRows(
      matrix.models.map((_, model) =>
        Array.from({ length: 200 }, (__, item) => scoreAt(matrix, model, item % 100)),
      ),
    );
    const cluster = Array.from({ length: 200 }, (_, item) => item % 100);
    const apart = reliability(fitted(twice)).splitHalfTau!;
    const together = reliability(fitted(twice), { cluster }).splitHalfTau!;
    expect(apart).toBeGreaterThan(together + 0.1);
    expect(Math.abs(together - reliability(fitted(matrix)).splitHalfTau!)).toBeLessThan(0.05);
  });
  it("is unknown for fewer than 3 models or 20 items that tell models apart", () => {
    const unknown = {
      splitHalfTau: null,
      accuracySplitHalfTau: null,
      fullLengthTau: null,
      low: false,
      halvings: 0,
    };
    expect(reliability(fitted(logisticWorld(68, { models: 2 }).matrix))).toEqual(unknown);
    expect(reliability(fitted(logisticWorld(68, { items: 19 }).matrix))).toEqual(unknown);
  });
  it("wants a whole number of halvings from 1", () => {
    const pool = fitted(logisticWorld(69, { items: 50 }).matrix);
    expect(() => reliability(pool, { halvings: 0 })).toThrowError("halvings: 0");
  });
});

describe("tau of halves", () => {
  it("is undefined where an estimate is, or ties all models", () => {
    const units = resamplingUnits(logisticWorld(70, { items: 30 }).matrix, { missing: "weighted" });
    const [flat, none, copies] = splitHalfTaus(units, {
      estimates: [
        () => [1, 1, 1],
        () => undefined,
        (half: Float64Array) => [half[0]!, 2, half[1]! + 5],
      ].map(eachHalf),
      items: 30,
      halvings: 4,
      seed: 1,
    });
    expect([...flat!, ...none!].every(Number.isNaN)).toBe(true);
    expect([...copies!].some(Number.isNaN)).toBe(false);
  });
  it("has a mean over those there are, unless more than half are missing", () => {
    expect(meanTau(Float64Array.of(0.5, NaN, 0.7, NaN))).toBeCloseTo(0.6, 12);
    expect(meanTau(Float64Array.of(0.5, NaN, NaN))).toBeNaN();
  });
});

describe("tau at full length", () => {
  it.each([
    [0.846, 0.8904],
    [0.5, 0.6215],
    [1, 1],
  ])("is by the sine: %d becomes %d", (half, full) => {
    expect(fullLengthTau(half)).toBeCloseTo(full, 3);
  });
  it("is less than Spearman and Brown would make of tau itself", () => {
    for (const tau of [0.2, 0.5, 0.8]) {
      expect(fullLengthTau(tau)).toBeLessThan((2 * tau) / (1 + tau));
    }
  });
  it("is unknown for a tau of 0 or less", () => {
    expect([fullLengthTau(0), fullLengthTau(-0.3)]).toEqual([NaN, NaN]);
  });
});

describe("low reliability", () => {
  it.each([
    [0.75, 0.86, true],
    [0.77, 0.86, false],
    [0.59, 0.6, true],
    [0.6, 0.65, false],
    [0.7, null, false],
    [null, 0.9, false],
  ])("halves agree to %s, by accuracy to %s: %s", (eip, accuracy, low) => {
    expect(isLowReliability(eip, accuracy)).toBe(low);
  });
});

describe("the number of halvings", () => {
  it("is smaller where a single one takes seconds", () => {
    const small = logisticWorld(1, { models: 5, items: 40 }).matrix;
    expect(defaultHalvings(small)).toBe(50);
    const names = Array.from({ length: 3_400 }, (_, index) => String(index));
    expect(defaultHalvings({ ...small, models: names, items: names.slice(0, 2_900) })).toBe(50);
    expect(defaultHalvings({ ...small, models: names, items: names })).toBe(10);
  });
});
