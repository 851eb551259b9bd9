import { describe, expect, it } from "vitest";
import { meanScore } from "../../src/estimate/mean-score.ts";
import { multidimensional, type MultidimensionalFit } from "../../src/estimate/multidimensional.ts";
import { twoParameter } from "../../src/estimate/two-parameter.ts";
import { matrixFromRows, scoreAt } from "../../src/matrix/response-matrix.ts";
import { mulberry32, permutation } from "../../src/numeric/random.ts";
import { invertPositive } from "../../src/numeric/symmetric.ts";
import { kendallTau } from "../../src/stats/rank-correlation.ts";
import { estimatorContract } from "../../src/testing/estimator-contract.ts";
import { madePool, reordered } from "../analysis/pools.ts";
import { knownWorld, recovery, shown, type KnownWorld } from "./known-worlds.ts";

describe("the contract of estimators", () => {
  it.each(
    estimatorContract((matrix) => multidimensional(matrix)).map(
      ({ title, run }) => [title, run] as const,
    ),
  )("%s", async (_, run) => {
    await expect(Promise.resolve(run())).resolves.not.toThrow();
  });
});

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Chance of a success by the traits that a fit returns. */
function chanceBy(fit: MultidimensionalFit, model: number, place: number): number {
  let logit = fit.intercepts[place]!;
  for (let axis = 0; axis < fit.dimensions; axis += 1) {
    logit +=
      fit.loadings[place * fit.dimensions + axis]! * fit.abilities[model * fit.dimensions + axis]!;
  }
  return 1 / (1 + Math.exp(-logit));
}

/** Share of the variance of numbers that a linear function of the abilities explains. */
function explained(fit: MultidimensionalFit, truth: readonly number[]): number {
  const size = fit.dimensions;
  const row = (model: number) => fit.abilities.subarray(model * size, (model + 1) * size);
  const centre = Array.from({ length: size }, (_, axis) =>
    mean(truth.map((__, model) => row(model)[axis]!)),
  );
  const middle = mean(truth);
  const products = new Float64Array(size * size);
  const along = new Float64Array(size);
  for (const [model, value] of truth.entries()) {
    for (let a = 0; a < size; a += 1) {
      along[a]! += (row(model)[a]! - centre[a]!) * (value - middle);
      for (let b = 0; b < size; b += 1) {
        products[a * size + b]! += (row(model)[a]! - centre[a]!) * (row(model)[b]! - centre[b]!);
      }
    }
  }
  const inverse = invertPositive(products, size);
  let fitted = 0;
  for (let a = 0; a < size; a += 1) {
    for (let b = 0; b < size; b += 1) fitted += along[a]! * inverse[a * size + b]! * along[b]!;
  }
  return fitted / truth.reduce((sum, value) => sum + (value - middle) ** 2, 0);
}

/** Errors of the chances of all cells, and of their means over items and over models. */
function errors(world: KnownWorld, fit: MultidimensionalFit) {
  const models = [...world.abilities.keys()];
  const kept = Array.from(fit.keptItems);
  const truth = models.map((model) => kept.map((item) => world.chance(model, item)));
  return {
    cell: recovery(
      models.flatMap((model) => kept.map((_, place) => chanceBy(fit, model, place))),
      truth.flat(),
    ),
    competency: recovery(fit.competency, truth.map(mean)),
    difficulty: recovery(
      fit.difficulty,
      kept.map((_, place) => 1 - mean(truth.map((row) => row[place]!))),
    ),
  };
}

/** Each item measures mostly one of three abilities. */
const threeKinds = (normal: () => number, item: number) =>
  [0, 1, 2].map((axis) => (item % 3 === axis ? 1.5 : 0.3) * Math.exp(0.3 * normal()));

