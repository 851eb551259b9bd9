/** Refits of complete 0/1 data by rounds over the items, for two random draws at once. */

import { increased, total } from "../numeric/vectors.ts";
import type { CompleteSolution } from "./exact-complete.ts";
import { passOn, roundLimit } from "./fixed-point.ts";
import type { Two, TwoDraws } from "./kernels/two-draws.ts";
import { leastResidual } from "./least-residual.ts";

export interface TwoDrawsParts {
  readonly two: TwoDraws;
  readonly models: number;
  readonly damping: number;
  readonly smoothing: number;
  readonly tolerance: number;
  /** Sum of scores of each kept item. */
  readonly successOfItem: Float64Array;
  /** Difficulties where every item counts once. */
  readonly difficulty: Float64Array;
}

/** The refit of one draw on its way. */
interface Refit {
  /** Number of items, counting copies. */
  items: number;
  readonly failure: Float64Array;
  readonly competency: Float64Array;
  readonly passedOn: Float64Array;
  readonly earned: Float64Array;
  /** The last rounds: changes of the competencies, then these, then the sum of weights. */
  readonly rounds: Float64Array[];
  solution: CompleteSolution | undefined;
}

/** Rounds that a result may be mixed of. */
const mostMixed = 3;

/**
 * The rounds start from what the models earn by the difficulties of the point estimate, which takes half a
 * round. A refit has settled when the competencies change by less than the tolerance in L1, be it in its last
 * round or in a mixture of its last rounds; they are off the fixed point by d^2 / (1 - d^2) times that at most.
 * It is taken there, whatever its partner does, and so does not depend on it.
 *
 * @returns what solves the draws of two seeds; `undefined` for a draw without a kept item.
 */
export function twoDrawsSolver(
  parts: TwoDrawsParts,
): (seeds: Two<number>) => Two<CompleteSolution | undefined> {
  const refits = [emptyRefit(parts.models), emptyRefit(parts.models)] as const;
  const begin = beginner(parts);
  return (seeds) => {
    begin(refits, seeds);
    const most = roundLimit({ ...parts, start: refits[0].competency });
    for (let round = 1; refits.some(isOpen); round += 1) {
      takeRound(refits, parts);
      for (const refit of refits.filter(isOpen)) settle(refit, parts, round === most);
    }
    return [refits[0].solution, refits[1].solution];
  };
}

function emptyRefit(models: number): Refit {
  return {
    items: 0,
    failure: new Float64Array(models),
    competency: new Float64Array(models),
    passedOn: new Float64Array(models),
    earned: new Float64Array(models),
    rounds: [],
    solution: undefined,
  };
}

function isOpen({ items, solution }: Refit): boolean {
  return items > 0 && solution === undefined;
}

/** Draws, adds up failure masses, and takes half a round from the difficulties of the point estimate. */
function beginner(parts: TwoDrawsParts): (refits: Two<Refit>, seeds: Two<number>) => void {
  const { two, models, smoothing, difficulty } = parts;
  const { factors } = two;
  const success = increased(parts.successOfItem, smoothing * models);
  const values = new Float64Array(2 * success.length);
  return (refits, seeds) => {
    for (const [lane, copies] of two.draw(seeds).entries()) {
      let items = 0;
      for (let item = 0, place = lane; item < success.length; item += 1, place += 2) {
        const count = copies[item]!;
        items += count;
        values[place] = count;
        factors[place] = count / success[item]!;
      }
      refits[lane]!.items = items;
    }
    two.sum("failed", values, [refits[0].failure, refits[1].failure]);
    const weights = [0, 0];
    for (let place = 0; place < values.length; place += 1) {
      values[place] = factors[place]! * difficulty[place >> 1]!;
      weights[place & 1]! += values[place]!;
    }
    two.sum("solved", values, [refits[0].earned, refits[1].earned]);
    for (const [lane, refit] of refits.entries()) {
      const { items, failure, earned, competency } = refit;
      refit.rounds.length = 0;
      refit.solution = undefined;
      for (let model = 0; model < models; model += 1) {
        failure[model]! += smoothing * items;
        competency[model] = received(earned[model]!, weights[lane]!, parts);
      }
      const sum = total(competency);
      for (let model = 0; model < models; model += 1) competency[model]! /= sum;
    }
  };
}

/** Competency from what a model earned by all weights. */
function received(
  earned: number,
  weight: number,
  { models, damping, smoothing }: TwoDrawsParts,
): number {
  return damping * (earned + smoothing * weight) + (1 - damping) / models;
}

/** From competencies to difficulties and back, with the change in front. */
function takeRound(refits: Two<Refit>, parts: TwoDrawsParts): void {
  const { two, models, damping } = parts;
  const weights = two.pass({
    perModel: [refits[0].passedOn, refits[1].passedOn],
    gain: damping,
    floor: [floorOf(refits[0], parts), floorOf(refits[1], parts)],
    out: [refits[0].earned, refits[1].earned],
  });
  for (const [lane, { competency, earned, rounds }] of refits.entries()) {
    const weight = weights[lane]!;
    const round = new Float64Array(2 * models + 1);
    for (let model = 0; model < models; model += 1) {
      const next = received(earned[model]!, weight, parts);
      round[model] = next - competency[model]!;
      round[models + model] = next;
      competency[model] = next;
    }
    round[2 * models] = weight;
    rounds.push(round);
  }
}

/** Fills in what is passed on; returns what every item gets besides `damping` times its sum. */
function floorOf(
  { competency, failure, passedOn, items }: Refit,
  { damping, smoothing }: TwoDrawsParts,
): number {
  const evenly = passOn(competency, failure, passedOn);
  return (damping * evenly + 1 - damping) / items + damping * smoothing * total(passedOn);
}

/** Sets the solution where the last rounds hold one, or where there may be no more of them. */
function settle(refit: Refit, { models, tolerance }: TwoDrawsParts, isLast: boolean): void {
  const rounds = refit.rounds.slice(-mostMixed);
  const candidates = [rounds.at(-1)!, leastResidual(rounds, models)];
  const settled = candidates.find((round) => changeOf(round, models) < tolerance);
  const taken = settled ?? (isLast ? candidates[0] : undefined);
  if (taken === undefined) return;
  refit.solution = { competency: taken.subarray(models, 2 * models), weight: taken[2 * models]! };
}

function changeOf(round: Float64Array, models: number): number {
  let sum = 0;
  for (let model = 0; model < models; model += 1) sum += Math.abs(round[model]!);
  return sum;
}
