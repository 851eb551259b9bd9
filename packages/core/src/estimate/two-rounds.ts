/** Rounds between models and items for two refits at once. */

import { total } from "../numeric/vectors.ts";
import { passOn, roundLimit } from "./fixed-point.ts";
import type { Side } from "./kernels/kernel.ts";
import type { PassOfTwo, Two, TwoWords } from "./kernels/two-words.ts";
import { leastResidual } from "./least-residual.ts";

export interface TwoRoundsParts {
  readonly two: TwoWords;
  readonly models: number;
  readonly damping: number;
  readonly smoothing: number;
  readonly tolerance: number;
}

/** A refit on its way. */
export interface OpenRefit {
  /** Number of items, counting copies. */
  items: number;
  /** Share of these that each model was asked. */
  readonly coverage: Float64Array;
  readonly failure: Float64Array;
  readonly competency: Float64Array;
  readonly passedOn: Float64Array;
  readonly earned: Float64Array;
  /** Whether it takes part in the rounds. */
  open: boolean;
  /** The last rounds: changes of the competencies, then these, then the sum of weights. */
  readonly rounds: Float64Array[];
  /** The round, or mixture of rounds, in which it settled. */
  settled: Float64Array | undefined;
}

/** Rounds that a result may be mixed of. */
const mostMixed = 3;

export function emptyRefits(models: number): Two<OpenRefit> {
  return [emptyRefit(models), emptyRefit(models)];
}

function emptyRefit(models: number): OpenRefit {
  return {
    items: 0,
    coverage: new Float64Array(models).fill(1),
    failure: new Float64Array(models),
    competency: new Float64Array(models),
    passedOn: new Float64Array(models),
    earned: new Float64Array(models),
    open: false,
    rounds: [],
    settled: undefined,
  };
}

/**
 * Begins anew, at what models earned by the weights of the items: half a round from difficulties.
 *
 * @param weights Sums of these weights, which count on complete data only.
 */
export function beginRounds(
  refits: Two<OpenRefit>,
  parts: TwoRoundsParts,
  weights: Two<number> = [0, 0],
): void {
  for (const [lane, refit] of refits.entries()) {
    const { competency, rounds } = refit;
    rounds.length = 0;
    refit.settled = undefined;
    for (let model = 0; model < competency.length; model += 1) {
      competency[model] = received(refit, model, weights[lane]!, parts);
    }
    const sum = total(competency);
    for (let model = 0; model < competency.length; model += 1) competency[model]! /= sum;
  }
}

/**
 * Rounds until all that are open have settled. A refit has settled when the competencies change by less than
 * the tolerance in L1, be it in its last round or in a mixture of its last rounds; they are off the fixed point
 * by d^2 / (1 - d^2) times that at most. It is taken there, whatever its partner does, and so does not depend
 * on it.
 */
export function takeRounds(refits: Two<OpenRefit>, parts: TwoRoundsParts): void {
  const most = roundLimit({ ...parts, start: refits[0].competency });
  for (let round = 1; refits.some(({ open }) => open); round += 1) {
    takeRound(refits, parts);
    for (const refit of refits) if (refit.open) settle(refit, parts, round === most);
  }
}

/** The side of the cells that is passed over, with the pseudo-answers in cells that were observed. */
export function sideOf(of: Side["of"], { two, smoothing }: TwoRoundsParts): Side {
  return { of, smoothing: two.complete ? 0 : smoothing };
}

/** Pseudo-answers of every model on every item, which need no look at the cells. */
export function everywhere({ two, smoothing }: TwoRoundsParts): number {
  return two.complete ? smoothing : 0;
}

/** Competency of a model from what it earned by all weights. */
function received(
  { earned, coverage }: OpenRefit,
  model: number,
  weight: number,
  parts: TwoRoundsParts,
): number {
  const { damping, models } = parts;
  const gain = damping / coverage[model]!;
  return gain * (earned[model]! + everywhere(parts) * weight) + (1 - damping) / models;
}

/** From competencies to difficulties and back, with the change in front. */
function takeRound(refits: Two<OpenRefit>, parts: TwoRoundsParts): void {
  const { two, models } = parts;
  const weights = two.pass({
    ...departure(refits, parts),
    back: [{ side: sideOf("solved", parts), out: [refits[0].earned, refits[1].earned] }],
  });
  for (const [lane, refit] of refits.entries()) {
    const { competency, rounds } = refit;
    const weight = weights[lane]!;
    const round = new Float64Array(2 * models + 1);
    for (let model = 0; model < models; model += 1) {
      const next = received(refit, model, weight, parts);
      round[model] = next - competency[model]!;
      round[models + model] = next;
      competency[model] = next;
    }
    round[2 * models] = weight;
    rounds.push(round);
  }
}

/** The way there from the competencies. */
export function departure(refits: Two<OpenRefit>, parts: TwoRoundsParts): Omit<PassOfTwo, "back"> {
  return {
    there: sideOf("failed", parts),
    perModel: [refits[0].passedOn, refits[1].passedOn],
    floor: [floorOf(refits[0], parts), floorOf(refits[1], parts)],
  };
}

/** Fills in what is passed on; returns what every item gets besides its gain times its sum. */
function floorOf(
  { competency, failure, passedOn, items }: OpenRefit,
  parts: TwoRoundsParts,
): number {
  const { damping } = parts;
  const evenly = passOn(competency, failure, passedOn);
  return (damping * evenly + 1 - damping) / items + damping * everywhere(parts) * total(passedOn);
}

/** Settles where the last rounds hold a result, or where there may be no more of them. */
function settle(refit: OpenRefit, { models, tolerance }: TwoRoundsParts, isLast: boolean): void {
  const rounds = refit.rounds.slice(-mostMixed);
  const candidates = [rounds.at(-1)!, leastResidual(rounds, models)];
  const found = candidates.find((round) => changeOf(round, models) < tolerance);
  refit.settled = found ?? (isLast ? candidates[0] : undefined);
  refit.open = refit.settled === undefined;
}

function changeOf(round: Float64Array, models: number): number {
  let sum = 0;
  for (let model = 0; model < models; model += 1) sum += Math.abs(round[model]!);
  return sum;
}
