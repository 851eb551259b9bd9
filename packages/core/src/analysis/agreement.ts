/** Whether people find the same items hard as an estimator does. */

import type { PropagateOptions } from "../estimate/propagate.ts";
import { discriminating } from "../matrix/discriminating.ts";
import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { wilson } from "../stats/wilson.ts";
import { estimatorNamed, type NamedEstimator } from "./estimators.ts";
import {
  consensusOf,
  raterAgreement,
  type Choice,
  type JudgedPair,
  type RaterAgreement,
} from "./judgements.ts";

/** What to compare, and the settings of EIP. */
export interface AgreeOptions extends PropagateOptions {
  /** Default `eip`, `mean-score`, `rasch`. */
  readonly estimators?: readonly string[] | undefined;
  /** Confidence of the intervals, 0 to 1. Default .95. */
  readonly level?: number | undefined;
  /** The item that a name in the judgements stands for, as an index. */
  readonly itemNamed: (name: string) => number;
}

/** Estimators beside the raters. */
export interface HumanAgreement {
  readonly pairs: number;
  /** Pairs on which as many raters chose either item. */
  readonly withoutConsensus: number;
  readonly raters: readonly RaterFigures[];
  readonly amongRaters: RaterAgreement;
  readonly estimators: readonly EstimatorAgreementWithPeople[];
}

/** Pairs by whether two sides name the same item; a tie on the estimator's side counts half. */
export interface Matched {
  readonly pairs: number;
  readonly agree: number;
  readonly disagree: number;
  /** The estimator finds both items equally hard. */
  readonly tied: number;
  /** (agree + tied / 2) / pairs, with its Wilson interval; `NaN` without pairs. */
  readonly share: number;
  readonly lower: number;
  readonly upper: number;
}

/** An estimator's difficulties beside the raters. */
export interface EstimatorAgreementWithPeople {
  readonly estimator: string;
  readonly title: string;
  /** With the consensus, over the pairs that have one. */
  readonly consensus: Matched;
  /** With each rater, over the pairs on which the rater chose an item; in the order of the raters. */
  readonly byRater: readonly Matched[];
}

/** One rater. */
export interface RaterFigures {
  readonly rater: string;
  readonly judgements: number;
  readonly ties: number;
  /** With the consensus of the other raters: what can be asked of an estimator. */
  readonly withOthers: Matched;
}

/**
 * Agreement of estimated difficulties with judgements of which of two items is harder. Items that all
 * models solve count as easier than any other, those that none solves as harder; two of a kind are tied,
 * and so are difficulties that differ by rounding only. A pair with an item that no model was asked is
 * left out of the estimator's figures.
 *
 * @throws EipError `bad-option` for an unknown estimator, and what `itemNamed` throws.
 * @example
 * ```ts
 * humanAgreement(matrix, pairs, { itemNamed }).estimators[0]?.consensus.share; // 0.8
 * ```
 */
export function humanAgreement(
  matrix: ResponseMatrix,
  pairs: readonly JudgedPair[],
  options: AgreeOptions,
): HumanAgreement {
  const { estimators = ["eip", "mean-score", "rasch"], level = 0.95, itemNamed } = options;
  const { damping, smoothing, missing } = options;
  const placed = pairs.map((pair) => ({
    ...pair,
    items: [itemNamed(pair.first), itemNamed(pair.second)] as const,
  }));
  const raters = [
    ...new Set(pairs.flatMap(({ votes }) => votes.map(({ rater }) => rater))),
  ].toSorted();
  return {
    pairs: pairs.length,
    withoutConsensus: pairs.filter(({ consensus }) => consensus === "tie").length,
    raters: raters.map((rater) => raterFigures(rater, pairs, level)),
    amongRaters: raterAgreement(pairs),
    estimators: [...new Set(estimators)].map((name) => {
      const estimator = estimatorNamed(name);
      const difficulty = difficulties(matrix, estimator, { damping, smoothing, missing });
      const chosen = placed.map((pair) => ({ ...pair, choice: choiceOf(difficulty, pair.items) }));
      const matched = (of: (pair: JudgedPair) => Choice | undefined) =>
        matchedShare(
          chosen.map((pair) => ({ people: of(pair), estimator: pair.choice })),
          level,
        );
      return {
        estimator: name,
        title: estimator.title,
        consensus: matched(({ consensus }) => consensus),
        byRater: raters.map((rater) => matched((pair) => voteOf(pair, rater))),
      };
    }),
  };
}

function voteOf({ votes }: JudgedPair, rater: string): Choice | undefined {
  return votes.find((vote) => vote.rater === rater)?.choice;
}

/** One per item of the matrix: estimated, or beyond any where all or none solve it; `NaN` where unknown. */
function difficulties(
  matrix: ResponseMatrix,
  estimator: NamedEstimator,
  settings: PropagateOptions,
): Float64Array {
  const fit = estimator.fit(matrix, settings);
  const split = discriminating(matrix);
  const scores = new Float64Array(matrix.models.length);
  const result = new Float64Array(matrix.items.length).fill(Number.NaN);
  for (const [place, item] of fit.keptItems.entries()) result[item] = fit.difficulty[place]!;
  for (let item = 0; item < result.length; item += 1) {
    const reason = split.reasonOf(item);
    if (reason === undefined || reason === "unobserved") continue;
    result[item] = readItem(matrix, item, scores).includes(1) ? -Infinity : Infinity;
  }
  return result;
}

/** The harder one of two; `undefined` where one of them is unknown. */
function choiceOf(
  difficulty: Float64Array,
  [first, second]: readonly [number, number],
): Choice | undefined {
  const [a, b] = [difficulty[first]!, difficulty[second]!];
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined;
  const isRounding = Math.abs(a - b) <= 1e-9 * Math.min(Math.abs(a), Math.abs(b), Number.MAX_VALUE);
  if (a === b || isRounding) return "tie";
  return a > b ? "first" : "second";
}

interface Two {
  readonly people: Choice | undefined;
  readonly estimator: Choice | undefined;
}

function matchedShare(pairs: readonly Two[], level: number): Matched {
  const usable = pairs.filter(
    ({ people, estimator }) => people !== undefined && people !== "tie" && estimator !== undefined,
  );
  const agree = usable.filter(({ people, estimator }) => people === estimator).length;
  const tied = usable.filter(({ estimator }) => estimator === "tie").length;
  const share = (agree + tied / 2) / usable.length;
  const [lower, upper] =
    usable.length === 0 ? [Number.NaN, Number.NaN] : wilson(share, { n: usable.length, level });
  return {
    pairs: usable.length,
    agree,
    disagree: usable.length - agree - tied,
    tied,
    share,
    lower,
    upper,
  };
}

function raterFigures(rater: string, pairs: readonly JudgedPair[], level: number): RaterFigures {
  const own = pairs.filter((pair) => voteOf(pair, rater) !== undefined);
  const others = own.map((pair) => ({
    people: consensusOf(
      pair.votes.filter((vote) => vote.rater !== rater).map(({ choice }) => choice),
    ),
    estimator: voteOf(pair, rater),
  }));
  return {
    rater,
    judgements: own.length,
    ties: own.filter((pair) => voteOf(pair, rater) === "tie").length,
    withOthers: matchedShare(others, level),
  };
}
