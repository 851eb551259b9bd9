import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bradleyTerry } from "../../src/estimate/bradley-terry.ts";
import { itemDuels } from "../../src/estimate/item-duels.ts";
import { observedCells } from "../../src/estimate/observed-cells.ts";
import { rasch } from "../../src/estimate/rasch.ts";
import { matrixFromRows, scoreAt } from "../../src/matrix/response-matrix.ts";
import { total } from "../../src/numeric/vectors.ts";
import { estimatorContract } from "../../src/testing/estimator-contract.ts";
import { madePool } from "../analysis/pools.ts";
import { knownWorld, recovery, shown } from "./known-worlds.ts";

describe("the contract of estimators", () => {
  it.each(estimatorContract(bradleyTerry).map(({ title, run }) => [title, run] as const))(
    "%s",
    async (_, run) => {
      await expect(Promise.resolve(run())).resolves.not.toThrow();
    },
  );
});

describe("recovery of a Rasch world, 40 models x 1,500 items", () => {
  const world = knownWorld(21, { models: 40, items: 1500 });
  const fit = bradleyTerry(world.matrix);
  const truth = world.abilities.map(([ability]) => ability!);
  const shift = total(fit.competency) / 40 - truth.reduce((sum, value) => sum + value / 40, 0);
  const ability = recovery(
    fit.competency.map((value) => value - shift),
    truth,
  );
  const difficulty = recovery(
    fit.difficulty.map((value) => value - shift),
    Array.from(fit.keptItems, (item) => -world.intercepts[item]!),
  );

  // A standard error of an ability is about 1 / sqrt(1500 * 0.17) = 0.06, one of a difficulty 0.4.
  it(`finds abilities: ${shown(ability)}`, () => {
    expect(ability.correlation).toBeGreaterThan(0.995);
    expect(ability.rmse).toBeLessThan(0.08);
  });
  it(`finds difficulties: ${shown(difficulty)}`, () => {
    expect(difficulty.correlation).toBeGreaterThan(0.93);
    expect(Math.abs(difficulty.bias)).toBeLessThan(0.05);
    expect(difficulty.rmse).toBeLessThan(0.5);
  });
  it("agrees with the Rasch fit, on its scale: a slope of 0.95 to 1.05 between them", () => {
    const { competency } = rasch(world.matrix);
    const { correlation } = recovery(fit.competency, competency);
    const spread = (values: Float64Array) =>
      Math.hypot(...values.map((value) => value - total(values) / values.length));
    expect(correlation).toBeGreaterThan(0.999);
    // The joint fit of the Rasch model stretches its scale by about 1 / (1 - 1/40).
    expect(spread(fit.competency) / spread(competency)).toBeGreaterThan(0.95);
    expect(spread(fit.competency) / spread(competency)).toBeLessThan(1.05);
  });
});

describe("duels", () => {
  it("give a win where one solves what the other fails, and as much of one as a score is higher", () => {
    const matrix = matrixFromRows([
      [1, 1, 0, 0.75, 1],
      [0, 1, 0, 0.25, undefined],
    ]);
    const duels = itemDuels(observedCells(matrix, Uint32Array.of(0, 1, 2, 3, 4)));
    expect([...duels.wins]).toEqual([0, 1.5, 0, 0]);
    expect([...duels.won]).toEqual([1.5, 0]);
    expect([...duels.lost]).toEqual([0, 1.5]);
  });
  it("balance at the maximum: wins expected plus the pull of the prior are the wins won", () => {
    const scores = fc.array(
      fc.array(fc.constantFrom(0, 1, 0.5, undefined), { minLength: 12, maxLength: 12 }),
      { minLength: 2, maxLength: 7 },
    );
    fc.assert(
      fc.property(scores, (rows) => {
        const matrix = matrixFromRows(rows);
        const { competency, converged } = bradleyTerry(matrix);
        expect(converged).toBe(true);
        for (const [i, strength] of competency.entries()) {
          if (Number.isNaN(strength)) continue;
          let pull = -strength / 4;
          for (const [j, other] of competency.entries()) {
            if (i === j || Number.isNaN(other)) continue;
            for (let item = 0; item < 12; item += 1) {
              const lead = scoreAt(matrix, i, item) - scoreAt(matrix, j, item);
              if (!(Math.abs(lead) > 0)) continue;
              const chance = 1 / (1 + Math.exp(other - strength));
              pull += Math.max(0, lead) - Math.abs(lead) * chance;
            }
          }
          expect(Math.abs(pull)).toBeLessThan(1e-8);
        }
      }),
      { seed: 20261129 },
    );
  });
  it("do not depend on how hard an item is: solving one that all others fail is a win over each", () => {
    const rows = [
      [1, 0],
      [0, 1],
      [0, 1],
    ];
    const { won } = bradleyTerry(matrixFromRows(rows));
    expect([...won]).toEqual([2, 1, 1]);
  });
});

describe("the prior", () => {
  it("keeps a model that never loses finite, and stronger than all", () => {
    const fit = bradleyTerry(
      matrixFromRows([
        [1, 1, 1, 1],
        [1, 0, 1, 0],
        [0, 1, 0, 0],
      ]),
    );
    expect(fit.converged).toBe(true);
    expect(fit.competency[0]!).toBeGreaterThan(fit.competency[1]!);
    expect(fit.competency[0]!).toBeLessThan(10);
    expect(fit.lost[0]).toBe(0);
  });
  it("makes strengths add up to 0, in each of two blocks that share nothing", () => {
    const { competency } = bradleyTerry(
      matrixFromRows([
        [1, 1, 1, undefined, undefined],
        [1, 0, 0, undefined, undefined],
        [undefined, undefined, undefined, 1, 0],
        [undefined, undefined, undefined, 0, 0],
      ]),
    );
    expect(competency[0]! + competency[1]!).toBeCloseTo(0, 12);
    expect(competency[2]! + competency[3]!).toBeCloseTo(0, 12);
    expect(competency[0]!).toBeGreaterThan(0);
  });
  it("pulls less where its deviation is larger", () => {
    const { matrix } = madePool(3, { models: 10, items: 40 });
    const spread = (priorSd: number) => Math.max(...bradleyTerry(matrix, { priorSd }).competency);
    expect(spread(0.1)).toBeLessThan(spread(1));
    expect(spread(1)).toBeLessThan(spread(10));
  });
});

describe("unpleasant shapes", () => {
  it("no item that tells models apart: all strengths are 0", () => {
    const fit = bradleyTerry(
      matrixFromRows([
        [1, 0],
        [1, 0],
      ]),
    );
    expect([...fit.competency]).toEqual([0, 0]);
    expect(fit.converged).toBe(true);
  });
  it("a model that was asked nothing has no strength and changes nothing", () => {
    const { rows } = madePool(5, { models: 12, items: 60 });
    const without = bradleyTerry(matrixFromRows(rows));
    const beside = bradleyTerry(matrixFromRows([...rows, rows[0]!.map(() => undefined)]));
    expect(beside.competency[12]).toBeNaN();
    expect(beside.competency[3]).toBeCloseTo(without.competency[3]!, 12);
  });
  it("says when it was stopped early", () => {
    const { matrix } = madePool(8, { models: 14, items: 90 });
    expect(bradleyTerry(matrix, { maxIterations: 1 })).toMatchObject({
      iterations: 1,
      converged: false,
    });
  });
  it.each([{ priorSd: 0 }, { tolerance: -1 }, { maxIterations: Infinity }])(
    "refuses %o",
    (options) => {
      expect(() =>
        bradleyTerry(
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
