import { describe, expect, it } from "vitest";
import { rasch } from "../../src/estimate/rasch.ts";
import { twoParameter } from "../../src/estimate/two-parameter.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { mulberry32, permutation } from "../../src/numeric/random.ts";
import { total } from "../../src/numeric/vectors.ts";
import { kendallTau } from "../../src/stats/rank-correlation.ts";
import { estimatorContract } from "../../src/testing/estimator-contract.ts";
import { madePool, reordered } from "../analysis/pools.ts";
import { knownWorld, recovery, shown, type KnownWorld } from "./known-worlds.ts";

describe("the contract of estimators", () => {
  it.each(estimatorContract(twoParameter).map(({ title, run }) => [title, run] as const))(
    "%s",
    async (_, run) => {
      await expect(Promise.resolve(run())).resolves.not.toThrow();
    },
  );
});

const mean = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value) => sum + value / values.length, 0);

/** Slopes exp(0.5 normal), as the prior has them. */
const slopes = (normal: () => number) => [Math.exp(0.5 * normal())];

/** Estimates less truth; the origin is a convention, so the mean ability is made equal. */
function errors(world: KnownWorld) {
  const fit = twoParameter(world.matrix);
  const ability = world.abilities.map(([value]) => value!);
  const shift = mean(fit.competency) - mean(ability);
  const kept = Array.from(fit.keptItems);
  const slope = kept.map((item) => world.loadings[item]![0]!);
  const difficulty = kept.map((item, place) => -world.intercepts[item]! / slope[place]!);
  return {
    fit,
    ability: recovery(
      fit.competency.map((value) => value - shift),
      ability,
    ),
    difficulty: recovery(
      fit.difficulty.map((value) => value - shift),
      difficulty,
    ),
    logSlope: recovery(fit.discrimination.map(Math.log), slope.map(Math.log)),
    z: fit.competency.map(
      (value, model) => (value - shift - ability[model]!) / fit.competencySd[model]!,
    ),
  };
}

describe("recovery, 200 models x 400 items", () => {
  const world = knownWorld(31, { models: 200, items: 400, loadingsOf: slopes });
  const { fit, ability, difficulty, logSlope, z } = errors(world);

  it(`finds abilities: ${shown(ability)}`, () => {
    expect(fit.converged).toBe(true);
    expect(ability.correlation).toBeGreaterThan(0.99);
    expect(ability.rmse).toBeLessThan(0.13);
  });
  it("knows how well: squared errors over their variances are 0.8 to 1.25 on average", () => {
    expect(mean(z.map((value) => value ** 2))).toBeGreaterThan(0.8);
    expect(mean(z.map((value) => value ** 2))).toBeLessThan(1.25);
  });
  it(`finds difficulties: ${shown(difficulty)}`, () => {
    expect(difficulty.correlation).toBeGreaterThan(0.95);
    expect(Math.abs(difficulty.bias)).toBeLessThan(0.05);
    expect(difficulty.rmse).toBeLessThan(0.35);
  });
  it(`finds logarithms of slopes: ${shown(logSlope)}`, () => {
    expect(logSlope.correlation).toBeGreaterThan(0.85);
    expect(Math.abs(logSlope.bias)).toBeLessThan(0.06);
    // A constant slope would be off by the 0.5 that they were drawn with.
    expect(logSlope.rmse).toBeLessThan(0.27);
  });
  it("places models better than the Rasch fit, which takes all slopes as equal", () => {
    const truth = world.abilities.map(([value]) => value!);
    const ofRasch = recovery(rasch(world.matrix).competency, truth);
    expect(1 - ability.correlation).toBeLessThan(0.85 * (1 - ofRasch.correlation));
  });
});

