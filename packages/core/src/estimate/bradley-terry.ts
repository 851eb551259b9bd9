/** Bradley-Terry: models as players who meet on every item. */

import { discriminating } from "../matrix/discriminating.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { solveDominant } from "../numeric/solve.ts";
import type { Estimate } from "./estimate.ts";
import { itemDuels, type Duels } from "./item-duels.ts";
import { observedCells, type ObservedCells } from "./observed-cells.ts";
import { checkPositive } from "./positive-options.ts";

export interface BradleyTerryOptions {
  /** Standard deviation of the normal prior on strengths and on difficulties, in logits. Default 2. */
  readonly priorSd?: number | undefined;
  /** Newton steps at most. Default 100; about 6 are taken. */
  readonly maxIterations?: number | undefined;
  /** L1 length of a step below which the strengths have settled. Default 1e-10. */
  readonly tolerance?: number | undefined;
}

export interface BradleyTerryFit extends Estimate {
  /** Duels that a model won, and those it lost, in wins of 1; a draw counts for neither. */
  readonly won: Float64Array;
  readonly lost: Float64Array;
}

/**
 * Strengths of models (`competency`, in logits) from duels on items: with scores A, model i beats model
 * j on an item by `max(0, A[i] - A[j])` of a win, so 0/1 data give a win where i solves and j fails, and
 * equal scores are no duel. With w[i,j] the wins of i over j, the strengths are the maximum of
 *
 *     sum over i, j of w[i,j] * ln( 1 / (1 + exp(s[j] - s[i])) )  -  sum over i of s[i]^2 / (2 * priorSd^2)
 *
 * by Newton's method. The normal prior keeps undefeated models finite, and sets the origin: the
 * strengths of models that are linked by duels add up to 0, block by block where there is no link, so
 * that strengths of unlinked models say nothing about each other. If answers follow the Rasch model,
 * the difficulty of an item cancels from who wins on it, and strengths estimate Rasch abilities.
 *
 * The difficulty of an item is its strength as a player of its own: it meets every model that was asked
 * and wins the credit that the model did not earn, the strengths of the models taken as known:
 *
 *     sum over m of (1 - A[m]) - 1 / (1 + exp(s[m] - difficulty))  =  difficulty / priorSd^2
 *
 * A model without an observed cell of a kept item gets `NaN`; one that meets nobody 0; without such
 * items all have 0.
 *
 * @throws EipError `bad-option` for a setting out of range.
 * @example
 * ```ts
 * bradleyTerry(matrixFromRows([[1, 1, 0], [1, 0, 0], [0, 0, 1]])).competency; // [0.64, -0.46, -0.19]
 * ```
 */
export function bradleyTerry(
  matrix: ResponseMatrix,
  options: BradleyTerryOptions = {},
): BradleyTerryFit {
  const { priorSd = 2, maxIterations = 100, tolerance = 1e-10 } = options;
  checkPositive({ priorSd, maxIterations, tolerance });
  const precision = 1 / priorSd ** 2;
  const cells = observedCells(matrix, discriminating(matrix).kept);
  const duels = itemDuels(cells);
  const strength = new Float64Array(cells.models);
  let residual = 0;
  let iterations = 0;
  let converged = cells.items.length === 0;
  while (!converged && iterations < maxIterations) {
    residual = climb(duels, precision, strength);
    iterations += 1;
    converged = residual < tolerance;
  }
  const none = cells.items.length === 0;
  return {
    competency: strength.map((value, model) => (none || duels.asked[model] ? value : Number.NaN)),
    difficulty: itemStrengths(cells, strength, precision),
    won: duels.won,
    lost: duels.lost,
    keptItems: cells.items,
    iterations,
    residual,
    converged,
    kernel: "newton",
  };
}

/** One Newton step, halved until it does not lead down; returns its L1 length before that. */
function climb(duels: Duels, precision: number, strength: Float64Array): number {
  const direction = newtonStep(duels, precision, strength);
  const before = logPosterior(duels, precision, strength);
  const from = strength.slice();
  // Near the top the differences are rounding noise, and a full step is right.
  const least = before - 1e-12 * Math.abs(before);
  for (let share = 1; share > 1e-6; share /= 2) {
    for (let model = 0; model < from.length; model += 1) {
      strength[model] = from[model]! + share * direction[model]!;
    }
    if (logPosterior(duels, precision, strength) >= least) break;
  }
  return direction.reduce((sum, step) => sum + Math.abs(step), 0);
}

/** The Hessian outweighs the rest of each column by the prior, so plain elimination solves it. */
function newtonStep(
  { models, wins }: Duels,
  precision: number,
  strength: Float64Array,
): Float64Array {
  const curvature = new Float64Array(models * models);
  const slope = strength.map((value) => -precision * value);
  for (let i = 0; i < models; i += 1) {
    curvature[i * models + i]! += precision;
    for (let j = 0; j < i; j += 1) {
      const won = wins[i * models + j]!;
      const met = won + wins[j * models + i]!;
      if (met === 0) continue;
      const chance = 1 / (1 + Math.exp(strength[j]! - strength[i]!));
      const known = met * chance * (1 - chance);
      slope[i]! += won - met * chance;
      slope[j]! -= won - met * chance;
      curvature[i * models + i]! += known;
      curvature[j * models + j]! += known;
      curvature[i * models + j] = -known;
      curvature[j * models + i] = -known;
    }
  }
  return solveDominant(curvature, slope);
}

function logPosterior({ models, wins }: Duels, precision: number, strength: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < models; i += 1) {
    sum -= (precision * strength[i]! ** 2) / 2;
    for (let j = 0; j < models; j += 1) {
      const won = wins[i * models + j]!;
      if (won > 0) sum -= won * Math.log1p(Math.exp(strength[j]! - strength[i]!));
    }
  }
  return sum;
}

/** The strength of every item, by Newton's method kept within what is known about where its root is. */
function itemStrengths(
  cells: ObservedCells,
  strength: Float64Array,
  precision: number,
): Float64Array {
  const difficulty = new Float64Array(cells.items.length);
  for (let item = 0; item < difficulty.length; item += 1) {
    let [low, high] = [-Infinity, Infinity];
    let place = 0;
    for (let step = 0; step < 100; step += 1) {
      const { slope, known } = matchesOf(cells, item, { strength, precision, place });
      if (slope > 0) low = place;
      else high = place;
      const full = place + Math.max(-2, Math.min(2, slope / known));
      const next = full >= low && full <= high ? full : (low + high) / 2;
      const moved = Math.abs(next - place);
      if (!(moved > 1e-13)) break;
      place = next;
    }
    difficulty[item] = place;
  }
  return difficulty;
}

interface Player {
  readonly strength: Float64Array;
  readonly precision: number;
  readonly place: number;
}

/** Derivative of an item's log posterior at a strength, and the curvature there. */
function matchesOf(
  { starts, model, scores }: ObservedCells,
  item: number,
  { strength, precision, place }: Player,
): { readonly slope: number; readonly known: number } {
  let slope = -precision * place;
  let known = precision;
  for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
    const chance = 1 / (1 + Math.exp(strength[model[cell]!]! - place));
    slope += 1 - scores[cell]! - chance;
    known += chance * (1 - chance);
  }
  return { slope, known };
}
