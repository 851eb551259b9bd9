/** A pool frozen: what its items are worth, so that later models can be placed without it. */

import type { Fitted } from "../estimate/fitted.ts";
import type { PropagateSettings } from "../estimate/propagate.ts";
import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Tiers } from "../stats/tiers.ts";
import { accuracies } from "./benchmarks.ts";
import { heldOutAccuracy } from "./held-out.ts";

/** How the numbers of a bank were found. */
export interface BankSettings extends PropagateSettings {
  readonly ungraded: "wrong" | "unobserved";
  /** Start of the random draws behind the tiers, and their number; 0 for no tiers. */
  readonly seed: number;
  readonly replicates: number;
}

/** Which figure of the harness was the score of a benchmark. */
export interface BankMetric {
  readonly benchmark: string;
  readonly metric: string;
  readonly filter: string;
}

export interface BankModel {
  readonly model: string;
  /** Share of the pool; `null` for a model without one. */
  readonly competency: number | null;
  /** In its own pool, 0 to 1. */
  readonly weightedAccuracy: number | null;
  /** The same with the weights of the pool without it; `null` where that was not worked out. */
  readonly heldOut: number | null;
  /** Mean score over all items asked. */
  readonly accuracy: number | null;
  readonly tier: number | null;
  /** Items with a graded answer, and items asked without one. */
  readonly answered: number;
  readonly ungraded: number;
  /** One per item of the bank; `null` where the model was not asked. */
  readonly scores: readonly (number | null)[];
}

export interface BankItem {
  readonly benchmark: string;
  readonly item: string;
  /** `null` for an item that tells no models apart. */
  readonly difficulty: number | null;
  /** What solving it adds to the weighted accuracy, before division by the total. */
  readonly weight: number | null;
  /** Mean score of the models that were asked; `null` when none was. */
  readonly facility: number | null;
  readonly asked: number;
  /** Models with full credit. */
  readonly solved: number;
  /** Of the question; `null` where unknown, or where runs disagree on it. */
  readonly contentHash: string | null;
}

/** Difficulties and weights of a pool, with everything they depend on. */
export interface ItemBank {
  readonly settings: BankSettings;
  readonly metrics: readonly BankMetric[];
  /** Day of the latest run, as in 2025-11-29; `null` where no log says it. */
  readonly newestRun: string | null;
  readonly models: readonly BankModel[];
  /** In the order of the matrix. */
  readonly items: readonly BankItem[];
}

export interface BankOptions extends Pick<ItemBank, "metrics" | "newestRun"> {
  readonly seed: number;
  readonly replicates: number;
  readonly tiers: Tiers | undefined;
  /** One per item; `undefined` where unknown. */
  readonly contentHashes: readonly (string | undefined)[];
}

/**
 * Freezes a fitted pool. Scoring a model of the pool against the bank gives its weighted accuracy in
 * the pool again.
 *
 * @example
 * ```ts
 * const bank = freezeBank({ matrix, fit: propagate(matrix) }, options);
 * bank.items[0]?.weight; // 0.0021
 * ```
 */
export function freezeBank(pool: Fitted, options: BankOptions): ItemBank {
  const { matrix, fit } = pool;
  return {
    settings: {
      ...fit.settings,
      ungraded: matrix.blankAs,
      seed: options.seed,
      replicates: options.replicates,
    },
    metrics: options.metrics,
    newestRun: options.newestRun,
    models: bankModels(pool, options.tiers),
    items: bankItems(pool, options.contentHashes),
  };
}

function bankModels(pool: Fitted, tiers: Tiers | undefined): readonly BankModel[] {
  const { matrix, fit } = pool;
  const heldOut = heldOutAccuracy(pool);
  const accuracy = accuracies(matrix);
  const scores = matrix.models.map((): (number | null)[] => []);
  const column = new Float64Array(matrix.models.length);
  for (let item = 0; item < matrix.items.length; item += 1) {
    for (const [model, score] of readItem(matrix, item, column).entries()) {
      scores[model]!.push(numberOrNull(score));
    }
  }
  return matrix.models.map((model, index) => ({
    model,
    competency: numberOrNull(fit.competency[index]!),
    weightedAccuracy: numberOrNull(fit.weightedAccuracy[index]!),
    heldOut: numberOrNull(heldOut?.[index] ?? Number.NaN),
    accuracy: numberOrNull(accuracy[index]!.pooled),
    tier: tiers?.models[index]?.tier ?? null,
    answered: matrix.graded[index]!,
    ungraded: matrix.ungraded[index]!,
    scores: scores[index]!,
  }));
}

function bankItems(
  { matrix, fit }: Fitted,
  contentHashes: BankOptions["contentHashes"],
): readonly BankItem[] {
  const placeOf = new Map([...fit.keptItems].map((item, place) => [item, place]));
  const column = new Float64Array(matrix.models.length);
  return matrix.items.map((item, index) => {
    const place = placeOf.get(index);
    return {
      benchmark: matrix.benchmarks[matrix.benchmarkOf[index]!]!,
      item,
      difficulty: place === undefined ? null : fit.difficulty[place]!,
      weight: place === undefined ? null : fit.itemWeight[place]!,
      ...countsOf(matrix, index, column),
      contentHash: contentHashes[index] ?? null,
    };
  });
}

function countsOf(matrix: ResponseMatrix, item: number, column: Float64Array) {
  let asked = 0;
  let solved = 0;
  let earned = 0;
  for (const score of readItem(matrix, item, column)) {
    if (Number.isNaN(score)) continue;
    asked += 1;
    earned += score;
    if (score === 1) solved += 1;
  }
  return { facility: asked === 0 ? null : earned / asked, asked, solved };
}

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
