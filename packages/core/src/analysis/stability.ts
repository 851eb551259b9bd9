/** What is left of a ranking when models or items are others, and how much of that is mere overlap. */

import { EipError } from "../errors.ts";
import type { Estimate } from "../estimate/estimate.ts";
import { meanScore } from "../estimate/mean-score.ts";
import type { PropagateOptions } from "../estimate/propagate.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { randomStream } from "../numeric/random.ts";
import { checkCount } from "../stats/bootstrap.ts";
import { kendallTau } from "../stats/rank-correlation.ts";
import { ranks } from "../stats/ranks.ts";
import { estimatorNamed, type NamedEstimator } from "./estimators.ts";
import type { ModelGroup } from "./families.ts";
import { extremesOf, type Extremes } from "./extremes.ts";
import { halvesOf } from "./halves.ts";
import { agreementOf, type Agreement, type Move } from "./perturb-agreement.ts";
import { shuffled, type Perturbation, type Perturbed, type PerturbationKind } from "./perturb.ts";
import { perturbationsOf } from "./perturb-plan.ts";
import type { OnStep } from "./study-progress.ts";
import { summaryOf, type Summary } from "./summary.ts";

/** What to compare, and the settings of EIP. */
export interface StabilityOptions extends PropagateOptions {
  /** Default `eip` and `mean-score`. */
  readonly estimators?: readonly string[] | undefined;
  /** Draws of each random change, and shuffled pools. Default 10. */
  readonly repeats?: number | undefined;
  /** Halvings of the items. Default 50. */
  readonly halvings?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** One number per item: items of a benchmark with equal numbers stay in one half. */
  readonly cluster?: ArrayLike<number> | undefined;
  /** Pools to look at apart, besides the thirds by accuracy. */
  readonly groups?: readonly ModelGroup[] | undefined;
  readonly onStep?: OnStep | undefined;
}

/** A pool, and what is left of its estimates when it is changed. */
export interface Stability {
  readonly repeats: number;
  readonly halvings: number;
  readonly seed: number;
  /** Shares of the items that every model, or none, solves, in the pool as it is. */
  readonly extremes: Extremes;
  readonly estimators: readonly EstimatorStability[];
  readonly perturbations: readonly PerturbationFigures[];
}

/** One estimator on the pool as it is. */
export interface EstimatorStability {
  readonly estimator: string;
  readonly title: string;
  readonly tauWithAccuracy: number;
  /** Models with another rank than by accuracy, those that move most first; `from` is by accuracy. */
  readonly moves: readonly Move[];
  /** Mean tau-b of the orders by two disjoint halves of the items, and the same of shuffled pools. */
  readonly splitHalfTau: number;
  readonly splitHalfTauShuffled: number;
}

/** One change of the pool. */
export interface PerturbationFigures {
  readonly kind: PerturbationKind;
  readonly what: string;
  /** Models of the changed pool. */
  readonly models: number;
  readonly extremes: Extremes;
  readonly agreements: readonly EstimatorAgreement[];
}

/** An estimator under one change, over the repetitions, and the same for shuffled pools. */
export interface EstimatorAgreement {
  readonly estimator: string;
  readonly title: string;
  readonly competency: Summary;
  readonly competencyShuffled: Summary;
  readonly tau: Summary;
  readonly tauShuffled: Summary;
  readonly difficulty: Summary;
  readonly difficultyShuffled: Summary;
  readonly difficultyPearson: Summary;
  /** Number of models that move. */
  readonly moved: Summary;
  /** Who moves, where the change is the same every time. */
  readonly moves: readonly Move[] | undefined;
}

const fewestModels = 4;

/**
 * Changes a pool in many ways and compares each estimate with that of the pool as it is: models left
 * out (1 to half of them), a much stronger, a much weaker and a double model added, items and benchmarks
 * left out, and the pool cut down to groups of models. Every figure has its control: the same change to
 * a pool whose answers were shuffled among the models of each item ({@link shuffled}). Data that overlap
 * agree with themselves even there, so only what goes beyond the control says anything, and only halves
 * of disjoint items measure reliability.
 *
 * @throws EipError `usage` for fewer than 4 models; `bad-option` for a setting out of range.
 * @example
 * ```ts
 * const { perturbations } = await stability(matrix, { repeats: 10 });
 * perturbations[0]?.what; // "drop 1 model"
 * ```
 */
