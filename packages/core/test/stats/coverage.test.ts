/**
 * What the intervals and tiers promise, in worlds where the truth is known. Numbers of worlds are cut
 * down to what runs in seconds, which leaves a standard error of about one per cent; the figures of
 * the full runs stand beside the bounds.
 */

import { describe, expect, it } from "vitest";
import { meanScore } from "../../src/estimate/mean-score.ts";
import { propagate, type Propagation } from "../../src/estimate/propagate.ts";
import { bootstrap } from "../../src/stats/bootstrap.ts";
import { intervals, type ModelIntervals } from "../../src/stats/intervals.ts";
import { ranks } from "../../src/stats/ranks.ts";
import { tiers } from "../../src/stats/tiers.ts";
import { logisticWorld } from "../../src/analysis/worlds.ts";

const replicates = 250;
const patient = { timeout: 60_000 };

/** The same models on very many items: what a sample of items should find. */
interface Truth {
  readonly ability: Float64Array;
  readonly accuracy: Float64Array;
  readonly plain: Propagation;
  readonly smoothed: Propagation;
}

const truths = new Map<number, Truth>();

function truthOf(seed: number): Truth {
  const known = truths.get(seed);
  if (known) return known;
  const { matrix, ability } = logisticWorld(50_000 + seed, { items: 20_000 });
  const truth = {
    ability,
    accuracy: meanScore(matrix).competency,
    plain: propagate(matrix),
    smoothed: propagate(matrix, { smoothing: 0.5 }),
  };
  truths.set(seed, truth);
  return truth;
}

interface Setting {
  readonly worlds: number;
  readonly items: number;
  readonly which: "plain" | "smoothed";
}

/** Share of models, over all worlds, whose interval holds the truth. */
function coverage({ worlds, items, which }: Setting) {
  const held = { competency: 0, weighted: 0, rank: 0, accuracy: 0 };
  for (let seed = 0; seed < worlds; seed += 1) {
    const truth = truthOf(seed);
    const { competency, weightedAccuracy } = truth[which];
    const trueRank = ranks(competency);
    for (const [model, interval] of sampled(seed, { items, which }).entries()) {
      const within = (value: number, lower: number | null, upper: number | null) =>
        lower! <= value && value <= upper! ? 1 / (30 * worlds) : 0;
      const { weightedLower, weightedUpper, accuracyLower, accuracyUpper } = interval;
      held.competency += within(competency[model]!, interval.lower, interval.upper);
      held.weighted += within(weightedAccuracy[model]!, weightedLower, weightedUpper);
      held.rank += within(trueRank[model]!, interval.rankLower, interval.rankUpper);
      held.accuracy += within(truth.accuracy[model]!, accuracyLower, accuracyUpper);
    }
  }
  return held;
}

/** Intervals from a sample of items for the models of a world. */
function sampled(
  seed: number,
  { items, which }: Omit<Setting, "worlds">,
): readonly ModelIntervals[] {
  const { ability } = truthOf(seed);
  const { matrix } = logisticWorld(900_000 + 10 * seed + items, { items, ability });
  const pool = { matrix, fit: propagate(matrix, { smoothing: which === "plain" ? 0 : 0.5 }) };
  return intervals(pool, { bootstrap: bootstrap(pool, { replicates }) }).models;
}

describe("95 % intervals hold the large-sample value in clean worlds of 30 models", patient, () => {
  it("1,000 items, published method: competency 92 to 97 % of 40 worlds (200: 94)", () => {
    const held = coverage({ worlds: 40, items: 1000, which: "plain" });
    expect(held.competency).toBeGreaterThanOrEqual(0.92);
    expect(held.competency).toBeLessThanOrEqual(0.97);
    expect(held.weighted).toBeGreaterThanOrEqual(0.91);
    expect(held.accuracy).toBeGreaterThanOrEqual(0.93);
    expect(held.accuracy).toBeLessThanOrEqual(0.97);
    expect(held.rank).toBeGreaterThanOrEqual(0.96);
  });
  it("1,000 items, smoothing .5: competency 93 to 97 % of 40 worlds (200: 95)", () => {
    const held = coverage({ worlds: 40, items: 1000, which: "smoothed" });
    expect(held.competency).toBeGreaterThanOrEqual(0.93);
    expect(held.competency).toBeLessThanOrEqual(0.97);
    expect(held.weighted).toBeGreaterThanOrEqual(0.93);
    expect(held.rank).toBeGreaterThanOrEqual(0.96);
  });
  it("200 items, published method: competency 89 to 93 % only of 60 worlds (200: 91)", () => {
    const held = coverage({ worlds: 60, items: 200, which: "plain" });
    expect(held.competency).toBeGreaterThanOrEqual(0.89);
    expect(held.competency).toBeLessThanOrEqual(0.93);
    expect(held.accuracy).toBeGreaterThanOrEqual(0.93);
    expect(held.accuracy).toBeLessThanOrEqual(0.97);
    expect(held.rank).toBeGreaterThanOrEqual(0.96);
  });
});

describe("tiers of thirty models that are equal", patient, () => {
  const pools = 100;
  it(`have a false boundary in at most 9 of ${pools} pools of 200 items (200 pools: 6 %)`, () => {
    let falsely = 0;
    for (let seed = 0; seed < pools; seed += 1) {
      const { matrix } = logisticWorld(7000 + seed, { items: 200, ability: new Float64Array(30) });
      const pool = { matrix, fit: propagate(matrix) };
      const { count } = tiers(pool, { bootstrap: bootstrap(pool, { replicates }) });
      expect(count).toBeGreaterThan(0);
      if (count > 1) falsely += 1;
    }
    expect(falsely).toBeGreaterThan(0);
    expect(falsely).toBeLessThanOrEqual(9);
  });
});
