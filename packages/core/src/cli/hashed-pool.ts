/** A pool, and what its logs say about the questions themselves. */

import type { BankMetric } from "../analysis/item-bank.ts";
import { itemTexts } from "./item-texts.ts";
import { readPool, type Pool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import type { Reading } from "./reading.ts";

export interface HashedPool extends Pool {
  /** Hash of the question of each item; `undefined` where unknown, or where runs disagree. */
  readonly contentHashes: readonly (string | undefined)[];
}

/** Reads every path, as `readPool` does, and takes down the hashes of the questions. */
export async function readHashedPool(
  context: CommandContext,
  paths: readonly string[],
  flags: Parameters<typeof readPool>[2],
): Promise<HashedPool> {
  const hashes = itemTexts(({ contentHash }) => contentHash);
  const pool = await readPool(context, paths, flags, { watch: hashes.watch });
  return { ...pool, contentHashes: hashes.ofItems(pool.matrix) };
}

/** Day of the latest run that was used, as in 2025-11-29; `null` where no log says it. */
export function newestRunOf({ summaries }: Reading): string | null {
  const days = summaries
    .flatMap(({ runs }) => runs)
    .flatMap(({ used, date }) => (used ? (date?.match(/^\d{4}-\d\d-\d\d/) ?? []) : []));
  return days.toSorted().at(-1) ?? null;
}

/** Which figure of a harness was the score. A table's column is nobody's metric, so it says none. */
export function metricsOf({ summaries }: Reading): readonly BankMetric[] {
  const found = summaries
    .filter(({ adapter }) => adapter !== "tables")
    .flatMap(({ benchmarks }) => benchmarks)
    .map(({ benchmark, metric, filter }) => ({ benchmark, metric, filter }));
  const texts = new Map(found.map((metric) => [JSON.stringify(metric), metric]));
  return [...texts.keys()].toSorted().map((text) => texts.get(text)!);
}
