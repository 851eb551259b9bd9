import { describe, expect, it } from "vitest";
import { chooseSmoothing, smoothingGrid } from "../../src/analysis/choose-smoothing.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { reliability } from "../../src/stats/reliability.ts";
import { logisticWorld, nemesisWorld } from "../../src/analysis/worlds.ts";

describe("choosing the smoothing", () => {
  const { matrix } = logisticWorld(71, { items: 300, wrongKeys: 0.05, guessing: 0.25 });
  const found = chooseSmoothing(matrix);

  it("takes the smallest value whose halves agree to within .02 of the best", () => {
    const tau = found.tau as readonly number[];
    const best = Math.max(...tau);
    const first = tau.findIndex((value) => value >= best - 0.02);
    expect(found.chosen).toBe(smoothingGrid[first]);
    expect(found.chosen).toBeGreaterThan(0);
    expect([found.grid, found.halvings, found.estimated]).toEqual([smoothingGrid, 50, true]);
  });
  it("judges all values by the halves that reliability uses", () => {
    for (const [place, smoothing] of smoothingGrid.entries()) {
      const fit = propagate(matrix, { smoothing });
      expect(found.tau[place]).toBe(reliability({ matrix, fit }).splitHalfTau);
    }
  });
  it("is the same for the same seed", () => {
    const once = chooseSmoothing(matrix, { halvings: 8, seed: 5 });
    expect(chooseSmoothing(matrix, { halvings: 8, seed: 5 })).toEqual(once);
    expect(chooseSmoothing(matrix, { halvings: 8, seed: 6 }).tau).not.toEqual(once.tau);
  });
  it("says when other halves could choose a neighbour", () => {
    const close = Array.from({ length: 12 }, (_, seed) =>
      chooseSmoothing(matrix, { halvings: 8, seed }),
    );
    const choices = new Set(close.map(({ chosen }) => chosen));
    expect(choices.size).toBeGreaterThan(1);
    expect(close.filter((choice) => choice.close).length).toBeGreaterThan(6);
    // A step that no halving doubts: with one value there is nothing near.
    expect(chooseSmoothing(matrix, { grid: [0.5] }).close).toBe(false);
  });
  it("keeps the published method where it is as reliable as any", () => {
    const { matrix: easy } = logisticWorld(72, {
      models: 8,
      items: 2000,
      ability: Float64Array.from({ length: 8 }, (_, model) => model / 2 - 2),
    });
    expect(chooseSmoothing(easy, { halvings: 20 }).chosen).toBe(0);
  });
  it("asks for little in the nemesis pool, where one item carries the weakest model", () => {
    for (const seed of [1, 2, 3]) {
      expect([0.05, 0.1]).toContain(chooseSmoothing(nemesisWorld(seed, 1000)).chosen);
    }
  });
  it("works under each policy for gaps", () => {
    const { matrix: gappy } = logisticWorld(73, { models: 12, items: 3000, gaps: "random half" });
    for (const missing of ["weighted", "wrong"] as const) {
      const { estimated, tau } = chooseSmoothing(gappy, { missing, halvings: 3, grid: [0, 0.5] });
      expect(estimated).toBe(true);
      expect(tau).not.toContain(null);
    }
  });
  it.each([
    ["39 items", logisticWorld(74, { models: 8, items: 39 }).matrix],
    ["4 models", logisticWorld(75, { models: 4, items: 300 }).matrix],
  ])("falls back on .5 where it cannot be estimated: %s", (_, small) => {
    expect(chooseSmoothing(small)).toEqual({
      grid: smoothingGrid,
      tau: smoothingGrid.map(() => null),
      chosen: 0.5,
      halvings: 0,
      close: false,
      estimated: false,
    });
  });
});