describe("recovery of three abilities, 60 models x 900 items", () => {
  const world = knownWorld(41, { models: 60, items: 900, dimensions: 3, loadingsOf: threeKinds });
  const fit = multidimensional(world.matrix);
  const { cell, competency, difficulty } = errors(world, fit);
  const shares = [0, 1, 2].map((axis) =>
    explained(
      fit,
      world.abilities.map((own) => own[axis]!),
    ),
  );

  it(`spans the true abilities: ${shares.map((share) => share.toFixed(3)).join(", ")} of their variance`, () => {
    expect(fit.converged).toBe(true);
    for (const share of shares) expect(share).toBeGreaterThan(0.95);
  });
  it(`finds the chance of every cell: ${shown(cell)}`, () => {
    expect(cell.correlation).toBeGreaterThan(0.95);
    expect(Math.abs(cell.bias)).toBeLessThan(0.005);
    // Four numbers from 60 answers: logits are off by about sqrt(4 / (60 * 0.17)) = 0.6, chances by 0.1.
    expect(cell.rmse).toBeLessThan(0.105);
  });
  it(`finds mean scores of models: ${shown(competency)}`, () => {
    expect(competency.correlation).toBeGreaterThan(0.995);
    expect(Math.abs(competency.bias)).toBeLessThan(0.005);
    expect(competency.rmse).toBeLessThan(0.015);
  });
  it(`finds difficulties: ${shown(difficulty)}`, () => {
    expect(difficulty.correlation).toBeGreaterThan(0.96);
    expect(difficulty.rmse).toBeLessThan(0.07);
  });
  it("needs its dimensions: one ability, here or in the 2PL, leaves errors half as large again", () => {
    const one = errors(world, multidimensional(world.matrix, { dimensions: 1 }));
    expect(one.cell.rmse).toBeGreaterThan(1.5 * cell.rmse);
    const { competency: ability, difficulty: place, discrimination } = twoParameter(world.matrix);
    const kept = Array.from(fit.keptItems);
    const squares = world.abilities.flatMap((_, model) =>
      kept.map((item, at) => {
        const logit = discrimination[at]! * (ability[model]! - place[at]!);
        return (1 / (1 + Math.exp(-logit)) - world.chance(model, item)) ** 2;
      }),
    );
    expect(Math.sqrt(mean(squares))).toBeGreaterThan(1.5 * cell.rmse);
  });
  it("a fourth ability changes little", () => {
    const small = knownWorld(42, { models: 40, items: 300, dimensions: 3, loadingsOf: threeKinds });
    const three = multidimensional(small.matrix);
    const four = multidimensional(small.matrix, { dimensions: 4 });
    expect(recovery(four.competency, three.competency).rmse).toBeLessThan(0.01);
    const [before, after] = [errors(small, three), errors(small, four)];
    expect(after.cell.rmse).toBeLessThan(1.2 * before.cell.rmse);
  });
});

describe("the 2PL world, 30 models x 1,000 items", () => {
  const { matrix, ability } = madePool(1000, { models: 30, items: 1000 });
  const fit = multidimensional(matrix);
  const tau = kendallTau(fit.competency, ability);

  it(`orders models as accuracy does: tau with the truth ${tau.toFixed(3)}`, () => {
    expect(tau).toBeGreaterThan(0.87);
    expect(kendallTau(fit.competency, meanScore(matrix).competency)).toBeGreaterThan(0.97);
  });
  it("expects of models and of items what they scored, a little drawn to the middle", () => {
    const kept = Array.from(fit.keptItems);
    const scores = [...matrix.models.keys()].map((model) =>
      kept.map((item) => scoreAt(matrix, model, item)),
    );
    const failed = kept.map((_, place) => 1 - mean(scores.map((row) => row[place]!)));
    expect(recovery(fit.competency, scores.map(mean)).rmse).toBeLessThan(0.02);
    expect(recovery(fit.difficulty, failed).rmse).toBeLessThan(0.03);
    expect(recovery(fit.difficulty, failed).correlation).toBeGreaterThan(0.995);
  });
});

describe("gaps and partial credit", () => {
  const shape = { models: 40, items: 600, dimensions: 3, loadingsOf: threeKinds };
  const gaps = knownWorld(43, { ...shape, gaps: 0.4 });
  const credit = knownWorld(44, { ...shape, trials: 4 });
  const withGaps = errors(gaps, multidimensional(gaps.matrix));
  const withCredit = errors(credit, multidimensional(credit.matrix));

  it(`four in ten cells unobserved: mean scores over all items with ${shown(withGaps.competency)}`, () => {
    expect(withGaps.competency.correlation).toBeGreaterThan(0.985);
    expect(withGaps.competency.rmse).toBeLessThan(0.03);
  });
  it(`quarters of credit: chances of cells with ${shown(withCredit.cell)}`, () => {
    expect(withCredit.cell.rmse).toBeLessThan(0.095);
  });
  it("ten models that answered the easy half are judged over all items", () => {
    const pool = madePool(1000, { models: 30, items: 500, gaps: "hard-half" });
    const tau = kendallTau(multidimensional(pool.matrix).competency, pool.ability);
    const accuracy = kendallTau(meanScore(pool.matrix).competency, pool.ability);
    expect(tau).toBeGreaterThan(accuracy + 0.1);
  });
});