describe("recovery, 30 models x 1,000 items", () => {
  const { ability, difficulty, logSlope } = errors(
    knownWorld(32, { models: 30, items: 1000, loadingsOf: slopes }),
  );

  it(`finds abilities: ${shown(ability)}`, () => {
    expect(ability.correlation).toBeGreaterThan(0.99);
    expect(ability.rmse).toBeLessThan(0.12);
  });
  it(`finds difficulties: ${shown(difficulty)}`, () => {
    // A standard error is about 1 / (slope * sqrt(30 * 0.17)) = 0.44.
    expect(difficulty.correlation).toBeGreaterThan(0.87);
    expect(Math.abs(difficulty.bias)).toBeLessThan(0.08);
    expect(difficulty.rmse).toBeLessThan(0.56);
  });
  it(`shrinks slopes towards their prior, with few models: ${shown(logSlope)}`, () => {
    expect(logSlope.correlation).toBeGreaterThan(0.58);
    expect(Math.abs(logSlope.bias)).toBeLessThan(0.12);
    expect(logSlope.rmse).toBeLessThan(0.42);
  });
});

describe("gaps and partial credit", () => {
  const gaps = errors(knownWorld(33, { models: 60, items: 600, loadingsOf: slopes, gaps: 0.4 }));
  const credit = errors(knownWorld(34, { models: 60, items: 600, loadingsOf: slopes, trials: 4 }));

  it(`four in ten cells unobserved: abilities with ${shown(gaps.ability)}`, () => {
    expect(gaps.ability.correlation).toBeGreaterThan(0.985);
    expect(gaps.ability.rmse).toBeLessThan(0.18);
  });
  it(`quarters of credit: abilities with ${shown(credit.ability)}`, () => {
    expect(credit.ability.correlation).toBeGreaterThan(0.995);
    expect(credit.ability.rmse).toBeLessThan(0.1);
  });
  it("ten models that answered the easy half are placed right", () => {
    const pool = madePool(1000, { models: 30, items: 1000, gaps: "hard-half" });
    expect(kendallTau(twoParameter(pool.matrix).competency, pool.ability)).toBeGreaterThan(0.85);
  });
});

describe("with slopes held at 1", () => {
  const { matrix } = madePool(1000, { models: 30, items: 1000 });
  const fit = twoParameter(matrix, { slopeSd: 1e-4 });
  const joint = rasch(matrix);

  it("discriminations are 1", () => {
    for (const slope of fit.discrimination) expect(Math.abs(slope - 1)).toBeLessThan(1e-4);
  });
  it("abilities and difficulties are those of the Rasch fit, mean or mode, within 0.01", () => {
    for (const [model, value] of joint.competency.entries()) {
      expect(Math.abs(fit.competency[model]! - value)).toBeLessThan(0.01);
      expect(Math.abs(fit.competencySd[model]! - joint.competencySd[model]!)).toBeLessThan(1e-3);
    }
    for (const [place, value] of joint.difficulty.entries()) {
      expect(Math.abs(fit.difficulty[place]! - value)).toBeLessThan(0.01);
    }
  });
  it("a model with the higher total has the higher ability", () => {
    for (const [one, higher] of joint.competency.entries()) {
      for (const [other, lower] of joint.competency.entries()) {
        if (higher > lower) expect(fit.competency[one]!).toBeGreaterThan(fit.competency[other]!);
      }
    }
  });
});

describe("the quadrature", () => {
  it("needs few nodes where much is known: 5 and 21 agree to 1e-4 with 1,000 items", () => {
    const { matrix } = madePool(1000, { models: 30, items: 1000 });
    const few = twoParameter(matrix, { nodes: 5, tolerance: 1e-9 });
    const many = twoParameter(matrix, { nodes: 21, tolerance: 1e-9 });
    for (const [model, value] of many.competency.entries()) {
      expect(Math.abs(few.competency[model]! - value)).toBeLessThan(1e-4);
    }
  });
});

