/** Which items behave as if their answer key were wrong. */

import { EipError } from "../errors.ts";
import type { ObservedCells } from "../estimate/observed-cells.ts";
import type { LogitScale } from "../estimate/rasch.ts";
import { logBeta } from "../stats/log-gamma.ts";

/** Per item of the cells, in natural logarithms of likelihood ratios. */
export interface KeyEvidence {
  /** For a wrong key against a right one. */
  readonly evidence: Float64Array;
  /** For answers that have nothing to do with ability, against a right key. */
  readonly flat: Float64Array;
}

/** Slopes of the item curve and their prior weights. */
const slopes = [
  [0.6, 1 / 4],
  [1, 1 / 2],
  [1.6, 1 / 4],
] as const;

/** Chances that a model which would fail gives the answer that a wrong key asks for. */
const givesKeyed = [0.1, 0.3, 0.6] as const;

/** Difficulties are integrated over 41 nodes, 6 scales to either side. */
const nodes = Array.from({ length: 41 }, (_, index) => (index - 20) * 0.3);

/**
 * Evidence that the key of an item is wrong: the logarithm of the likelihood ratio of two accounts of
 * its answers, abilities taken as known. With A the scores, c the chance of guessing right (0 where it
 * is not known) and
 *
 *     P = c + (1 - c) / (1 + exp(-a (ability - b)))          within [1e-6, 1 - 1e-6]
 *     R = k (1 - P)                                          those who would fail give the keyed answer
 *
 *     right: L0 = ln sum over a, b of w_a w_b prod P^A (1 - P)^(1 - A)
 *     wrong: L1 = ln mean over k of sum over a, b of w_a w_b prod R^A (1 - R)^(1 - A)
 *     flat:  L2 = ln Beta(S + 1, n - S + 1)                  S of n solved, whoever they are
 *
 * the evidence is L1 - L0, and `flat` is L2 - L0. Slopes a are .6, 1 and 1.6 with weights 1/4, 1/2,
 * 1/4; k is .1, .3 and .6; b runs over `mu + sigma u`, u = -6, -5.7 ... 6, with weights proportional to
 * (1 + u^2/4)^-2.5, mu and sigma being the median and max(.5, 1.4826 MAD) of the fitted difficulties.
 *
 * @param chance One chance level per item of the cells, `NaN` where it is not known. Default: none is.
 */
export function keyEvidence(
  cells: ObservedCells,
  scale: LogitScale,
  chance?: Float64Array,
): KeyEvidence {
  const { items, starts } = cells;
  const evidence = new Float64Array(items.length);
  const flat = new Float64Array(items.length);
  const grid = difficultyGrid(scale.difficulty);
  const tables = new Map<number, AnswerTable>();
  const logLikelihood = new Float64Array(grid.length * (1 + givesKeyed.length));
  for (let item = 0; item < items.length; item += 1) {
    const known = chance?.[item] ?? 0;
    const floor = Number.isNaN(known) ? 0 : known;
    const table = tables.get(floor) ?? answerTable(scale.competency, grid, floor);
    tables.set(floor, table);
    const earned = addAnswers(cells, item, table, logLikelihood);
    const asked = starts[item + 1]! - starts[item]!;
    const right = logMix(logLikelihood.subarray(0, grid.length), grid);
    const wrong = logMix(logLikelihood.subarray(grid.length), grid) - Math.log(givesKeyed.length);
    evidence[item] = wrong - right;
    flat[item] = logBeta(earned + 1, asked - earned + 1) - right;
  }
  return { evidence, flat };
}

/**
 * Probability that the key is wrong, when a share `rate` of all keys is: 1 / (1 + (1 - rate)/rate *
 * exp(-evidence)). At a rate of .05 it is above one half from an evidence of ln 19 = 2.94 on.
 *
 * @throws EipError `bad-option` for a rate outside (0, 1).
 * @example
 * ```ts
 * keyErrorProbability(Math.log(19), 0.05); // 0.5
 * ```
 */
export function keyErrorProbability(evidence: number, rate: number): number {
  if (!(rate > 0 && rate < 1)) {
    throw new EipError("bad-option", {
      where: "keyErrorRate",
      found: String(rate),
      expected: "a number between 0 and 1, both excluded",
    });
  }
  return 1 / (1 + ((1 - rate) / rate) * Math.exp(-evidence));
}

/** One curve that an item may have, and the logarithm of its prior weight. */
interface Curve {
  readonly slope: number;
  readonly difficulty: number;
  readonly logWeight: number;
}

function difficultyGrid(difficulty: Float64Array): readonly Curve[] {
  const middle = median(difficulty);
  const spread = Math.max(0.5, 1.4826 * median(difficulty.map((b) => Math.abs(b - middle))));
  const heavyTailed = nodes.map((u) => (1 + u ** 2 / 4) ** -2.5);
  const whole = heavyTailed.reduce((sum, weight) => sum + weight, 0);
  return slopes.flatMap(([slope, share]) =>
    nodes.map((u, index) => ({
      slope,
      difficulty: middle + spread * u,
      logWeight: Math.log((share * heavyTailed[index]!) / whole),
    })),
  );
}

function median(values: Float64Array): number {
  const sorted = values.toSorted();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/**
 * Logarithms of the chances that a model solves or fails an item, `width` of them per model: first
 * each curve under a right key, then each under a wrong one, for each chance of the keyed answer.
 */
interface AnswerTable {
  readonly width: number;
  readonly solves: Float64Array;
  readonly fails: Float64Array;
}

function answerTable(ability: Float64Array, grid: readonly Curve[], chance: number): AnswerTable {
  const width = grid.length * (1 + givesKeyed.length);
  const solves = new Float64Array(ability.length * width);
  const fails = new Float64Array(ability.length * width);
  for (let model = 0; model < ability.length; model += 1) {
    for (const [index, { slope, difficulty }] of grid.entries()) {
      const knows = 1 / (1 + Math.exp(-slope * (ability[model]! - difficulty)));
      const right = Math.min(1 - 1e-6, Math.max(1e-6, chance + (1 - chance) * knows));
      const place = model * width + index;
      solves[place] = Math.log(right);
      fails[place] = Math.log(1 - right);
      for (const [round, share] of givesKeyed.entries()) {
        const keyed = share * (1 - right);
        solves[place + (round + 1) * grid.length] = Math.log(keyed);
        fails[place + (round + 1) * grid.length] = Math.log(1 - keyed);
      }
    }
  }
  return { width, solves, fails };
}

/** Log likelihoods of the answers to an item into `out`; returns the credit earned on it. */
function addAnswers(
  { starts, model, scores }: ObservedCells,
  item: number,
  { width, solves, fails }: AnswerTable,
  out: Float64Array,
): number {
  let earned = 0;
  out.fill(0);
  for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
    const score = scores[cell]!;
    const offset = model[cell]! * width;
    earned += score;
    if (score === 1) for (let at = 0; at < width; at += 1) out[at]! += solves[offset + at]!;
    else if (score === 0) for (let at = 0; at < width; at += 1) out[at]! += fails[offset + at]!;
    else {
      for (let at = 0; at < width; at += 1) {
        out[at]! += score * solves[offset + at]! + (1 - score) * fails[offset + at]!;
      }
    }
  }
  return earned;
}

/** ln of the sum of `weight * exp(value)`, the weights in turn. */
function logMix(values: Float64Array, grid: readonly Curve[]): number {
  let largest = -Infinity;
  for (const value of values) if (value > largest) largest = value;
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) {
    sum += Math.exp(values[at]! - largest + grid[at % grid.length]!.logWeight);
  }
  return largest + Math.log(sum);
}
