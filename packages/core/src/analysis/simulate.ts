/** How well estimators find the truth where the truth is known. */

import type { Estimate } from "../estimate/estimate.ts";
import { observedCells } from "../estimate/observed-cells.ts";
import { propagate, type PropagateOptions } from "../estimate/propagate.ts";
import { discriminating } from "../matrix/discriminating.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import { checkCount } from "../stats/bootstrap.ts";
import { discrimination } from "../stats/discrimination.ts";
import { kendallTau } from "../stats/rank-correlation.ts";
import { ranks } from "../stats/ranks.ts";
import { chooseSmoothing } from "./choose-smoothing.ts";
import { estimatorNamed, usualEstimators, type NamedEstimator } from "./estimators.ts";
import { worldNamed, type NamedWorld, type SimulatedPool } from "./named-worlds.ts";
import { spearman } from "./spearman.ts";
import type { OnStep } from "./study-progress.ts";
import { summaryOf, type Summary } from "./summary.ts";

/** What to simulate, and the settings of EIP. */
export interface SimulateOptions extends Omit<PropagateOptions, "smoothing"> {
  /** A number, or `auto`: for each pool what its halves ask for. Default 0, the published method. */
  readonly smoothing?: number | "auto" | undefined;
  /** Number of pools. Default 100. */
  readonly seeds?: number | undefined;
  /** Seed of the first pool, the others follow. Default: that of the reference figures. */
  readonly firstSeed?: number | undefined;
  /** Default `eip`, `mean-score`, `rasch`. */
  readonly estimators?: readonly string[] | undefined;
  readonly onStep?: OnStep | undefined;
}

/** How one estimator did over all pools. */
export interface SimulatedEstimator {
  readonly estimator: string;
  readonly title: string;
  /** Tau-b with the true order, over the models that have one; `NaN` mean where every pool is tied. */
  readonly tau: Summary;
  /** Pools in which the true order of all models came out without a tie or a swap. */
  readonly recovered: number;
  /** Spearman's correlation with the true difficulties over the items that tell models apart. */
  readonly difficulty: Summary | undefined;
  /** Share of wrong keys among the ten hardest items. */
  readonly wrongAmongHardest: Summary | undefined;
}

/** A world and how every estimator did in it. */
export interface Simulation {
  readonly world: NamedWorld;
  readonly seeds: number;
  readonly firstSeed: number;
  readonly estimators: readonly SimulatedEstimator[];
}

/** Items that the share of wrong keys is counted among. */
const hardest = 10;

/** Reference variants of EIP beside the estimators that were asked for. */
const audited: NamedEstimator = {
  name: "eip-audited",
  title: "EIP, audited",
  fit: fitAudited,
};
const commonItems: NamedEstimator = {
  name: "eip-common",
  title: "EIP, common items",
  fit: (matrix, settings) => propagate(matrix, { ...settings, missing: "common" }),
};

/**
 * Draws pools of a world, estimates each with every estimator and compares with the truth. With EIP
 * among them, complete worlds also get EIP after dropping items whose item-rest correlation is 0 or
 * less, and worlds with gaps EIP on the items that every model was asked.
 *
 * @throws EipError `bad-option` for an unknown world or estimator, or less than one seed.
 * @example
 * ```ts
 * const { estimators } = await simulate("equal-accuracy", { seeds: 200 });
 * estimators[0]?.recovered; // 194 of 200 by EIP; none by accuracy, which ties them
 * ```
 */
export async function simulate(name: string, options: SimulateOptions = {}): Promise<Simulation> {
  const { seeds = 100, estimators = usualEstimators, onStep, ...rest } = options;
  const world = worldNamed(name);
  checkCount("seeds", seeds);
  const { firstSeed = world.firstSeed, ...settings } = rest;
  const tallies = compared(world, estimators).map((estimator) => newTally(estimator));
  for (let index = 0; index < seeds; index += 1) {
    await onStep?.({ done: index, total: seeds, what: world.name });
    const pool = world.pool(firstSeed + index);
    const ofPool = { ...settings, smoothing: smoothingFor(pool.matrix, settings) };
    for (const tally of tallies) addPool(tally, pool, ofPool);
  }
  return { world, seeds, firstSeed, estimators: tallies.map(finishTally) };
}