describe("unpleasant shapes", () => {
  it("no item that tells models apart: all abilities are 0", () => {
    const fit = twoParameter(
      matrixFromRows([
        [1, 0],
        [1, 0],
      ]),
    );
    expect([...fit.competency]).toEqual([0, 0]);
    expect(fit).toMatchObject({ converged: true, iterations: 0 });
  });
  it("two blocks of models that share nothing settle, each around the prior", () => {
    const one = madePool(4, { models: 12, items: 80 }).rows;
    const other = madePool(5, { models: 12, items: 80 }).rows;
    const nothing = Array.from({ length: 80 }, () => undefined);
    const rows = [
      ...one.map((row) => [...row, ...nothing]),
      ...other.map((row) => [...nothing, ...row]),
    ];
    const fit = twoParameter(matrixFromRows(rows));
    expect(fit.converged).toBe(true);
    for (const value of fit.competency) expect(Math.abs(value)).toBeLessThan(6);
  });
  it("models that solve all or nothing, and an item that only the weaker solve, stay finite", () => {
    const rows = Array.from({ length: 12 }, (_, model) =>
      Array.from({ length: 40 }, (__, item) => (item === 39 ? +(model < 4) : +(3 * model > item))),
    );
    const fit = twoParameter(
      matrixFromRows([...rows, rows[0]!.map(() => 1), rows[0]!.map(() => 0)]),
    );
    expect(fit.converged).toBe(true);
    for (const value of [...fit.competency, ...fit.difficulty, ...fit.discrimination]) {
      expect(value).toSatisfy(Number.isFinite);
    }
    expect(Math.min(...fit.discrimination)).toBe(fit.discrimination.at(-1));
    expect(Math.max(...fit.competency)).toBe(fit.competency[12]);
    expect(Math.min(...fit.competency)).toBe(fit.competency[13]);
  });
  it("a model that solves alone what everyone fails, and nothing else is known of, stays finite", () => {
    const weak = Array.from({ length: 60 }, (_, model) =>
      Array.from({ length: 200 }, (__, item) => (item >= 100 && (model + item) % 3 ? 1 : 0)),
    );
    const alone = Array.from({ length: 200 }, (_, item) => (item < 100 ? 1 : undefined));
    const fit = twoParameter(matrixFromRows([...weak, alone]));
    expect(fit.converged).toBe(true);
    expect(fit.competency[60]!).toBeGreaterThan(2);
    expect(fit.competency[60]!).toBeLessThan(15);
  });
  it("a model that was asked nothing has no ability and changes nothing", () => {
    const { rows } = madePool(5, { models: 12, items: 60 });
    const without = twoParameter(matrixFromRows(rows));
    const beside = twoParameter(matrixFromRows([...rows, rows[0]!.map(() => undefined)]));
    expect(beside.competency[12]).toBeNaN();
    expect(beside.competencySd[12]).toBeNaN();
    for (let model = 0; model < 12; model += 1) {
      expect(beside.competency[model]).toBeCloseTo(without.competency[model]!, 9);
    }
  });
  it("does not depend on the order of models and items", () => {
    const { rows, matrix } = madePool(8, { models: 14, items: 90, gaps: "random-half" });
    const random = mulberry32(4);
    const order = { models: permutation(random, 14), items: permutation(random, 90) };
    const moved = twoParameter(reordered(rows, order)).competency;
    const fit = twoParameter(matrix).competency;
    for (const [place, model] of order.models.entries()) {
      expect(moved[place]).toBeCloseTo(fit[model]!, 9);
    }
  });
  it.each(Array.from({ length: 12 }, (_, seed) => [seed]))(
    "settles on small pools with gaps and credit (seed %d)",
    (seed) => {
      const { matrix } = knownWorld(seed, {
        models: 5 + (seed % 4) * 3,
        items: 12 + seed,
        gaps: 0.3,
        trials: 1 + (seed % 3),
        loadingsOf: (normal) => [normal()],
      });
      const fit = twoParameter(matrix);
      expect(fit.converged).toBe(true);
      expect(total(fit.difficulty)).toSatisfy(Number.isFinite);
    },
  );
  it("says when it was stopped early", () => {
    const { matrix } = madePool(8, { models: 14, items: 90 });
    const fit = twoParameter(matrix, { maxIterations: 2 });
    expect(fit).toMatchObject({ iterations: 2, converged: false });
    expect(fit.residual).toBeGreaterThan(1e-6);
  });
  it.each([
    [{ priorSd: 0 }, /above 0/],
    [{ slopeSd: -1 }, /above 0/],
    [{ tolerance: Number.NaN }, /above 0/],
    [{ nodes: 2 }, /a whole number from 3 to 61/],
    [{ nodes: 9.5 }, /a whole number from 3 to 61/],
  ])("refuses %o", (options, message) => {
    expect(() =>
      twoParameter(
        matrixFromRows([
          [1, 0],
          [0, 1],
        ]),
        options,
      ),
    ).toThrowError(message);
  });
});
