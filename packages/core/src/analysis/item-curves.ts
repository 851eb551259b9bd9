/** How likely a model of any ability is to solve each item, as the models of a pool show it. */

import { twoParameter } from "../estimate/two-parameter.ts";
import { matrixFromRows, type Rows } from "../matrix/response-matrix.ts";
import { summaryOf } from "./summary.ts";

/** Curves of items over a grid of abilities. */
export interface ItemCurves {
  /** Number of abilities on the grid. */
  readonly abilities: number;
  /** How likely each is before anything was answered; adds up to 1. */
  readonly prior: Float64Array;
  /** Chance to solve an item, item by item: `chance[item * abilities + place on the grid]`. */
  readonly chance: Float64Array;
}

const gridPoints = 81;
/** The grid reaches so many standard deviations of the pool's abilities to either side. */
const reach = 4;
/** A newcomer may be further out than the pool was: its prior is wider by this factor. */
const newcomer = 1.5;
/** Pools of equals still get a grid. */
const leastSd = 0.25;
/**
 * Slopes are held closer to each other than the estimator does by default: among a few dozen models the
 * steepest curves are the luckiest ones, and they would be chosen first.
 */
const slopeSd = 0.25;
/** With dozens of items an ability is known well enough for few points of quadrature. */
const nodes = 5;
/** No answer is ever certain: a slip at one end, a lucky guess at the other. */
const lapse = 0.02;

/**
 * The curves of the 2PL ({@link twoParameter}) with a share of lapses at either end,
 *
 *     chance = lapse + (1 - 2 lapse) / (1 + exp(-discrimination (ability - difficulty)))
 *
 * at 81 abilities within four standard deviations of the pool's, with a normal prior one and a half times
 * as wide as the pool. An item that told no two models apart has the same chance for every ability:
 * (credit + 1/2) / (asked + 1).
 *
 * @param rows One row per model of scores in [0, 1], one per item; `null` or `undefined` where a model was
 *   not asked.
 * @example
 * ```ts
 * const { chance, abilities } = itemCurves([[1, 1, 0], [1, 0, 0], [0, 0, 1]]);
 * [chance[0], chance[abilities - 1]]; // [0.10, 0.95]: the weakest and the strongest on the first item
 * ```
 */
export function itemCurves(rows: Rows): ItemCurves {
  const known = rows.map((row) => Array.from(row, (score) => score ?? undefined));
  const { competency, difficulty, discrimination, keptItems } = twoParameter(
    matrixFromRows(known),
    { slopeSd, nodes, tolerance: 1e-3 },
  );
  const { mean, sd } = summaryOf([...competency]);
  const spread = Math.max(leastSd, sd || 0);
  const grid = Float64Array.from(
    { length: gridPoints },
    (_, place) => (mean || 0) + spread * reach * ((2 * place) / (gridPoints - 1) - 1),
  );
  const items = known[0]?.length ?? 0;
  const chance = new Float64Array(items * gridPoints);
  for (let item = 0; item < items; item += 1) {
    chance.fill(levelChance(known, item), item * gridPoints, (item + 1) * gridPoints);
  }
  for (const [place, item] of keptItems.entries()) {
    for (const [at, ability] of grid.entries()) {
      const logit = discrimination[place]! * (ability - difficulty[place]!);
      chance[item * gridPoints + at] = lapse + (1 - 2 * lapse) / (1 + Math.exp(-logit));
    }
  }
  return { abilities: gridPoints, prior: priorOn(gridPoints), chance };
}

function levelChance(rows: readonly (readonly (number | undefined)[])[], item: number): number {
  const scores = rows.flatMap((row) => row[item] ?? []);
  return (scores.reduce((sum, score) => sum + score, 0) + 0.5) / (scores.length + 1);
}

function priorOn(points: number): Float64Array {
  const density = Float64Array.from({ length: points }, (_, place) => {
    const z = (reach / newcomer) * ((2 * place) / (points - 1) - 1);
    return Math.exp((-z * z) / 2);
  });
  const sum = density.reduce((total, value) => total + value, 0);
  return density.map((value) => value / sum);
}
