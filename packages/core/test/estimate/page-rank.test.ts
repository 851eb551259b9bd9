import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageRank } from "../../src/estimate/page-rank.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { total } from "../../src/numeric/vectors.ts";
import { kendallTau } from "../../src/stats/rank-correlation.ts";
import { estimatorContract } from "../../src/testing/estimator-contract.ts";
import { madePool } from "../analysis/pools.ts";

const settled = { tolerance: 1e-14 };

describe("the contract of estimators", () => {
  const cases = [
    ...estimatorContract(pageRank),
    ...estimatorContract((matrix) => pageRank(matrix, { teleport: "uniform" })),
  ];
  it.each(cases.map(({ title, run }) => [title, run] as const))("%s", async (_, run) => {
    await expect(Promise.resolve(run())).resolves.not.toThrow();
  });
});

/** Complete scores in which every model fails something. */
const pools = fc
  .tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 25 }))
  .chain(([models, items]) =>
    fc.array(
      fc.array(fc.constantFrom(0, 0, 1, 1, 0.25, 0.5), { minLength: items, maxLength: items }),
      { minLength: models, maxLength: models },
    ),
  )
  .map(matrixFromRows)
  .filter((matrix) => {
    const { keptItems, failsNothing } = propagate(matrix);
    return keptItems.length > 0 && failsNothing.length === 0;
  });

describe("the teleport sides, without a model that fails nothing", () => {
  it("gives half of EIP within 1e-12, whatever the scores and the damping", () => {
    fc.assert(
      fc.property(pools, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (matrix, damping) => {
        const rank = pageRank(matrix, { damping, ...settled });
        const eip = propagate(matrix, { damping, ...settled });
        expect([...rank.keptItems]).toEqual([...eip.keptItems]);
        for (const side of ["competency", "difficulty"] as const) {
          for (const [place, value] of rank[side].entries()) {
            expect(Math.abs(value - eip[side][place]! / 2)).toBeLessThan(1e-12);
          }
        }
      }),
      { seed: 20261129 },
    );
  });
  it("gives half of EIP within 1e-12 on 30 models and 1,000 items", () => {
    const { matrix } = madePool(1000, { models: 30, items: 1000 });
    const rank = pageRank(matrix, settled);
    const eip = propagate(matrix, settled);
    expect(eip.failsNothing).toEqual([]);
    for (const [model, value] of rank.competency.entries()) {
      expect(Math.abs(value - eip.competency[model]! / 2)).toBeLessThan(1e-12);
    }
    for (const [place, value] of rank.difficulty.entries()) {
      expect(Math.abs(value - eip.difficulty[place]! / 2)).toBeLessThan(1e-12);
    }
  });
});

describe("what differs", () => {
  const { matrix } = madePool(1000, { models: 30, items: 1000 });

  it("the teleport uniform gives nearly the same order, not the same numbers", () => {
    const sides = pageRank(matrix);
    const uniform = pageRank(matrix, { teleport: "uniform" });
    expect(kendallTau(sides.competency, uniform.competency)).toBeGreaterThan(0.98);
    expect(Math.abs(sides.competency[0]! - uniform.competency[0]!)).toBeGreaterThan(1e-4);
  });
  it("a model that fails nothing jumps, and is named", () => {
    const rows = [
      [1, 1, 1],
      [1, 0, 0],
      [0, 1, 0],
    ];
    const rank = pageRank(matrixFromRows(rows), settled);
    expect(rank.dangling).toEqual([0]);
    expect(
      Math.abs(rank.competency[0]! - propagate(matrixFromRows(rows)).competency[0]! / 2),
    ).toBeGreaterThan(1e-3);
  });
  it("gaps are no edges: a model that was asked less ranks lower", () => {
    const rows = [
      [1, 0, 1, 0, 1, 0],
      [1, 0, 1, 0, undefined, undefined],
      [0, 1, 0, 1, 0, 1],
    ];
    const { competency } = pageRank(matrixFromRows(rows));
    expect(competency[1]!).toBeLessThan(competency[0]!);
  });
});

describe("the walk", () => {
  it.each(["sides", "uniform"] as const)("has a place with certainty (%s)", (teleport) => {
    const { matrix } = madePool(3, { models: 14, items: 80, gaps: "random-half" });
    const { competency, difficulty } = pageRank(matrix, { teleport });
    expect(total(competency) + total(difficulty)).toBeCloseTo(1, 12);
  });
  it("gives a model that nobody asked nothing, and the others what they get without it", () => {
    const { rows } = madePool(5, { models: 12, items: 60 });
    const without = pageRank(matrixFromRows(rows), settled);
    const beside = pageRank(matrixFromRows([...rows, rows[0]!.map(() => undefined)]), settled);
    expect(beside.competency[12]).toBeNaN();
    expect(beside.competency.slice(0, 12)).toEqual(without.competency);
  });
  it("settles within the bound that is proved, and says when it was stopped before", () => {
    const { matrix } = madePool(3, { models: 14, items: 80 });
    expect(pageRank(matrix, { damping: 0.99 }).converged).toBe(true);
    expect(pageRank(matrix, { maxIterations: 3 })).toMatchObject({
      iterations: 3,
      converged: false,
    });
  });
  it("without an item that tells models apart all models are equal", () => {
    const nothing = pageRank(
      matrixFromRows([
        [1, 0],
        [1, 0],
      ]),
    );
    expect([...nothing.competency]).toEqual([0.5, 0.5]);
  });
  it.each([
    [{ damping: 1 }, /damping: 1; expected a number between/],
    [{ tolerance: 0 }, /above 0/],
    [{ maxIterations: Number.NaN }, /above 0/],
    [{ teleport: "hops" as "sides" }, /sides or uniform/],
  ])("refuses %o", (options, message) => {
    expect(() =>
      pageRank(
        matrixFromRows([
          [1, 0],
          [0, 1],
        ]),
        options,
      ),
    ).toThrowError(message);
  });
});
