/** Items in groups of about equal difficulty, as a part of the pool sees it. */

import { propagate, type PropagateOptions } from "../estimate/propagate.ts";
import { discriminating } from "../matrix/discriminating.ts";
import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";

/** Fewer models cannot say for others what is hard. */
export const fewestOthers = 5;

/** Bands with fewer items get counts but no figure. */
export const fewestBandItems = 20;

/** An item, as an index, and how hard it is. */
export interface Graded {
  readonly item: number;
  readonly difficulty: number;
}

/** Items by what some models did on them; those that no model was asked are in no group. */
export interface ItemsByDifficulty {
  /** Every model solves them. */
  readonly easiest: readonly number[];
  readonly between: readonly Graded[];
  /** No model solves them. */
  readonly hardest: readonly number[];
}

/**
 * The items of a pool by the difficulty that the same propagation gives them there.
 *
 * @example
 * ```ts
 * itemsByDifficulty(matrixFromRows([[1, 1, 0], [1, 0, 0]])).easiest; // [0]
 * ```
 */
export function itemsByDifficulty(
  matrix: ResponseMatrix,
  settings: PropagateOptions = {},
): ItemsByDifficulty {
  const fit = propagate(matrix, settings);
  const split = discriminating(matrix);
  const kept = new Set(fit.keptItems);
  const easiest: number[] = [];
  const hardest: number[] = [];
  for (let item = 0; item < matrix.items.length; item += 1) {
    if (kept.has(item) || split.reasonOf(item) === undefined) continue;
    const score = firstScore(matrix, item);
    if (score === 1) easiest.push(item);
    else if (score === 0) hardest.push(item);
  }
  const between = Array.from(fit.keptItems, (item, place) => ({
    item,
    difficulty: fit.difficulty[place]!,
  }));
  return { easiest, between, hardest };
}

/** The score of the first model that was asked; `NaN` when none was. */
function firstScore(matrix: ResponseMatrix, item: number): number {
  for (let model = 0; model < matrix.models.length; model += 1) {
    const score = scoreAt(matrix, model, item);
    if (!Number.isNaN(score)) return score;
  }
  return Number.NaN;
}

/**
 * At most `count` groups of ascending difficulty, as equal in size as ties allow.
 *
 * @example
 * ```ts
 * equalGroups([{ item: 0, difficulty: 0.9 }, { item: 1, difficulty: 0.1 }], 2); // [[1], [0]]
 * ```
 */
export function equalGroups(
  graded: readonly Graded[],
  count: number,
): readonly (readonly number[])[] {
  const upwards = graded.toSorted((x, y) => x.difficulty - y.difficulty || x.item - y.item);
  const groups: number[][] = [];
  let next = 0;
  for (let group = 1; group <= count && next < upwards.length; group += 1) {
    let end = Math.max(next + 1, Math.round((upwards.length * group) / count));
    while (end < upwards.length && sameDifficulty(upwards[end - 1]!, upwards[end]!)) end += 1;
    groups.push(upwards.slice(next, end).map(({ item }) => item));
    next = end;
  }
  return groups;
}

/** Equal answers give equal difficulties but for rounding. */
function sameDifficulty(x: Graded, y: Graded): boolean {
  return Math.abs(x.difficulty - y.difficulty) <= 1e-9 * y.difficulty;
}
