/** What the answers of many models say about each item. */

import { EipError } from "../errors.ts";
import type { Fitted } from "../estimate/fitted.ts";
import { countedPool } from "../estimate/missing.ts";
import { observedCells } from "../estimate/observed-cells.ts";
import { raschOfCells } from "../estimate/rasch.ts";
import { discriminating, type DropReason } from "../matrix/discriminating.ts";
import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { discrimination } from "../stats/discrimination.ts";
import { itemFit } from "../stats/item-fit.ts";
import { accuracies } from "./benchmarks.ts";
import { decisiveItems } from "./decisive-items.ts";
import { nearDuplicates, type NearDuplicate } from "./near-duplicates.ts";
import { saturatedItems } from "./saturated-items.ts";
import { keyErrorProbability, keyEvidence } from "./wrong-keys.ts";

export interface AuditOptions {
  /**
   * Chance of a right guess: one number for all items, one per benchmark by name, or one per item of
   * the matrix with `NaN` where it is not known. Default: not known.
   */
  readonly chance?: number | ReadonlyMap<string, number> | Float64Array | undefined;
  /** Share of wrong keys to expect before looking, rho. Default .05. */
  readonly keyErrorRate?: number | undefined;
}

/**
 * - `likely-wrong-key`: the key is more likely wrong than right.
 * - `no-discrimination`: answers have nothing to do with ability.
 * - `guess-floor`: solved no more often than by guessing, and not by the better models.
 * - `near-duplicate`: answered like another item of its benchmark.
 * - `saturated`: all strong models solve it.
 * - `decisive`: the place of some model rests on it.
 */
export type AuditFlag =
  | "likely-wrong-key"
  | "no-discrimination"
  | "guess-floor"
  | "near-duplicate"
  | "saturated"
  | "decisive";

/** One item of the matrix. What needs variation is `null` for an item that was not kept. */
export interface ItemAudit {
  /** Index in the matrix. */
  readonly item: number;
  /** Why the item tells no models apart; `null` for a kept one. */
  readonly dropped: DropReason | null;
  /** Models that were asked, and how many of them scored 1 and 0. */
  readonly asked: number;
  readonly solved: number;
  readonly failed: number;
  /** Mean score of the models asked; `null` when there are none. */
  readonly facility: number | null;
  readonly itemRest: number | null;
  readonly discrimination: number | null;
  readonly infit: number | null;
  readonly outfit: number | null;
  /** Log likelihood ratio of a wrong against a right key. */
  readonly evidence: number | null;
  /** Probability of a wrong key. */
  readonly probability: number | null;
  /** Whether fewer than 20 models were asked, too few to say much about a key. */
  readonly weakEvidence: boolean;
  readonly flags: readonly AuditFlag[];
}

export interface Audit {
  /** One per item of the matrix, in its order. */
  readonly items: readonly ItemAudit[];
  /** Most alike first. */
  readonly duplicates: readonly NearDuplicate[];
  /** Rasch ability of each model; `NaN` for one that was asked no kept item. */
  readonly ability: Float64Array;
}

/** Standard normal quantile of .95, for one-sided bounds. */
const oneSided = 1.645;

/** ln 19: the evidence that makes a cause with a prior of 1 in 20 as likely as not. */
const evenOdds = Math.log(19);

/**
 * Item statistics and flags of a fitted pool. The flags are reasons to read an item, not to delete it:
 * of items flagged as wrongly keyed about 6 in 10 are with 30 models and 2 % wrong keys, 9 in 10 with
 * 100 models; below 20 models the evidence is weak.
 *
 * @throws EipError `bad-option` for a chance level outside [0, 1) or a key error rate outside (0, 1).
 */
