/** From paths to a fitted pool. */

import { readFile } from "node:fs/promises";
import { EipError } from "../errors.ts";
import type { Fitted } from "../analysis/explain.ts";
import { propagate, type PropagateOptions } from "../estimate/propagate.ts";
import { collect } from "../matrix/collect.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Notice, Outcome } from "../outcomes/adapter.ts";
import type { FitFlags, ReadFlags } from "./options.ts";
import type { CommandContext } from "./program.ts";
import { openReading, type Reading } from "./reading.ts";

export interface Pool {
  readonly matrix: ResponseMatrix;
  readonly reading: Reading;
  readonly ungraded: "wrong" | "unobserved";
  readonly notices: readonly Notice[];
  readonly seconds: number;
}

/** Reads every path and freezes the matrix. */
export async function readPool(
  context: CommandContext,
  paths: readonly string[],
  flags: ReadFlags & Pick<FitFlags, "exclude">,
): Promise<Pool> {
  const started = performance.now();
  const reading = await openReading(context, paths, flags);
  const ungraded = flags.ungraded ?? reading.settings.config.ungraded ?? "wrong";
  const excluded = flags.exclude === undefined ? undefined : await excludedItems(flags.exclude);
  const outcomes = excluded ? without(reading.outcomes, excluded) : reading.outcomes;
  const matrix = await collect(outcomes, { ungraded });
  return {
    matrix,
    reading,
    ungraded,
    notices: reading.notices(),
    seconds: (performance.now() - started) / 1000,
  };
}

/** Estimates a pool with the settings of flags and file. */
export function fitPool(
  { matrix, reading }: Pick<Pool, "matrix" | "reading">,
  flags: FitFlags,
): Fitted {
  return { matrix, fit: propagate(matrix, fitOptions(reading, flags)) };
}

export function fitOptions({ settings }: Reading, flags: FitFlags): PropagateOptions {
  const { config } = settings;
  const fromFile = config.smoothing === "none" ? 0 : config.smoothing;
  return {
    damping: flags.damping ?? config.damping,
    smoothing: flags.smoothing ?? fromFile,
    missing: flags.missing ?? config.missing,
  };
}

/** Items marked `drop` in a list of `keep` or `drop`, benchmark and id. */
async function excludedItems(file: string): Promise<ReadonlySet<string>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new EipError("not-found", { found: `no file "${file}"`, cause: error });
  }
  const dropped = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [verdict, benchmark, item] = line.split("\t");
    if ((verdict !== "keep" && verdict !== "drop") || item === undefined) {
      throw new EipError("damaged", {
        where: `${file}:${index + 1}`,
        found: `"${line.slice(0, 60)}"`,
        expected: "keep or drop, the benchmark and the item, with tabs between",
      });
    }
    if (verdict === "drop") dropped.add(`${benchmark}\t${item}`);
  }
  return dropped;
}

async function* without(
  outcomes: AsyncIterable<Outcome>,
  excluded: ReadonlySet<string>,
): AsyncGenerator<Outcome> {
  for await (const outcome of outcomes) {
    if (!excluded.has(`${outcome.benchmark}\t${outcome.item}`)) yield outcome;
  }
}
