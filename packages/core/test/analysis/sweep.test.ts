import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { competencyByDamping } from "../../src/analysis/sweep-closed-form.ts";
import { dampingGrid, sweepDamping, sweepSmoothing } from "../../src/analysis/sweep.ts";
import { logisticWorld } from "../../src/analysis/worlds.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import golden from "../golden/G7.json" with { type: "json" };

const complete = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 9 }))
  .chain(([models, items]) =>
    fc.array(fc.array(fc.constantFrom(0, 0.25, 1), { minLength: items, maxLength: items }), {
      minLength: models,
      maxLength: models,
    }),
  );

describe("the closed form in the damping", () => {
  it("is the fixed point that the iteration reaches, with and without smoothing", () => {
    fc.assert(
      fc.property(
        complete,
        fc.constantFrom(0.05, 0.5, 0.85, 0.95),
        fc.constantFrom(0, 0.1, 1),
        (rows, damping, smoothing) => {
          const matrix = matrixFromRows(rows);
          const solved = competencyByDamping(matrix, smoothing)?.(damping);
          const { competency, keptItems } = propagate(matrix, {
            damping,
            smoothing,
            tolerance: 1e-14,
          });
          if (keptItems.length === 0) expect(solved).toBeUndefined();
          else {
            for (const [model, value] of competency.entries()) {
              expect(Math.abs(solved![model]! - value)).toBeLessThan(1e-12);
            }
          }
        },
      ),
    );
  });
  it("is not given for a pool with gaps", () => {
    expect(
      competencyByDamping(
        matrixFromRows([
          [1, undefined],
          [0, 1],
        ]),
        0,
      ),
    ).toBeUndefined();
  });
});

describe("a sweep of the damping", () => {
  it("finds the leader that changes between .5 and .85 in a golden case", async () => {
    const items = golden.matrix;
    const rows = items[0]!.map((_, model) => items.map((item) => item[model]!));
    const { points } = await sweepDamping(matrixFromRows(rows), { halvings: 2 });
    const leader = (value: number) => points.find((point) => point.value === value)!.leaders;
    expect(leader(0.5)).toEqual([4]);
    expect(leader(0.85)).toEqual([2]);
  });
  it("always has the value it compares with, where the order is the same", async () => {
    const { matrix } = logisticWorld(3, { models: 8, items: 80 });
    const sweep = await sweepDamping(matrix, { damping: 0.6, values: [0.9, 0.2], halvings: 2 });
    expect(sweep.reference).toBe(0.6);
    expect(sweep.points.map(({ value }) => value)).toEqual([0.2, 0.6, 0.9]);
    expect(sweep.points[1]).toMatchObject({ tau: 1, moves: [] });
  });
  it("agrees with itself less the further away, about as documented for pools of 200 items", async () => {
    const taus = new Map(dampingGrid.map((value) => [value, 0]));
    for (let seed = 1000; seed < 1020; seed += 1) {
      const { matrix } = logisticWorld(seed, { items: 200 });
      const { points } = await sweepDamping(matrix, { halvings: 1 });
      for (const { value, tau } of points) taus.set(value, taus.get(value)! + tau / 20);
    }
    // Means of 40 other pools: .933, .968, .995.
    for (const [value, expected] of [
      [0.01, 0.933],
      [0.5, 0.968],
      [0.9, 0.995],
    ] as const) {
      expect(Math.abs(taus.get(value)! - expected)).toBeLessThan(0.015);
    }
  });
  it("takes pools with gaps", async () => {
    const { matrix } = logisticWorld(5, { models: 12, items: 60, gaps: "random half" });
    const { points } = await sweepDamping(matrix, { values: [0.5], halvings: 2 });
    expect(points.map(({ tau }) => tau)[1]).toBe(1);
  });
  it("refuses a value that is no share", async () => {
    const { matrix } = logisticWorld(5, { models: 4, items: 20 });
    await expect(sweepDamping(matrix, { values: [1] })).rejects.toMatchObject({
      code: "bad-option",
    });
  });
});

describe("a sweep of the smoothing", () => {
  it("moves towards accuracy, and takes the weight off single items", async () => {
    const { matrix } = logisticWorld(2, { models: 20, items: 150 });
    const { points } = await sweepSmoothing(matrix, { values: [0, 0.5, 1000], halvings: 5 });
    const [published, half, large] = points;
    expect(published).toMatchObject({ value: 0, tau: 1, moves: [] });
    expect(large!.tauWithAccuracy).toBeGreaterThan(0.99);
    expect(half!.largestShare!).toBeLessThan(published!.largestShare! / 2);
  });
});
