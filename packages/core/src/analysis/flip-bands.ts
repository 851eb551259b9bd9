/** Whether two models differ on easy or on hard items. */

import type { PropagateOptions } from "../estimate/propagate.ts";
import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import { equalGroups, fewestBandItems, fewestOthers, itemsByDifficulty } from "./bands.ts";
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
  const { easiest, between, hardest } = itemsByDifficulty(rest, settings);
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
  const enough = items.length >= fewestBandItems;
  return {
    items: items.length,
    onlyA,
    onlyB,
    accuracyA: enough ? earnedA / items.length : null,
    accuracyB: enough ? earnedB / items.length : null,
    difference: enough ? (earnedB - earnedA) / items.length : null,
  };
}