export function auditItems(pool: Fitted, options: AuditOptions = {}): Audit {
  const { matrix, fit } = pool;
  const { keyErrorRate = 0.05 } = options;
  const chance = chanceOfItems(matrix, fit.keptItems, options.chance);
  const cells = observedCells(matrix, fit.keptItems);
  const scale = raschOfCells(cells);
  const { itemRest, discrimination: upperLower } = discrimination(cells);
  const { infit, outfit } = itemFit(cells, scale);
  const { evidence, flat } = keyEvidence(cells, scale, chance);
  const duplicates = nearDuplicates(cells, scale, matrix.benchmarkOf);
  const alike = new Set(duplicates.flatMap(({ first, second }) => [first, second]));
  const decisive = new Set(decisiveItems(pool).map(({ item }) => item));
  const saturated = saturatedItems(
    cells,
    accuracies(matrix).map(({ pooled }) => pooled),
  );

  const items = countedItems(pool);
  for (const [place, item] of fit.keptItems.entries()) {
    const counts = items[item]!;
    const probability = keyErrorProbability(evidence[place]!, keyErrorRate);
    const wrongKey = probability > 0.5 && counts.asked >= 8;
    const flags: Readonly<Record<AuditFlag, boolean>> = {
      "likely-wrong-key": wrongKey,
      "no-discrimination": !wrongKey && flat[place]! > evenOdds && counts.asked >= 20,
      "guess-floor": onGuessFloor(counts, itemRest[place]!, chance[place]!),
      "near-duplicate": alike.has(item),
      saturated: saturated[place] === 1,
      decisive: decisive.has(item),
    };
    items[item] = {
      ...counts,
      itemRest: orNull(itemRest[place]!),
      discrimination: orNull(upperLower[place]!),
      infit: orNull(infit[place]!),
      outfit: orNull(outfit[place]!),
      evidence: evidence[place]!,
      probability,
      flags: (Object.keys(flags) as AuditFlag[]).filter((flag) => flags[flag]),
    };
  }
  return { items, duplicates, ability: scale.competency };
}

const orNull = (value: number) => (Number.isNaN(value) ? null : value);

/** Solved no more often than by guessing, allowing for chance, and no sign that better models do. */
function onGuessFloor({ facility, asked }: ItemAudit, itemRest: number, chance: number): boolean {
  if (Number.isNaN(chance) || Number.isNaN(itemRest) || facility === null || asked < 20)
    return false;
  const border = chance + oneSided * Math.sqrt((chance * (1 - chance)) / asked);
  return facility <= border && itemRest * Math.sqrt(asked - 1) < oneSided;
}

/** Chance level of each kept item; `NaN` where it is not known. */
function chanceOfItems(
  matrix: ResponseMatrix,
  kept: Uint32Array,
  chance: AuditOptions["chance"],
): Float64Array {
  return Float64Array.from(kept, (item) => {
    const benchmark = matrix.benchmarks[matrix.benchmarkOf[item]!]!;
    const level =
      chance === undefined || typeof chance === "number"
        ? chance
        : chance instanceof Float64Array
          ? chance[item]
          : chance.get(benchmark);
    if (level === undefined || Number.isNaN(level)) return Number.NaN;
    if (level >= 0 && level < 1) return level;
    throw new EipError("bad-option", {
      where: `chance level of ${benchmark}`,
      found: String(level),
      expected: "a number from 0 to below 1",
    });
  });
}

/** Counts and drop reasons of all items; the rest as if nothing were known. */
function countedItems(pool: Fitted): ItemAudit[] {
  const { matrix, fit } = pool;
  const kept = new Set(fit.keptItems);
  const reasonOf = dropReasons(pool);
  const scores = new Float64Array(matrix.models.length);
  return matrix.items.map((_, item) => {
    let asked = 0;
    let solved = 0;
    let failed = 0;
    let earned = 0;
    for (const score of readItem(matrix, item, scores)) {
      if (Number.isNaN(score)) continue;
      asked += 1;
      earned += score;
      if (score === 1) solved += 1;
      else if (score === 0) failed += 1;
    }
    return {
      item,
      dropped: kept.has(item) ? null : reasonOf(item),
      asked,
      solved,
      failed,
      facility: asked === 0 ? null : earned / asked,
      itemRest: null,
      discrimination: null,
      infit: null,
      outfit: null,
      evidence: null,
      probability: null,
      weakEvidence: asked < 20,
      flags: [],
    };
  });
}

/** Why items were left out, by the rule for gaps that the fit was made with. */
function dropReasons({ matrix, fit }: Fitted): (item: number) => DropReason {
  const counted = countedPool(matrix, fit.settings.missing);
  const split = discriminating(counted.matrix);
  const places = counted.items && new Map([...counted.items].map((item, place) => [item, place]));
  // An item that does not count at all was, under this rule, not put to the pool.
  return (item) => split.reasonOf(places ? (places.get(item) ?? -1) : item) ?? "unobserved";
}
