/** A pool, and what its logs say about the questions themselves. */

import { collect } from "../matrix/collect.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import { itemKey } from "../analysis/wording.ts";
import type { BankMetric } from "../analysis/item-bank.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import { EipError } from "../errors.ts";
import { clusterLabels } from "./clusters.ts";
import type { FitFlags, ReadFlags, ResampleFlags } from "./options.ts";
import type { Pool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { openReading, type Reading } from "./reading.ts";
import { readDropped } from "./review-file.ts";

export interface HashedPool extends Pool {
  /** Hash of the question of each item; `undefined` where unknown, or where runs disagree. */
  readonly contentHashes: readonly (string | undefined)[];
}

/** Reads every path, as `readPool` does, and takes down the hashes of the questions. */
export async function readHashedPool(
  context: CommandContext,
  paths: readonly string[],
  flags: ReadFlags & Pick<FitFlags, "exclude"> & Pick<ResampleFlags, "cluster">,
): Promise<HashedPool> {
  const started = performance.now();
  const reading = await openReading(context, paths, flags, {
    carry: ({ cluster }) => [flags.cluster ?? cluster].filter((field) => field !== undefined),
  });
  const { config } = reading.settings;
  const field = flags.cluster ?? config.cluster;
  const clusters = field === undefined ? undefined : clusterLabels(field);
  const hashes = contentHashes();
  const ungraded = flags.ungraded ?? config.ungraded ?? "wrong";
  const outcomes = hashes.watch(reading.outcomes);
  const all = await collect(clusters ? clusters.watch(outcomes) : outcomes, { ungraded });
  const matrix = flags.exclude === undefined ? all : await without(all, flags.exclude);
  return {
    matrix,
    reading,
    ungraded,
    notices: reading.notices(),
    seconds: (performance.now() - started) / 1000,
    cluster: clusters?.ofItems(matrix),
    contentHashes: hashes.ofItems(matrix),
  };
}

async function without(matrix: ResponseMatrix, file: string): Promise<ResponseMatrix> {
  const dropped = new Set((await readDropped(file)).map(keyText));
  const items = [...matrix.items.keys()].filter(
    (item) => !dropped.has(keyText(itemKey(matrix, item))),
  );
  if (items.length > 0) return selectFrom(matrix, { items: Uint32Array.from(items) });
  throw new EipError("no-outcomes", {
    where: "--exclude",
    found: "every item is left out",
    expected: "at least one",
  });
}

const keyText = ({ benchmark, item }: Pick<Outcome, "benchmark" | "item">) =>
  `${benchmark.length} ${benchmark}${item}`;

interface ContentHashes {
  watch(outcomes: AsyncIterable<Outcome>): AsyncIterable<Outcome>;
  ofItems(matrix: ResponseMatrix): readonly (string | undefined)[];
}

function contentHashes(): ContentHashes {
  /** By benchmark and item; `null` once two runs disagree. */
  const known = new Map<string, string | null>();
  return {
    async *watch(outcomes) {
      for await (const outcome of outcomes) {
        const { contentHash } = outcome;
        if (contentHash !== undefined) {
          const key = keyText(outcome);
          const before = known.get(key);
          known.set(key, before === undefined || before === contentHash ? contentHash : null);
        }
        yield outcome;
      }
    },
    ofItems: (matrix) =>
      [...matrix.items.keys()].map(
        (item) => known.get(keyText(itemKey(matrix, item))) ?? undefined,
      ),
  };
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