export async function stability(
  matrix: ResponseMatrix,
  options: StabilityOptions = {},
): Promise<Stability> {
  const { estimators = ["eip", "mean-score"], repeats = 10, halvings = 50, seed = 1 } = options;
  const { groups = [], onStep, cluster, ...settings } = options;
  checkCount("repeats", repeats);
  checkCount("halvings", halvings);
  checkEnough(matrix);
  const named = [...new Set(estimators)].map(estimatorNamed);
  const fits = (pool: ResponseMatrix) => named.map(({ fit }) => fit(pool, settings));
  const base = { matrix, fits: fits(matrix) };
  const changes = perturbationsOf(matrix, groups);
  const tallies = changes.map((perturbation) => newTally(perturbation, named));
  const halves = { settings, halvings, seed, cluster };
  const reliability = named.map((estimator) => halvesOf(matrix, { ...halves, estimator }));
  const shuffledHalves = named.map((): number[] => []);

  for (let index = 0; index < repeats; index += 1) {
    const mixed = shuffled(matrix, randomStream(seed, { purpose: "shuffle", index }));
    const control = { matrix: mixed, fits: fits(mixed) };
    for (const [place, tally] of tallies.entries()) {
      await onStep?.({
        done: index * tallies.length + place,
        total: repeats * tallies.length,
        what: tally.perturbation.what,
      });
      // The same draw for the pool and for its control.
      const random = () => randomStream(seed, { purpose: tally.perturbation.what, index });
      if (index === 0 || tally.perturbation.isRandom) {
        addRepeat(tally, tally.perturbation.apply(matrix, random()), { base, fits });
      }
      addControl(tally, tally.perturbation.apply(mixed, random()), { base: control, fits });
    }
    for (const [place, estimator] of named.entries()) {
      const few = Math.ceil(halvings / repeats);
      const tau = halvesOf(mixed, { ...halves, halvings: few, seed: seed + index, estimator });
      shuffledHalves[place]!.push(tau);
    }
  }
  return {
    repeats,
    halvings,
    seed,
    extremes: extremesOf(matrix),
    estimators: named.map((estimator, place) => ({
      estimator: estimator.name,
      title: estimator.title,
      ...besideAccuracy(matrix, base.fits[place]!),
      splitHalfTau: reliability[place]!,
      splitHalfTauShuffled: summaryOf(shuffledHalves[place]!).mean,
    })),
    perturbations: tallies.map(finishTally),
  };
}

function checkEnough({ models }: ResponseMatrix): void {
  if (models.length >= fewestModels) return;
  throw new EipError("usage", {
    found: `${models.length} ${models.length === 1 ? "model" : "models"}`,
    expected: `at least ${fewestModels}, to leave some out`,
    try: "add models to the pool",
  });
}

interface Fits {
  readonly matrix: ResponseMatrix;
  readonly fits: readonly Estimate[];
}

interface Comparing {
  readonly base: Fits;
  readonly fits: (matrix: ResponseMatrix) => readonly Estimate[];
}

interface Tally {
  readonly perturbation: Perturbation;
  readonly named: readonly NamedEstimator[];
  readonly real: Agreement[][];
  readonly control: Agreement[][];
  readonly extremes: Extremes[];
  models: number;
}

function newTally(perturbation: Perturbation, named: readonly NamedEstimator[]): Tally {
  const lists = () => named.map((): Agreement[] => []);
  return { perturbation, named, real: lists(), control: lists(), extremes: [], models: 0 };
}

function addRepeat(tally: Tally, perturbed: Perturbed, comparing: Comparing): void {
  tally.models = perturbed.matrix.models.length;
  tally.extremes.push(extremesOf(perturbed.matrix));
  addAgreements(tally.real, perturbed, comparing);
}

function addControl(tally: Tally, perturbed: Perturbed, comparing: Comparing): void {
  addAgreements(tally.control, perturbed, comparing);
}

function addAgreements(
  lists: Agreement[][],
  perturbed: Perturbed,
  { base, fits }: Comparing,
): void {
  for (const [place, after] of fits(perturbed.matrix).entries()) {
    lists[place]!.push(agreementOf(base.fits[place]!, after, perturbed));
  }
}

function finishTally({ perturbation, named, real, control, extremes, models }: Tally) {
  const { kind, what, isRandom } = perturbation;
  return {
    kind,
    what,
    models,
    extremes: {
      solved: summaryOf(extremes.map(({ solved }) => solved)).mean,
      failed: summaryOf(extremes.map(({ failed }) => failed)).mean,
    },
    agreements: named.map(({ name, title }, place) => {
      const of = (list: readonly Agreement[], key: keyof Omit<Agreement, "moves">) =>
        summaryOf(list.map((agreement) => agreement[key]));
      return {
        estimator: name,
        title,
        competency: of(real[place]!, "competency"),
        competencyShuffled: of(control[place]!, "competency"),
        tau: of(real[place]!, "tau"),
        tauShuffled: of(control[place]!, "tau"),
        difficulty: of(real[place]!, "difficulty"),
        difficultyShuffled: of(control[place]!, "difficulty"),
        difficultyPearson: of(real[place]!, "difficultyPearson"),
        moved: summaryOf(real[place]!.map(({ moves }) => moves.length)),
        moves: isRandom ? undefined : real[place]![0]!.moves,
      };
    }),
  };
}

/** How an order differs from that of accuracy. */
function besideAccuracy(matrix: ResponseMatrix, fit: Estimate) {
  const byAccuracy = ranks(meanScore(matrix).competency);
  const places = ranks(fit.competency);
  const moves = [...places.keys()]
    .map((model) => ({ model, from: byAccuracy[model]!, to: places[model]! }))
    .filter(({ from, to }) => from !== to && !Number.isNaN(from) && !Number.isNaN(to))
    .toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from) || a.model - b.model);
  return { tauWithAccuracy: kendallTau(places, byAccuracy), moves };
}