function smoothingFor(
  matrix: ResponseMatrix,
  { smoothing, damping, missing }: Pick<SimulateOptions, "smoothing" | "damping" | "missing">,
): number | undefined {
  return smoothing === "auto" ? chooseSmoothing(matrix, { damping, missing }).chosen : smoothing;
}

function compared(world: NamedWorld, names: readonly string[]): readonly NamedEstimator[] {
  const wanted = [...new Set(names)].map(estimatorNamed);
  return wanted.some(({ name }) => name === "eip")
    ? [...wanted, world.hasGaps ? commonItems : audited]
    : wanted;
}

function fitAudited(matrix: ResponseMatrix, settings: PropagateOptions): Estimate {
  const { kept } = discriminating(matrix);
  const { itemRest } = discrimination(observedCells(matrix, kept));
  const items = kept.filter((_, place) => !(itemRest[place]! <= 0));
  const fit = propagate(selectFrom(matrix, { items }), settings);
  return { ...fit, keptItems: fit.keptItems.map((item) => items[item]!) };
}

interface Tally {
  readonly estimator: NamedEstimator;
  readonly tau: number[];
  readonly difficulty: number[];
  readonly wrong: number[];
  recovered: number;
}

function newTally(estimator: NamedEstimator): Tally {
  return { estimator, tau: [], difficulty: [], wrong: [], recovered: 0 };
}

function addPool(tally: Tally, pool: SimulatedPool, settings: PropagateOptions): void {
  const fit = tally.estimator.fit(pool.matrix, settings);
  const models = [...pool.ability.keys()].filter((model) => !Number.isNaN(pool.ability[model]!));
  const truth = models.map((model) => pool.ability[model]!);
  // Ranks, so that values which differ by rounding are tied.
  const places = ranks(models.map((model) => fit.competency[model]!)).map((rank) => -rank);
  tally.tau.push(kendallTau(places, truth));
  if (isSameOrder(places, truth)) tally.recovered += 1;
  if (pool.difficulty) tally.difficulty.push(difficultyAgreement(pool, fit));
  if (pool.wrongKey?.includes(1)) tally.wrong.push(wrongAmongHardest(pool.wrongKey, fit));
}

function isSameOrder(places: readonly number[], truth: readonly number[]): boolean {
  const order = [...truth.keys()].toSorted((a, b) => truth[a]! - truth[b]!);
  return order.every((at, index) => index === 0 || places[order[index - 1]!]! < places[at]!);
}

function difficultyAgreement({ matrix, difficulty }: SimulatedPool, fit: Estimate): number {
  const kept = new Set(discriminating(matrix).kept);
  const places = [...fit.keptItems.keys()].filter((place) => kept.has(fit.keptItems[place]!));
  return spearman(
    places.map((place) => fit.difficulty[place]!),
    places.map((place) => difficulty![fit.keptItems[place]!]!),
  );
}

function wrongAmongHardest(wrongKey: Uint8Array, fit: Estimate): number {
  const order = [...fit.difficulty.keys()].toSorted(
    (a, b) => fit.difficulty[b]! - fit.difficulty[a]! || a - b,
  );
  const chosen = order.slice(0, hardest);
  return chosen.filter((place) => wrongKey[fit.keptItems[place]!] === 1).length / chosen.length;
}

function finishTally({ estimator, tau, difficulty, wrong, recovered }: Tally): SimulatedEstimator {
  return {
    estimator: estimator.name,
    title: estimator.title,
    tau: summaryOf(tau),
    recovered,
    difficulty: difficulty.length > 0 ? summaryOf(difficulty) : undefined,
    wrongAmongHardest: wrong.length > 0 ? summaryOf(wrong) : undefined,
  };
}
