/** Everything the report page shows, as its writer and its scripts see it. */

import type { AuditFlag } from "../analysis/audit.ts";
import type { Suspect } from "../analysis/review.ts";
import type { Fitted } from "../estimate/fitted.ts";
import type { DropReason } from "../matrix/discriminating.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import type { FamilyPanel } from "../plot/family-multiples.ts";
import type { ProfileModel } from "../plot/profiles.ts";
import type { StabilityStep } from "../plot/stability-curves.ts";
import type { RankReport } from "./report.ts";

/** The page as data. */
export interface PageModel {
  readonly report: RankReport;
  /** Names of models and items, in the order of all indices here. */
  readonly names: PoolNames;
  /** The answers and the estimate; `null` where there are too many for a page. */
  readonly pool: (() => Fitted) | null;
  readonly items: ItemColumns;
  readonly review: readonly Suspect[];
  /** Half of the interval of weighted accuracy B less A, by {@link pairPlace}; `null` without refits. */
  readonly pairHalfWidths: Float64Array | null;
  /** One number per item, where items move together. */
  readonly cluster: Uint32Array | null;
  /** Rasch ability of each model, in logits; `NaN` without one. */
  readonly abilities: Float64Array;
  /** Accuracy by difficulty, one per model; a sentence where there is none. */
  readonly profiles: readonly ProfileModel[] | string;
  /** Families of models, as indices; a sentence where there are none. */
  readonly families: readonly FamilyPanel[] | string;
  /** Agreement of changed pools with this one; `null` where that was not asked for. */
  readonly stability: readonly StabilityStep[] | null;
  /** Questions and answers; `null` unless they were asked for. */
  readonly texts: PageTexts | null;
}

/** What a matrix calls its parts. */
export type PoolNames = Pick<ResponseMatrix, "models" | "items" | "benchmarks" | "benchmarkOf">;

/** Statistics of the items, one number for each; `NaN` where there is none. */
export interface ItemColumns {
  /** Difficulty as a multiple of the average. */
  readonly relative: Float32Array;
  /** Rasch difficulty, in the unit of the abilities. */
  readonly logit: Float32Array;
  readonly facility: Float32Array;
  readonly discrimination: Float32Array;
  readonly itemRest: Float32Array;
  readonly infit: Float32Array;
  readonly outfit: Float32Array;
  readonly evidence: Float32Array;
  readonly probability: Float32Array;
  /** Models that were asked, and those of them that scored 1. */
  readonly asked: Uint32Array;
  readonly solved: Uint32Array;
  /** Bit by bit, by place in {@link itemFlags}. */
  readonly flags: Uint16Array;
}

/** What may be said about an item. */
export const itemFlags: readonly (DropReason | AuditFlag)[] = [
  "all-solved",
  "all-failed",
  "same-observed",
  "unobserved",
  "likely-wrong-key",
  "no-discrimination",
  "guess-floor",
  "near-duplicate",
  "saturated",
  "decisive",
];

/** Texts of the items, by place. */
export type PageTexts = ReadonlyMap<number, PageText>;

export interface PageText {
  readonly text: string | undefined;
  readonly key: string | undefined;
  /** Answers by place of the model. */
  readonly answers: ReadonlyMap<number, string>;
}

/**
 * Place of an unordered pair among all pairs of models.
 *
 * @example
 * ```ts
 * pairPlace(0, 1); // 0
 * pairPlace(2, 0); // 1
 * ```
 */
export function pairPlace(a: number, b: number): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  return (high * (high - 1)) / 2 + low;
}

/** `benchmark:item`, which no two items share. */
export function itemName({ items, benchmarks, benchmarkOf }: PoolNames, item: number): string {
  const id = items[item]!;
  return benchmarks.length === 1 ? id : `${benchmarks[benchmarkOf[item]!]!}:${id}`;
}