describe("axes", () => {
  const { matrix } = knownWorld(46, {
    models: 40,
    items: 300,
    dimensions: 3,
    loadingsOf: threeKinds,
  });
  const fit = multidimensional(matrix);
  const column = (rows: Float64Array, axis: number) =>
    Array.from(rows.filter((_, place) => place % 3 === axis));
  const centred = (values: readonly number[]) => values.map((value) => value - mean(values));
  const cosine = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, place) => sum + value * b[place]!, 0) /
    (Math.hypot(...a) * Math.hypot(...b));

  it("have abilities of mean square 1, and loadings that add up to 0 or more, strongest first", () => {
    const strength = [0, 1, 2].map((axis) => {
      expect(mean(column(fit.abilities, axis).map((value) => value ** 2))).toBeCloseTo(1, 9);
      expect(mean(column(fit.loadings, axis))).toBeGreaterThanOrEqual(0);
      return Math.hypot(...column(fit.loadings, axis));
    });
    expect(strength).toEqual(strength.toSorted((a, b) => b - a));
  });
  it("are uncorrelated on both sides, but for what is uncertain", () => {
    for (const [one, other] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const ofModels = cosine(column(fit.abilities, one), column(fit.abilities, other));
      expect(Math.abs(ofModels)).toBeLessThan(0.05);
      const ofItems = cosine(
        centred(column(fit.loadings, one)),
        centred(column(fit.loadings, other)),
      );
      expect(Math.abs(ofItems)).toBeLessThan(0.05);
    }
  });
  it("do not depend on the seed, nor on the order of models and items", () => {
    const again = multidimensional(matrix, { seed: 7 });
    for (const [place, value] of fit.abilities.entries()) {
      expect(again.abilities[place]).toBeCloseTo(value, 6);
    }
    const { rows } = madePool(8, { models: 14, items: 90, gaps: "random-half" });
    const random = mulberry32(4);
    const order = { models: permutation(random, 14), items: permutation(random, 90) };
    const moved = multidimensional(reordered(rows, order)).competency;
    const kept = multidimensional(matrixFromRows(rows)).competency;
    for (const [place, model] of order.models.entries()) {
      expect(moved[place]).toBeCloseTo(kept[model]!, 7);
    }
  });
});

describe("unpleasant shapes", () => {
  it("no item that tells models apart: half of the credit each, all abilities 0", () => {
    const fit = multidimensional(
      matrixFromRows([
        [1, 0],
        [1, 0],
      ]),
    );
    expect([...fit.competency]).toEqual([0.5, 0.5]);
    expect([...fit.abilities]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(fit).toMatchObject({ converged: true, iterations: 0, dimensions: 3 });
  });
  it("a model that was asked nothing has no abilities and changes nothing", () => {
    const { rows } = madePool(5, { models: 12, items: 60 });
    const without = multidimensional(matrixFromRows(rows));
    const beside = multidimensional(matrixFromRows([...rows, rows[0]!.map(() => undefined)]));
    expect(beside.competency[12]).toBeNaN();
    expect(beside.abilities.slice(36)).toEqual(Float64Array.of(NaN, NaN, NaN));
    // The search of the first axes starts elsewhere, and rounds end at a change of 1e-5.
    expect(beside.competency[3]).toBeCloseTo(without.competency[3]!, 5);
  });
  it("two blocks of models that share nothing stay finite", () => {
    const one = madePool(4, { models: 8, items: 40 }).rows;
    const nothing = Array.from({ length: 40 }, () => undefined);
    const rows = [
      ...one.map((row) => [...row, ...nothing]),
      ...one.map((row) => [...nothing, ...row]),
    ];
    const fit = multidimensional(matrixFromRows(rows));
    expect(fit.converged).toBe(true);
    for (const value of [...fit.competency, ...fit.loadings])
      expect(value).toSatisfy(Number.isFinite);
  });
  it("more dimensions than models leave the rest at 0", () => {
    const fit = multidimensional(
      matrixFromRows([
        [1, 0, 1, 1],
        [0, 1, 0, 0],
      ]),
      { dimensions: 5 },
    );
    expect(fit.abilities).toHaveLength(10);
    for (const value of [...fit.abilities, ...fit.loadings])
      expect(value).toSatisfy(Number.isFinite);
  });
  it("says when it was stopped early", () => {
    const { matrix } = madePool(8, { models: 14, items: 90 });
    expect(multidimensional(matrix, { maxIterations: 2 })).toMatchObject({
      iterations: 2,
      converged: false,
    });
  });
  it.each([
    [{ dimensions: 0 }, /a whole number from 1 to 10/],
    [{ loadingSd: 0 }, /above 0/],
    [{ interceptSd: -1 }, /above 0/],
    [{ tolerance: Number.NaN }, /above 0/],
  ])("refuses %o", (options, message) => {
    expect(() =>
      multidimensional(
        matrixFromRows([
          [1, 0],
          [0, 1],
        ]),
        options,
      ),
    ).toThrowError(message);
  });
});
