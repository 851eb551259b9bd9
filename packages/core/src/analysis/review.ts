/** Which items to read first. */

import { descending } from "../stats/ranks.ts";
import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Audit, ItemAudit } from "./audit.ts";
import { itemLabel, percent } from "./wording.ts";

/**
 * - `key`: the answer key is likely wrong.
 * - `duplicate`: answered like another item.
 * - `wording`: a hint at the key, the wording or a guess floor, but a weak one.
 * - `failed-by-all`: too hard, or a wrong key: the answers cannot tell.
 */
export type Suspicion = "key" | "duplicate" | "wording" | "failed-by-all";

export interface Suspect {
  /** Index in the matrix. */
  readonly item: number;
  readonly suspicion: Suspicion;
  /** A few words for a person. */
  readonly reason: string;
  /** How the strongest and the weakest third of the models did, by Rasch ability. */
  readonly strong: Answers;
  readonly weak: Answers;
}

/** Models that were asked, and their credit. */
export interface Answers {
  readonly asked: number;
  readonly earned: number;
}

/**
 * Items worth reading, most suspect first: kept ones with evidence of a wrong key, in its order, then
 * those that every model failed, then duplicates that came up for no other reason.
 */
export function reviewList(matrix: ResponseMatrix, audit: Audit): readonly Suspect[] {
  const partner = new Map<number, number>();
  for (const { first, second } of audit.duplicates) {
    if (!partner.has(first)) partner.set(first, second);
    if (!partner.has(second)) partner.set(second, first);
  }
  const hinted = audit.items
    .filter(({ evidence }) => evidence !== null && evidence > 0)
    .toSorted((a, b) => b.evidence! - a.evidence! || a.item - b.item);
  const failed = audit.items.filter(({ dropped, facility }) => dropped !== null && facility === 0);
  const listed = new Set(hinted.map(({ item }) => item));
  // Of two copies one is enough, the later one.
  const copies = audit.items.filter(
    ({ item }) => !listed.has(item) && partner.has(item) && partner.get(item)! < item,
  );
  const thirds = strengthThirds(audit.ability);
  return [...hinted, ...failed, ...copies].map((row) => ({
    item: row.item,
    ...suspicionOf(matrix, row, partner.get(row.item)),
    strong: answersOf(matrix, row.item, thirds.strong),
    weak: answersOf(matrix, row.item, thirds.weak),
  }));
}

function suspicionOf(
  matrix: ResponseMatrix,
  row: ItemAudit,
  copy: number | undefined,
): Pick<Suspect, "suspicion" | "reason"> {
  if (row.dropped !== null) {
    const by = row.dropped === "all-failed" ? "every model" : `all ${row.asked} models asked`;
    return { suspicion: "failed-by-all", reason: `failed by ${by}` };
  }
  if (row.flags.includes("likely-wrong-key")) {
    const likely = row.probability! > 0.99 ? "over 99 %" : percent(row.probability!);
    const weak = row.weakEvidence ? ` (weak: ${row.asked} models)` : "";
    return { suspicion: "key", reason: `key: ${likely} likely wrong${weak}` };
  }
  if (copy !== undefined) {
    return { suspicion: "duplicate", reason: `duplicate of ${itemLabel(matrix, copy)}` };
  }
  return { suspicion: "wording", reason: "wording, or a guess floor" };
}

/**
 * The strongest and the weakest third of the models, strongest first.
 *
 * @param ability One value per model, such as `Audit.ability`.
 */
export function strengthThirds(ability: Float64Array): {
  readonly strong: readonly number[];
  readonly weak: readonly number[];
} {
  const order = descending(ability);
  const third = Math.floor(order.length / 3);
  return { strong: order.slice(0, third), weak: order.slice(order.length - third) };
}

function answersOf(matrix: ResponseMatrix, item: number, models: readonly number[]): Answers {
  const scores = readItem(matrix, item, new Float64Array(matrix.models.length));
  let asked = 0;
  let earned = 0;
  for (const model of models) {
    if (Number.isNaN(scores[model]!)) continue;
    asked += 1;
    earned += scores[model]!;
  }
  return { asked, earned };
}

/** Share of truly wrong keys by number of models, with and without guessing. */
const hitRates = [
  { models: 5, guessing: 0.21, open: 0.38 },
  { models: 10, guessing: 0.35, open: 0.59 },
  { models: 20, guessing: 0.6, open: 0.77 },
  { models: 40, guessing: 0.7, open: 0.87 },
  { models: 80, guessing: 0.87, open: 0.94 },
] as const;

/**
 * What share of the first 25 items of a review list are truly keyed wrongly, to be expected from a
 * pool of so many models. From our simulations of 500 items with 5 % wrong keys, answered freely or
 * with four choices, by 5 to 80 models; between these sizes linear in the logarithm of their number,
 * beyond them as at the nearest. Real benchmarks differ: on GSM8K, 43 models and a revision by people,
 * .90 of the first 20 and .74 of the first 50.
 *
 * @returns `null` below 5 models, for which nothing was simulated.
 * @example
 * ```ts
 * expectedHitRate(40, { guessing: true }); // 0.7
 * ```
 */
export function expectedHitRate(
  models: number,
  { guessing }: { readonly guessing: boolean },
): number | null {
  const rate = (row: (typeof hitRates)[number]) => (guessing ? row.guessing : row.open);
  if (models < hitRates[0].models) return null;
  const above = hitRates.findIndex((row) => row.models >= models);
  if (above < 0) return rate(hitRates.at(-1)!);
  const high = hitRates[above]!;
  const low = hitRates[Math.max(0, above - 1)]!;
  if (high === low) return rate(high);
  const way = Math.log(models / low.models) / Math.log(high.models / low.models);
  return rate(low) + way * (rate(high) - rate(low));
}
