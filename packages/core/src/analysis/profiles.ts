/** Where on the scale of difficulty each model earns its accuracy. */

import { EipError } from "../errors.ts";
import type { PropagateOptions } from "../estimate/propagate.ts";
import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import { equalGroups, fewestBandItems, fewestOthers, itemsByDifficulty } from "./bands.ts";
import type { OnStep } from "./study-progress.ts";

/** Number of bands and the settings of the difficulties. */
export interface ProfileOptions extends PropagateOptions {
  /** Bands between the items that all others solve and those that none does. Default 10. */
  readonly bands?: number | undefined;
  readonly onStep?: OnStep | undefined;
}

/** One model over bands of difficulty, easiest first. */
export interface ModelProfile {
  /** Index in the matrix. */
  readonly model: number;
  /** Mean score over the items it was asked. */
  readonly accuracy: number;
  readonly bands: readonly ProfileBand[];
}

/** Items that are about equally hard for the other models. */
export interface ProfileBand {
  /** `easiest`: every other model solves them. `hardest`: none does. `band`: between, by difficulty. */
  readonly kind: "easiest" | "band" | "hardest";
  /** Number of a band among those between, from 1, easiest first; `undefined` for the others. */
  readonly number: number | undefined;
  /** Indices of the items that the model was asked. */
  readonly items: readonly number[];
  /** `undefined` below 20 items, too few for a figure. */
  readonly accuracy: number | undefined;
}

/**
 * The accuracy of every model by difficulty. Difficulty comes from the *other* models alone, by the same
 * propagation without the model: an item that it fails would look harder because it failed it. Bands are
 * tenths of the items that tell the other models apart, so those of two models differ a little.
 *
 * @throws EipError `usage` for fewer than 6 models; `bad-option` for a setting out of range.
 * @example
 * ```ts
 * const [first] = await modelProfiles(matrix);
 * first?.bands.map(({ accuracy }) => accuracy); // [0.99, 0.97, 0.9, …]
 * ```
 */
export async function modelProfiles(
  matrix: ResponseMatrix,
  { bands = 10, onStep, ...settings }: ProfileOptions = {},
): Promise<readonly ModelProfile[]> {
  const total = matrix.models.length;
  if (total <= fewestOthers) {
    throw new EipError("usage", {
      found: `${total} ${total === 1 ? "model" : "models"}`,
      expected: `at least ${fewestOthers + 1}: the others say how hard an item is`,
      try: "add models to the pool",
    });
  }
  const profiles: ModelProfile[] = [];
  for (const model of matrix.models.keys()) {
    await onStep?.({ done: model, total, what: "profiles" });
    const groups = bandsWithout(matrix, [model], { bands, settings });
    profiles.push({
      model,
      accuracy: meanOn(matrix, model, [...matrix.items.keys()]),
      bands: groups.map(({ kind, number, items }) => ({
        kind,
        number,
        items,
        accuracy: items.length < fewestBandItems ? undefined : meanOn(matrix, model, items),
      })),
    });
  }
  return profiles;
}

/** Mean score of a model on the items among these that it was asked; `NaN` for none. */
function meanOn(matrix: ResponseMatrix, model: number, items: readonly number[]): number {
  let earned = 0;
  let asked = 0;
  for (const item of items) {
    const score = scoreAt(matrix, model, item);
    if (Number.isNaN(score)) continue;
    earned += score;
    asked += 1;
  }
  return earned / asked;
}

/** Items of a band, as indices of the whole pool. */
export interface BandItems extends Pick<ProfileBand, "kind" | "number" | "items"> {
  readonly items: readonly number[];
}

/** How many bands, and the settings of the difficulties behind them. */
export interface BandSettings {
  readonly bands: number;
  readonly settings: PropagateOptions;
}

/**
 * Bands of the items that all of the given models were asked, by their difficulty for the others; bands
 * without items are left out.
 *
 * @example
 * ```ts
 * bandsWithout(matrix, [0, 1], { bands: 5, settings: {} }).length; // 7 at most
 * ```
 */
export function bandsWithout(
  matrix: ResponseMatrix,
  without: readonly number[],
  { bands, settings }: BandSettings,
): readonly BandItems[] {
  const others = [...matrix.models.keys()].filter((model) => !without.includes(model));
  const rest = selectFrom(matrix, { models: Uint32Array.from(others) });
  const { easiest, between, hardest } = itemsByDifficulty(rest, settings);
  const asked = (item: number) =>
    without.every((model) => !Number.isNaN(scoreAt(matrix, model, item)));
  const groups = equalGroups(
    between.filter(({ item }) => asked(item)),
    bands,
  );
  return [
    { kind: "easiest" as const, number: undefined, items: easiest.filter(asked) },
    ...groups.map((items, place) => ({ kind: "band" as const, number: place + 1, items })),
    { kind: "hardest" as const, number: undefined, items: hardest.filter(asked) },
  ].filter(({ items }) => items.length > 0);
}
