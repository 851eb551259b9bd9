/** From paths to a fitted pool. */

import { EipError } from "../errors.ts";
import { connectedModels } from "../analysis/connected.ts";
import { chooseSmoothing } from "../analysis/choose-smoothing.ts";
import type { Fitted } from "../estimate/fitted.ts";
import { propagate } from "../estimate/propagate.ts";
import { collect } from "../matrix/collect.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Notice, Outcome } from "../outcomes/adapter.ts";
import { itemKey, type ItemKey } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import { selectFrom } from "../matrix/select.ts";
import type { Config } from "./config-schema.ts";
import { clusterLabels } from "./clusters.ts";
import type { FitFlags, ReadFlags, ResampleFlags } from "./options.ts";
import type { CommandContext } from "./program.ts";
import { readDropped } from "./review-file.ts";
import { openReading, type ReadNeeds, type Reading } from "./reading.ts";

export interface Pool {
  readonly matrix: ResponseMatrix;
  readonly reading: Reading;
  readonly ungraded: "wrong" | "unobserved";
  readonly notices: readonly Notice[];
  readonly seconds: number;
  /** One number per item, where items move together. */
  readonly cluster?: Uint32Array | undefined;
  /** The pool with the items that `--exclude` left out of `matrix`. */
  readonly whole?: ResponseMatrix | undefined;
}

/** What a command needs of its pool besides the matrix. */
export interface PoolNeeds extends Pick<ReadNeeds, "rename"> {
  /** Fields of the items that outcomes are to carry. */
  readonly carry?: readonly string[] | undefined;
  /** Sees every outcome on its way into the matrix. */
  readonly watch?: ((outcomes: AsyncIterable<Outcome>) => AsyncIterable<Outcome>) | undefined;
}

/** Reads every path and freezes the matrix. */
export async function readPool(
  context: CommandContext,
  paths: readonly string[],
  flags: ReadFlags & Pick<FitFlags, "exclude"> & Pick<ResampleFlags, "cluster">,
  { rename, carry = [], watch = (outcomes) => outcomes }: PoolNeeds = {},
): Promise<Pool> {
  const started = performance.now();
  const fieldIn = (config: Config) => flags.cluster ?? config.cluster;
  const reading = await openReading(context, paths, flags, {
    rename,
    carry: (config) => [...carry, fieldIn(config)].filter((field) => field !== undefined),
  });
  const field = fieldIn(reading.settings.config);
  const clusters = field === undefined ? undefined : clusterLabels(field);
  const ungraded = flags.ungraded ?? reading.settings.config.ungraded ?? "wrong";
  const dropped = flags.exclude === undefined ? undefined : await readDropped(flags.exclude);
  const outcomes = watch(reading.outcomes);
  const all = await collect(clusters ? clusters.watch(outcomes) : outcomes, { ungraded });
  const matrix = dropped ? selectFrom(all, { items: itemsWithout(all, dropped) }) : all;
  return {
    matrix,
    reading,
    ungraded,
    notices: reading.notices(),
    seconds: (performance.now() - started) / 1000,
    cluster: clusters?.ofItems(matrix),
    whole: dropped && all,
  };
}

function itemsWithout(matrix: ResponseMatrix, dropped: readonly ItemKey[]): Uint32Array {
  const names = new Set(dropped.map(({ benchmark, item }) => `${benchmark}\t${item}`));
  const items = Uint32Array.from(
    [...matrix.items.keys()].filter((item) => {
      const { benchmark, item: id } = itemKey(matrix, item);
      return !names.has(`${benchmark}\t${id}`);
    }),
  );
  if (items.length > 0) return items;
  throw new EipError("no-outcomes", {
    where: "--exclude",
    found: "every item is left out",
    expected: "at least one to rank by",
  });
}

/** A pool with its estimate, and what was asked of the smoothing. */
export interface FittedPool extends Fitted {
  readonly smoothingRequested: string;
}

/** Estimates a pool with the settings of flags and file. */
export function fitPool({ matrix, reading, cluster }: Pool, flags: FitFlags): FittedPool {
  const { config } = reading.settings;
  const options = {
    damping: flags.damping ?? config.damping,
    missing: flags.missing ?? config.missing,
  };
  if (options.missing === "common") checkConnected(matrix);
  const requested = flags.smoothing ?? config.smoothing ?? "none";
  const smoothing =
    requested === "none"
      ? 0
      : requested === "auto"
        ? chooseSmoothing(matrix, { ...options, cluster, seed: seedOf(reading, flags) }).chosen
        : requested;
  return {
    matrix,
    fit: propagate(matrix, { ...options, smoothing }),
    smoothingRequested: requested === 0 ? "none" : String(requested),
  };
}

/** Models that share no item have nothing in common to be ranked on. */
function checkConnected(matrix: ResponseMatrix): void {
  const groups = connectedModels(matrix);
  if (groups.length < 2) return;
  throw new EipError("disconnected", {
    found: `the pool is ${groups.length} groups with no item in common (${groups.map((group) => count(group.length, "model")).join(", ")}); any order across them would be made up`,
    try: "rank them apart with --model or --benchmark, or add runs of one model on both",
  });
}

/** Start of every random draw. */
export function seedOf({ settings }: Reading, flags: Pick<FitFlags, "seed">): number {
  return flags.seed ?? settings.config.seed ?? 1;
}
