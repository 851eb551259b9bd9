/** The Rasch model: one ability per model, one difficulty per item, on a logit scale. */

import { discriminating } from "../matrix/discriminating.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { distance, total } from "../numeric/vectors.ts";
import type { Estimate } from "./estimate.ts";
import { observedCells, type ObservedCells } from "./observed-cells.ts";
import { checkPositive } from "./positive-options.ts";

export interface RaschOptions {
  /** Standard deviation of the normal prior on abilities and on difficulties, in logits. Default 2. */
  readonly priorSd?: number | undefined;
  /** Rounds at most. Default 500; a connected pool takes about 20. */
  readonly maxIterations?: number | undefined;
  /** L1 change of the abilities below which they have settled. Default 1e-8. */
  readonly tolerance?: number | undefined;
}

/** Where models and items are, in logits. */
export interface LogitScale {
  /** Ability, one per model of the matrix. */
  readonly competency: Float64Array;
  /** One per item that took part. */
  readonly difficulty: Float64Array;
}

export interface RaschFit extends Estimate, LogitScale {
  /** Standard deviation of each ability, the difficulties taken as known; `NaN` without an ability. */
  readonly competencySd: Float64Array;
  /** Standard deviation of each difficulty, the abilities taken as known. */
  readonly difficultySd: Float64Array;
}

/** No Newton step from 0 is longer: the gradient is at most n/2, the information n/4. */
const longestStep = 2;

/**
 * Rasch abilities (`competency`) and difficulties, jointly, by maximum posterior likelihood with
 * independent normal priors on both sides:
 *
 *     P[m,q] = 1 / (1 + exp(difficulty[q] - ability[m]))
 *
 * Alternates one Newton step of all abilities and one of all difficulties, from 0, over the observed
 * cells of the items that tell models apart; a score between 0 and 1 enters as that fraction of a
 * success. A model without such a cell gets `NaN`; without such an item all abilities are 0.
 *
 * Only differences between abilities and difficulties matter to the likelihood. The priors fix the
 * origin: at the optimum abilities and difficulties together add up to 0. On complete data the order
 * is that of accuracy over these items.
 *
 * @throws EipError `bad-option` for a setting out of range.
 * @example
 * ```ts
 * const { competency } = rasch(matrixFromRows([[1, 1, 0], [1, 0, 0], [0, 0, 1]]));
 * competency; // [0.61, -0.45, -0.45]
 * ```
 */
export function rasch(matrix: ResponseMatrix, options: RaschOptions = {}): RaschFit {
  return raschOfCells(observedCells(matrix, discriminating(matrix).kept), options);
}

/** The same over given cells, for items chosen by another rule. */
export function raschOfCells(cells: ObservedCells, options: RaschOptions = {}): RaschFit {
  const { priorSd = 2, maxIterations = 500, tolerance = 1e-8 } = options;
  checkPositive({ priorSd, maxIterations, tolerance });

  const models = emptySide(cells.models);
  const items = emptySide(cells.items.length);
  addUp(cells, models, items);
  const precision = 1 / priorSd ** 2;
  let iterations = 0;
  let residual = 0;
  let converged = cells.items.length === 0;
  while (!converged && iterations < maxIterations) {
    const before = models.place.slice();
    expectByModel(cells, models, items);
    step(models, precision, 1);
    expectByItem(cells, models, items);
    step(items, precision, -1);
    moveOrigin(models, items);
    residual = distance(before, models.place);
    iterations += 1;
    converged = residual < tolerance;
  }
  expectByModel(cells, models, items);
  expectByItem(cells, models, items);
  const none = cells.items.length === 0;
  const known = (values: Float64Array) =>
    none ? values : values.map((x, model) => (models.asked[model]! > 0 ? x : Number.NaN));
  return {
    competency: known(models.place),
    competencySd: known(posteriorSd(models, precision)),
    difficulty: items.place,
    difficultySd: posteriorSd(items, precision),
    keptItems: cells.items,
    iterations,
    residual,
    converged,
    kernel: "newton",
  };
}

/** Models, or items: where they are on the logit scale, and what their answers say about it. */
interface Side {
  readonly place: Float64Array;
  /** Answers and credit; constant. */
  readonly asked: Float64Array;
  readonly earned: Float64Array;
  /** Credit expected at the present places, and its variance, which is the information. */
  readonly expected: Float64Array;
  readonly information: Float64Array;
}

function emptySide(length: number): Side {
  const zeros = () => new Float64Array(length);
  return {
    place: zeros(),
    asked: zeros(),
    earned: zeros(),
    expected: zeros(),
    information: zeros(),
  };
}

function addUp({ starts, model, scores }: ObservedCells, models: Side, items: Side): void {
  for (let item = 0; item < items.place.length; item += 1) {
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      models.asked[model[cell]!]! += 1;
      models.earned[model[cell]!]! += scores[cell]!;
      items.asked[item]! += 1;
      items.earned[item]! += scores[cell]!;
    }
  }
}

/**
 * Sums over items, for each model. What was earned is not added here but once and for all, so that
 * models with equal totals on complete data get bit-equal abilities.
 */
function expectByModel({ starts, model }: ObservedCells, models: Side, items: Side): void {
  const { expected, information } = models;
  const ease = models.place.map(Math.exp);
  expected.fill(0);
  information.fill(0);
  for (let item = 0; item < items.place.length; item += 1) {
    const hardness = Math.exp(items.place[item]!);
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      const row = model[cell]!;
      const chance = ease[row]! / (ease[row]! + hardness);
      expected[row]! += chance;
      information[row]! += chance * (1 - chance);
    }
  }
}

/** Sums over models, for each item. */
function expectByItem({ starts, model }: ObservedCells, models: Side, items: Side): void {
  const ease = models.place.map(Math.exp);
  for (let item = 0; item < items.place.length; item += 1) {
    const hardness = Math.exp(items.place[item]!);
    let expected = 0;
    let information = 0;
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      const easy = ease[model[cell]!]!;
      const chance = easy / (easy + hardness);
      expected += chance;
      information += chance * (1 - chance);
    }
    items.expected[item] = expected;
    items.information[item] = information;
  }
}

/** One Newton step of each place on its own; more credit means up for models, down for items. */
function step({ place, ...sums }: Side, precision: number, up: 1 | -1): void {
  for (let index = 0; index < place.length; index += 1) {
    const beyond = sums.earned[index]! - sums.expected[index]!;
    const full = (up * beyond - precision * place[index]!) / (sums.information[index]! + precision);
    place[index]! += Math.max(-longestStep, Math.min(longestStep, full));
  }
}

/**
 * Moves both sides along together to where the priors want them: single steps get there only slowly,
 * since the likelihood does not change on the way.
 */
function moveOrigin(models: Side, items: Side): void {
  const scored = models.asked.map((asked) => (asked > 0 ? 1 : 0));
  const shift = (total(models.place) + total(items.place)) / (total(scored) + items.place.length);
  for (let item = 0; item < items.place.length; item += 1) items.place[item]! -= shift;
  for (let model = 0; model < scored.length; model += 1)
    models.place[model]! -= shift * scored[model]!;
}

function posteriorSd({ information }: Side, precision: number): Float64Array {
  return information.map((known) => 1 / Math.sqrt(known + precision));
}
