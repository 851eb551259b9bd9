/** A small set of items as plain, versioned data: what `select --json` prints. */

import {
  calibrationOf,
  validateSizes,
  type Calibration,
  type SizeQuality,
} from "../analysis/select-validation.ts";
import { itemPool, selectItems } from "../analysis/select-items.ts";
import { itemKey, type ItemKey } from "../analysis/wording.ts";
import type { Fitted } from "../estimate/fitted.ts";
import type { PropagateSettings } from "../estimate/propagate.ts";

export interface SelectReport {
  readonly schema: "eip-select/1";
  readonly settings: PropagateSettings & { readonly seed: number };
  readonly models: number;
  readonly items: number;
  readonly itemsKept: number;
  /** How well sets of these sizes serve models that were held out; none for fewer than 5 models. */
  readonly sizes: readonly SizeQuality[];
  /** `null` when none was asked for. */
  readonly selection: SelectedItems | null;
}

export interface SelectedItems {
  readonly size: number;
  /** In the order of the pool. */
  readonly items: readonly SelectedItem[];
  /** From the weighted accuracy on these items to the one to expect on all. */
  readonly calibration: Calibration;
  /** As held out, for this size; `null` for fewer than 5 models. */
  readonly quality: SizeQuality | null;
  /** Benchmarks of the pool that tell its models apart and have no item here. */
  readonly benchmarksWithout: readonly string[];
}

export interface SelectedItem extends ItemKey {
  /** Share of the pool's difficulty, and its multiple of the average. */
  readonly difficulty: number;
  readonly relative: number;
  readonly weight: number;
  readonly facility: number;
}

export interface SelectRequest {
  readonly seed: number;
  /** This many items. */
  readonly items?: number | undefined;
  /** As few as reach this tau, when `items` is not given. */
  readonly tau?: number | undefined;
}

function doublingTo(most: number): readonly number[] {
  const sizes: number[] = [];
  for (let size = 25; size < most; size *= 2) sizes.push(size);
  return sizes;
}

/**
 * Chooses items, and says how well such a set does, or sets of 25, 50, 100 … items. With neither `items` nor `tau` it
 * chooses nothing. With a `tau` that no size reaches the selection is `null`.
 */
export function selectReport(pool: Fitted, { seed, items, tau }: SelectRequest): SelectReport {
  const { matrix, fit } = pool;
  const kept = fit.keptItems.length;
  const tried = validateSizes(pool, {
    sizes: items === undefined ? doublingTo(kept) : [items],
    seed,
  });
  const size = items ?? tried.find(({ chosen }) => tau !== undefined && chosen.tau >= tau)?.size;
  return {
    schema: "eip-select/1",
    settings: { ...fit.settings, seed },
    models: matrix.models.length,
    items: matrix.items.length,
    itemsKept: kept,
    sizes: tried,
    selection: size === undefined ? null : selectionOf(pool, { size, tried }),
  };
}

function selectionOf(
  pool: Fitted,
  { size, tried }: { readonly size: number; readonly tried: readonly SizeQuality[] },
): SelectedItems {
  const { matrix, fit } = pool;
  const candidates = itemPool(pool);
  const places = selectItems(candidates, size);
  const used = new Set([...places].map((place) => candidates.benchmarkOf[place]!));
  const all = new Set(candidates.benchmarkOf);
  return {
    size,
    items: [...places].map((place) => ({
      ...itemKey(matrix, fit.keptItems[place]!),
      difficulty: fit.difficulty[place]!,
      relative: fit.difficulty[place]! * fit.keptItems.length,
      weight: fit.itemWeight[place]!,
      facility: candidates.facility[place]!,
    })),
    calibration: calibrationOf(pool, places),
    quality: tried.find((one) => one.size === size) ?? null,
    benchmarksWithout: [...all]
      .filter((benchmark) => !used.has(benchmark))
      .map((benchmark) => matrix.benchmarks[benchmark]!),
  };
}
