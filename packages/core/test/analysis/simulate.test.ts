import { describe, expect, it } from "vitest";
import { worldNamed, worlds } from "../../src/analysis/named-worlds.ts";
import { simulate } from "../../src/analysis/simulate.ts";
import { equalAccuracyWorld } from "../../src/analysis/worlds.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { readItem } from "../../src/matrix/response-matrix.ts";

const find = (simulation: Awaited<ReturnType<typeof simulate>>, name: string) =>
  simulation.estimators.find(({ estimator }) => estimator === name)!;

describe("the documented simulations", () => {
  it("seed 0 of the equal-accuracy world gives the documented competencies", () => {
    const { competency } = propagate(equalAccuracyWorld(0));
    expect(Array.from(competency.subarray(8), (value) => value.toFixed(6))).toEqual([
      "0.111570",
      "0.101792",
      "0.078276",
      "0.043944",
    ]);
  });
  it("seed 1000 of the clean world: 13,598 right answers, 984 items kept, tau .9022 and .8851", async () => {
    const { matrix } = worldNamed("clean").pool(1000);
    const scores = new Float64Array(30);
    let right = 0;
    for (const item of matrix.items.keys()) {
      right += readItem(matrix, item, scores).reduce((sum, score) => sum + score, 0);
    }
    expect(right).toBe(13_598);
    expect(propagate(matrix).keptItems).toHaveLength(984);
    const simulation = await simulate("clean", { seeds: 1 });
    expect(find(simulation, "mean-score").tau.mean.toFixed(4)).toBe("0.9022");
    expect(find(simulation, "eip").tau.mean.toFixed(4)).toBe("0.8851");
  });
  it("EIP recovers equal-accuracy models in 194 of 200 pools; accuracy and Rasch tie them in all", async () => {
    const simulation = await simulate("equal-accuracy", { seeds: 200 });
    expect(find(simulation, "eip").recovered).toBe(194);
    for (const name of ["mean-score", "rasch"]) {
      expect(find(simulation, name)).toMatchObject({ recovered: 0, tau: { count: 0 } });
    }
  });
  it("with smoothing .5 EIP recovers them in all", async () => {
    const { estimators } = await simulate("equal-accuracy", {
      seeds: 200,
      smoothing: 0.5,
      estimators: ["eip"],
    });
    expect(estimators[0]!.recovered).toBe(200);
  });
  it("difficulties come as close to the truth as documented", async () => {
    const simulation = await simulate("clean", { seeds: 20, estimators: ["eip", "mean-score"] });
    expect(find(simulation, "eip").difficulty!.mean).toBeCloseTo(0.899, 2);
    expect(find(simulation, "mean-score").difficulty!.mean).toBeCloseTo(0.926, 2);
  });
});

describe("simulate", () => {
  it("audits complete worlds and takes common items where there are gaps, with EIP only", async () => {
    const names = async (world: string, estimators: string[]) =>
      (await simulate(world, { seeds: 1, estimators })).estimators.map(
        ({ estimator }) => estimator,
      );
    expect(await names("clean", ["eip", "rasch"])).toEqual(["eip", "rasch", "eip-audited"]);
    expect(await names("easy-half", ["eip"])).toEqual(["eip", "eip-common"]);
    expect(await names("clean", ["mean-score"])).toEqual(["mean-score"]);
  });
  it("begins at the documented seed unless told", async () => {
    expect(worlds.map(({ firstSeed }) => firstSeed)).toEqual([0, ...Array<number>(7).fill(1000)]);
    const own = await simulate("clean-200", { seeds: 1, firstSeed: 7, estimators: ["eip"] });
    const usual = await simulate("clean-200", { seeds: 1, estimators: ["eip"] });
    expect(own.firstSeed).toBe(7);
    expect(own.estimators[0]!.tau.mean).not.toBe(usual.estimators[0]!.tau.mean);
  });
  it("names the worlds and estimators there are", async () => {
    await expect(simulate("cleen")).rejects.toMatchObject({
      code: "bad-option",
      expected: expect.stringContaining("equal-accuracy, clean, "),
    });
    await expect(simulate("clean", { estimators: ["irt"] })).rejects.toMatchObject({
      code: "bad-option",
      expected: expect.stringContaining("eip, mean-score"),
    });
    await expect(simulate("clean", { seeds: 0 })).rejects.toMatchObject({ code: "bad-option" });
  });
  it("can be stopped between two pools", async () => {
    const stop = new Error("stop");
    const seen: number[] = [];
    const running = simulate("clean-200", {
      seeds: 5,
      estimators: ["mean-score"],
      onStep({ done }) {
        seen.push(done);
        if (done === 2) throw stop;
      },
    });
    await expect(running).rejects.toBe(stop);
    expect(seen).toEqual([0, 1, 2]);
  });
});
