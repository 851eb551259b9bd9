import { describe, expect, it } from "vitest";
import { meanScore } from "../../src/estimate/mean-score.ts";
import { rasch } from "../../src/estimate/rasch.ts";
import { matrixFromRows, scoreAt, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { mulberry32, permutation } from "../../src/numeric/random.ts";
import { estimatorContract } from "../../src/testing/estimator-contract.ts";
import { total } from "../../src/numeric/vectors.ts";
import { kendallTau } from "../../src/stats/rank-correlation.ts";
import { madePool, reordered } from "../analysis/pools.ts";

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Answers that follow the Rasch model exactly. */
function raschPool(seed: number, { models, items }: { models: number; items: number }) {
  const random = mulberry32(seed);
  const ability = Array.from({ length: models }, () => random.normal());
  const difficulty = Array.from({ length: items }, () => 1.2 * random.normal());
  const rows = ability.map((theta) =>
    difficulty.map((b) => (random.uniform() < 1 / (1 + Math.exp(b - theta)) ? 1 : 0)),
  );
  return { matrix: matrixFromRows(rows), ability, difficulty };
}

describe("the reference world of seed 1000", () => {
  const { matrix, rows, ability } = madePool(1000, { models: 30, items: 1000 });
  const fit = rasch(matrix);

  it("is the one the reference was computed on", () => {
    expect(sum(rows.map((row) => sum(row as number[])))).toBe(13_598);
    expect(fit.keptItems).toHaveLength(984);
    expect(kendallTau(meanScore(matrix).competency, ability)).toBeCloseTo(0.9022, 4);
  });
  it("orders models by accuracy, so agrees with the true order as much", () => {
    expect(kendallTau(fit.competency, ability)).toBeCloseTo(0.9022, 4);
  });
  it("gives bit-equal abilities for equal totals", () => {
    const totals = rows.map((row) => sum(row as number[]));
    const pairs = totals.flatMap((one, i) =>
      totals.flatMap((other, j) => (i < j && one === other ? [[i, j] as const] : [])),
    );
    expect(pairs.length).toBeGreaterThan(0);
    for (const [i, j] of pairs) expect(fit.competency[i]).toBe(fit.competency[j]);
  });
  it("settles in a few rounds", () => {
    expect(fit.converged).toBe(true);
    expect(fit.iterations).toBeLessThan(20);
    expect(fit.residual).toBeLessThan(1e-8);
  });
});

describe("the optimum", () => {
  const pools: readonly (readonly [string, ResponseMatrix])[] = [
    ["complete", madePool(3, { models: 30, items: 200 }).matrix],
    ["with gaps", madePool(3, { models: 30, items: 200, gaps: "random-half" }).matrix],
  ];
  it.each(pools)("balances excess credit against the prior (%s)", (_, matrix) => {
    const { competency, difficulty, keptItems } = rasch(matrix);
    const ofModel = competency.map((theta) => -theta / 4);
    const ofItem = difficulty.map((b) => -b / 4);
    for (const [place, item] of keptItems.entries()) {
      for (let model = 0; model < matrix.models.length; model += 1) {
        const score = scoreAt(matrix, model, item);
        if (Number.isNaN(score)) continue;
        const excess = score - 1 / (1 + Math.exp(difficulty[place]! - competency[model]!));
        ofModel[model]! += excess;
        ofItem[place]! -= excess;
      }
    }
    for (const gradient of [...ofModel, ...ofItem]) expect(Math.abs(gradient)).toBeLessThan(1e-6);
    expect(total(competency) + total(difficulty)).toBeCloseTo(0, 9);
  });
});

describe("the contract of estimators", () => {
  it.each(estimatorContract(rasch).map(({ title, run }) => [title, run] as const))(
    "%s",
    async (_, run) => {
      await expect(Promise.resolve(run())).resolves.not.toThrow();
    },
  );
});

describe("recovery", () => {
  const { matrix, ability, difficulty } = raschPool(11, { models: 80, items: 400 });
  const fit = rasch(matrix);
  // The origin is a convention: compare after taking the mean away.
  const shift = sum(ability) / 80 - total(fit.competency) / 80;

  it("finds known abilities within their standard deviations", () => {
    const z = ability.map(
      (true_, m) => (fit.competency[m]! + shift - true_) / fit.competencySd[m]!,
    );
    expect(sum(z.map((value) => value ** 2)) / 80).toBeGreaterThan(0.7);
    expect(sum(z.map((value) => value ** 2)) / 80).toBeLessThan(1.35);
    for (const value of z) expect(Math.abs(value)).toBeLessThan(4);
  });
  it("finds known difficulties within their standard deviations", () => {
    const z = [...fit.keptItems].map(
      (item, place) =>
        (fit.difficulty[place]! + shift - difficulty[item]!) / fit.difficultySd[place]!,
    );
    const square = sum(z.map((value) => value ** 2)) / z.length;
    expect(square).toBeGreaterThan(0.8);
    expect(square).toBeLessThan(1.2);
  });
  it("scores partial credit as a fraction of a success", () => {
    const halves = matrixFromRows([
      [0.5, 0.25, 1],
      [0.5, 0.25, 1],
      [0, 0.75, 0.5],
    ]);
    const { competency } = rasch(halves);
    expect(competency[0]).toBe(competency[1]);
    expect(competency[0]!).toBeGreaterThan(competency[2]!);
  });
});

describe("gaps", () => {
  const seeds = Array.from({ length: 10 }, (_, index) => 1000 + index);
  const meanTau = (
    gaps: "random-half" | "hard-half",
    estimator: (m: ResponseMatrix) => Float64Array,
  ) =>
    sum(
      seeds.map((seed) => {
        const pool = madePool(seed, { models: 30, items: 1000, gaps });
        return kendallTau(estimator(pool.matrix), pool.ability);
      }),
    ) / seeds.length;

  it("are skipped: ten models that answered the easy half are placed right", () => {
    const accuracy = meanTau("hard-half", (matrix) => meanScore(matrix).competency);
    expect(meanTau("hard-half", (matrix) => rasch(matrix).competency)).toBeGreaterThan(0.9);
    expect(accuracy).toBeLessThan(0.75);
  });
  it("cost little when they are random", () => {
    expect(meanTau("random-half", (matrix) => rasch(matrix).competency)).toBeGreaterThan(0.91);
  });
  it("leave a model without an answered item without an ability", () => {
    const fit = rasch(
      matrixFromRows([
        [1, 0],
        [0, 1],
        [undefined, undefined],
      ]),
    );
    expect(fit.competency[2]).toBeNaN();
    expect(fit.competencySd[2]).toBeNaN();
    expect(fit.competency[0]).toBeCloseTo(0, 9);
  });
  it("change nothing for others when a whole model is unobserved", () => {
    const { rows } = madePool(5, { models: 12, items: 60 });
    const without = rasch(matrixFromRows(rows));
    const beside = rasch(matrixFromRows([...rows, rows[0]!.map(() => undefined)]));
    for (let model = 0; model < 12; model += 1) {
      expect(beside.competency[model]).toBeCloseTo(without.competency[model]!, 9);
    }
  });
});

describe("unpleasant shapes", () => {
  it("no item that tells models apart: all abilities are 0", () => {
    const fit = rasch(
      matrixFromRows([
        [1, 0],
        [1, 0],
      ]),
    );
    expect([...fit.competency]).toEqual([0, 0]);
    expect(fit.converged).toBe(true);
  });
  it.each([
    [
      "one-way 2 x 2",
      [
        [1, 1],
        [0, 0],
      ],
    ],
    ["one cell apart", [[1], [0]]],
    [
      "two separate blocks",
      [
        [1, 0, undefined, undefined],
        [0, 1, undefined, undefined],
        [undefined, undefined, 1, 0],
        [undefined, undefined, 0, 1],
      ],
    ],
  ] as const)("%s stays finite and converges", (_, rows) => {
    const fit = rasch(matrixFromRows(rows));
    expect(fit.converged).toBe(true);
    for (const value of [...fit.competency, ...fit.difficulty])
      expect(value).toSatisfy(Number.isFinite);
  });
  it("a model that solves alone what everyone fails does not blow up", () => {
    const weak = Array.from({ length: 60 }, (_, m) =>
      Array.from({ length: 200 }, (__, q) => (q >= 100 && (m + q) % 3 ? 1 : 0)),
    );
    const alone = Array.from({ length: 200 }, (_, q) => (q < 100 ? 1 : undefined));
    const fit = rasch(matrixFromRows([...weak, alone]));
    expect(fit.converged).toBe(true);
    expect(fit.competency[60]!).toBeGreaterThan(2);
    expect(fit.competency[60]!).toBeLessThan(12);
  });
  it("does not depend on the order of models and items", () => {
    const { rows, matrix } = madePool(8, { models: 14, items: 90, gaps: "random-half" });
    const random = mulberry32(4);
    const order = { models: permutation(random, 14), items: permutation(random, 90) };
    const moved = rasch(reordered(rows, order)).competency;
    const fit = rasch(matrix).competency;
    for (const [place, model] of order.models.entries()) {
      expect(moved[place]).toBeCloseTo(fit[model]!, 9);
    }
  });
  it("reports when it was stopped early", () => {
    const { matrix } = madePool(8, { models: 14, items: 90 });
    const fit = rasch(matrix, { maxIterations: 2 });
    expect(fit).toMatchObject({ iterations: 2, converged: false });
    expect(fit.residual).toBeGreaterThan(1e-8);
  });
  it.each([{ priorSd: 0 }, { tolerance: -1 }, { maxIterations: Number.NaN }])(
    "refuses %o",
    (options) => {
      expect(() =>
        rasch(
          matrixFromRows([
            [1, 0],
            [0, 1],
          ]),
          options,
        ),
      ).toThrowError(/above 0/);
    },
  );
});
