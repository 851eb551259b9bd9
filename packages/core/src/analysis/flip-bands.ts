/** Whether two models differ on easy or on hard items. */

import { propagate, type PropagateOptions } from "../estimate/propagate.ts";
import { discriminating } from "../matrix/discriminating.ts";
import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import type { Pair } from "./flips.ts";

/** Items that are about equally hard for the other models. */
export interface FlipBand {
  /** `easiest`: every other model solves them. `hardest`: none does. `band`: between, by difficulty. */
  readonly kind: "easiest" | "band" | "hardest";
  /** Common items of the two models. */
  readonly items: number;
  /** Items on which A scored more than B, and the other way round. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** `null` below 20 items, too few for a figure. */
  readonly accuracyA: number | null;
  readonly accuracyB: number | null;
  readonly difference: number | null;
}

export interface FlipBandOptions extends PropagateOptions {
  /** Bands between the easiest and the hardest items; equal difficulties stay together. Default 5. */
  readonly bands?: number | undefined;
}

/** Fewer other models cannot say what is hard. */
const fewestOthers = 5;

/** Fewer items get counts but no figure. */
const fewestItems = 20;

/**
 * Flips by difficulty, easiest items first. Difficulty comes from the *other* models alone, by the
 * same propagation: an item that A fails would look harder because A failed it. Items that no other
 * model was asked are left out, and bands without items too.
 *
 * @returns `null` with fewer than 5 other models.
 */
export function flipBands(
  matrix: ResponseMatrix,
  { a, b }: Pair,
  { bands = 5, ...settings }: FlipBandOptions = {},
): readonly FlipBand[] | null {
  const others = [...matrix.models.keys()].filter((model) => model !== a && model !== b);
  if (others.length < fewestOthers) return null;
  const rest = selectFrom(matrix, { models: Uint32Array.from(others) });
  const { easiest, between, hardest } = byDifficulty(matrix, rest, settings);
  const common = (item: number) =>
    !Number.isNaN(scoreAt(matrix, a, item)) && !Number.isNaN(scoreAt(matrix, b, item));
  const groups = equalGroups(
    between.filter(({ item }) => common(item)),
    bands,
  );
  return [
    { kind: "easiest" as const, items: easiest.filter(common) },
    ...groups.map((items) => ({ kind: "band" as const, items })),
    { kind: "hardest" as const, items: hardest.filter(common) },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ kind, items }) => ({ kind, ...flipsOn(matrix, { a, b }, items) }));
}

interface Graded {
  readonly item: number;
  readonly difficulty: number;
}

/** Items by what the other models did on them. */
function byDifficulty(
  matrix: ResponseMatrix,
  rest: ResponseMatrix,
  settings: PropagateOptions,
): {
  readonly easiest: readonly number[];
  readonly between: readonly Graded[];
  readonly hardest: readonly number[];
} {
  const fit = propagate(rest, settings);
  const split = discriminating(rest);
  const kept = new Set(fit.keptItems);
  const easiest: number[] = [];
  const hardest: number[] = [];
  for (let item = 0; item < matrix.items.length; item += 1) {
    if (kept.has(item) || split.reasonOf(item) === undefined) continue;
    const score = firstScore(rest, item);
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

/** At most `count` groups of ascending difficulty, as equal in size as ties allow. */
function equalGroups(graded: readonly Graded[], count: number): readonly (readonly number[])[] {
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

function flipsOn(
  matrix: ResponseMatrix,
  { a, b }: Pair,
  items: readonly number[],
): Omit<FlipBand, "kind"> {
  let onlyA = 0;
  let onlyB = 0;
  let earnedA = 0;
  let earnedB = 0;
  for (const item of items) {
    const scoreA = scoreAt(matrix, a, item);
    const scoreB = scoreAt(matrix, b, item);
    earnedA += scoreA;
    earnedB += scoreB;
    if (scoreA > scoreB) onlyA += 1;
    else if (scoreB > scoreA) onlyB += 1;
  }
  const enough = items.length >= fewestItems;
  return {
    items: items.length,
    onlyA,
    onlyB,
    accuracyA: enough ? earnedA / items.length : null,
    accuracyB: enough ? earnedB / items.length : null,
    difference: enough ? (earnedB - earnedA) / items.length : null,
  };
}
