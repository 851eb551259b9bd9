/** Profiles of as many models as there is time for. */

import { fewestBandItems, fewestOthers } from "../analysis/bands.ts";
import { bandsWithout } from "../analysis/profiles.ts";
import type { OnStep } from "../analysis/study-progress.ts";
import type { Fitted } from "../estimate/fitted.ts";
import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { ProfileModel } from "../plot/profiles.ts";
import type { PageModel } from "./page-model.ts";

export interface PageProfileOptions {
  /** Models, those to begin with first. */
  readonly order: readonly string[];
  readonly onStep?: OnStep | undefined;
}

/** Cells that are looked at for profiles; each model needs a fit of all the others. */
const mostCells = 1.2e8;

/** Bands between the items that all others solve and those that none does, and items in each. */
const mostBands = 10;
const fewestBands = 3;
const usualBandItems = 25;

/** Accuracy by difficulty of the first models of an order; a sentence where there is none. */
export async function pageProfiles(
  { matrix, fit }: Fitted,
  { order, onStep }: PageProfileOptions,
): Promise<PageModel["profiles"]> {
  const total = matrix.models.length;
  if (total <= fewestOthers) {
    return `Profiles need at least ${fewestOthers + 1} models: the others say how hard an item is.`;
  }
  const { damping, smoothing, missing } = fit.settings;
  const settings = { damping, smoothing, missing };
  const places = new Map(matrix.models.map((model, index) => [model, index]));
  const affordable = Math.max(6, Math.floor(mostCells / (total * matrix.items.length)));
  const chosen = order.slice(0, affordable);
  const fitting = Math.floor(fit.keptItems.length / usualBandItems);
  const bands = Math.min(mostBands, Math.max(fewestBands, fitting));
  const profiles: ProfileModel[] = [];
  for (const [done, model] of chosen.entries()) {
    await onStep?.({ done, total: chosen.length, what: "profiles" });
    const place = places.get(model)!;
    profiles.push({
      model,
      bands: bandsWithout(matrix, [place], { bands, settings }).map(({ kind, number, items }) => ({
        kind,
        number,
        accuracy: items.length < fewestBandItems ? null : meanOn(matrix, place, items),
      })),
    });
  }
  return profiles;
}

function meanOn(matrix: ResponseMatrix, model: number, items: readonly number[]): number {
  return items.reduce((sum, item) => sum + scoreAt(matrix, model, item), 0) / items.length;
}
