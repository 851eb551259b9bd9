import { describe, expect, it } from "vitest";
import { benchmarkProfiles } from "../../src/analysis/benchmark-profiles.ts";
import { profilePairs } from "../../src/analysis/profile-pairs.ts";
import { familyProfiles, profileShapes } from "../../src/analysis/profile-shapes.ts";
import { modelProfiles } from "../../src/analysis/profiles.ts";
import { equalAccuracyWorld, logisticWorld } from "../../src/analysis/worlds.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";

describe("profiles", () => {
  const { matrix } = logisticWorld(4, { models: 12, items: 600 });

  it("fall from easy to hard, in ten bands that hold every item asked", async () => {
    const profiles = await modelProfiles(matrix);
    for (const { bands } of profiles) {
      expect(bands.filter(({ kind }) => kind === "band").map(({ number }) => number)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
      ]);
      const all = bands.flatMap(({ items }) => items);
      expect(all.toSorted((a, b) => a - b)).toEqual([...matrix.items.keys()]);
      const known = bands.filter(({ accuracy }) => accuracy !== undefined);
      expect(known[0]!.accuracy! - known.at(-1)!.accuracy!).toBeGreaterThan(0.2);
    }
  });
  it("grade items without the model itself: its own answers do not move its bands", async () => {
    const rows = (own: number) =>
      Array.from({ length: 7 }, (_, model) =>
        Array.from({ length: 60 }, (__, item) =>
          model === 0 ? (item % 2 === own ? 1 : 0) : item % 7 < model ? 1 : 0,
        ),
      );
    const bandsOf = async (own: number) =>
      (await modelProfiles(matrixFromRows(rows(own))))[0]!.bands.map(({ items }) => items);
    expect(await bandsOf(0)).toEqual(await bandsOf(1));
  });
  it("give no figure below 20 items", async () => {
    const few = await modelProfiles(logisticWorld(4, { models: 8, items: 100 }).matrix);
    for (const { bands } of few) {
      for (const { items, accuracy } of bands) {
        expect(accuracy === undefined).toBe(items.length < 20);
      }
    }
  });
  it("leave out items that the model was not asked", async () => {
    const gaps = logisticWorld(6, { models: 12, items: 200, gaps: "harder half" }).matrix;
    const profiles = await modelProfiles(gaps);
    for (const { model, bands } of profiles) {
      const items = bands.reduce((sum, band) => sum + band.items.length, 0);
      expect(items).toBeLessThanOrEqual(gaps.graded[model]!);
      for (const { accuracy } of bands) expect(accuracy).not.toBeNaN();
    }
  });
  it("need six models", async () => {
    const five = matrixFromRows(Array.from({ length: 5 }, () => [1, 0]));
    await expect(modelProfiles(five)).rejects.toMatchObject({
      message: "5 models; expected at least 6: the others say how hard an item is.",
    });
  });
});

describe("pairs of the same accuracy", () => {
  it("are found where they solve other items, the two that differ most in front", async () => {
    const pairs = await profilePairs(equalAccuracyWorld(0));
    const [first] = pairs;
    expect([first!.a, first!.b]).toEqual([8, 11]);
    expect(first!.pAdjusted).toBeLessThan(0.001);
    const known = first!.bands.filter(({ difference }) => difference !== undefined);
    // m11 solves all easy items and no hard one.
    expect(known[0]!.difference!).toBeGreaterThanOrEqual(0);
    expect(known.at(-1)!.difference!).toBeLessThan(0);
  });
  it("are called different about as often as promised when they are not", async () => {
    let pools = 0;
    for (let seed = 0; seed < 40; seed += 1) {
      const ability = new Float64Array(8).fill(0.3);
      const { matrix } = logisticWorld(seed, { models: 8, items: 400, ability });
      const pairs = await profilePairs(matrix, { bands: 5 });
      if (pairs.some(({ pAdjusted }) => pAdjusted <= 0.05)) pools += 1;
    }
    // 5 % of 40 is 2; more than 7 has a chance of one in a thousand.
    expect(pools).toBeLessThanOrEqual(7);
  });
  it("are none in a pool too small to say what is hard", async () => {
    expect(await profilePairs(logisticWorld(1, { models: 6, items: 100 }).matrix)).toEqual([]);
  });
});

describe("families", () => {
  it("that follow one curve have the same shape at any level; one that does not stands out", async () => {
    const { matrix } = logisticWorld(8, { models: 14, items: 1500 });
    // The last three answer without regard to difficulty, at three levels.
    const odd = [0.3, 0.5, 0.7];
    const rows = matrix.models.map((_, model) =>
      matrix.items.map((__, item) =>
        model < 11
          ? matrix.storage.kind === "bits"
            ? (matrix.storage.solved[item]! >>> model) & 1
            : 0
          : (item * 7919 + model * 104_729) % 1000 < 1000 * odd[model - 11]!
            ? 1
            : 0,
      ),
    );
    const pool = matrixFromRows(rows);
    const profiles = await modelProfiles(pool);
    const shapes = profileShapes(pool, profiles);
    const [curve, flat, lone] = familyProfiles(profiles, {
      shapes,
      families: [
        { name: "curve", models: [0, 1, 2, 3] },
        { name: "flat", models: [11, 12, 13] },
        { name: "lone", models: [5] },
        { name: "nobody", models: [] },
      ],
    });
    expect(curve!.distance).toBeLessThan(2 * curve!.chance);
    expect(flat!.outside).toBeGreaterThan(4 * flat!.chance);
    expect(curve!.highestAccuracy).toBeGreaterThanOrEqual(curve!.lowestAccuracy);
    expect(lone).toMatchObject({ family: "lone", models: [5], distance: Number.NaN });
  });
});

describe("benchmarks", () => {
  const { matrix } = logisticWorld(9, { models: 15, items: 400 });
  const two = {
    ...matrix,
    benchmarks: ["easy", "hard"],
    benchmarkOf: Uint32Array.from(matrix.items, () => 0),
  };
  const fit = propagate(two);
  const cut = fit.difficulty.toSorted()[Math.floor(fit.difficulty.length / 2)]!;
  for (const [place, item] of fit.keptItems.entries()) {
    if (fit.difficulty[place]! > cut) two.benchmarkOf[item] = 1;
  }

  it("have their tails where their items are", () => {
    const [easy, hard] = benchmarkProfiles({ matrix: two, fit });
    expect(easy).toMatchObject({ hardTail: 0 });
    expect(hard).toMatchObject({ easyTail: 0, solvedByAll: 0, solvedByNone: 0 });
    expect(hard!.hardTail).toBeGreaterThan(0.15);
    expect(easy!.quantiles[4]!).toBeLessThanOrEqual(hard!.quantiles[0]!);
    expect(easy!.items + hard!.items).toBe(400);
    expect(easy!.kept + easy!.solvedByAll + easy!.solvedByNone).toBe(easy!.items);
  });
  it("rank the models alone, and by the whole pool when there is one", () => {
    const [one] = benchmarkProfiles({ matrix, fit: propagate(matrix) });
    expect(one!.alone!.tauWithPool).toBe(1);
    const [easy] = benchmarkProfiles({ matrix: two, fit });
    expect(easy!.alone!.ranks).toHaveLength(15);
    expect(easy!.alone!.tauWithPool).toBeLessThan(1);
  });
  it("have no figure below 20 items that tell models apart", () => {
    const small = logisticWorld(1, { models: 8, items: 12 }).matrix;
    const [profile] = benchmarkProfiles({ matrix: small, fit: propagate(small) });
    expect(profile!.alone).toBeUndefined();
    expect(profile!.hardTail).toBeNaN();
  });
});
