/** The reader of stores. */

import { basename, dirname, resolve } from "node:path";
import { EipError } from "../errors.ts";
import type { Adapter, IgnoredFile, ReadOptions } from "../outcomes/adapter.ts";
import type { RunHead } from "../outcomes/graded-run.ts";
import { findFiles } from "./files.ts";
import { joinRuns, type RunPool } from "./join-runs.ts";
import { STANDARD_INPUT } from "./open.ts";
import { progressMeter } from "./progress-meter.ts";
import { ProblemReport } from "./problem-report.ts";
import { recogniseFile } from "./recognise.ts";
import { isStore } from "./store.ts";
import { currentRuns, readStoreFiles, type PlacedRun } from "./store-files.ts";
import { loadRun } from "./store-load.ts";
import { storeRows } from "./store-rows.ts";

/**
 * Reads stores: folders with runs as Parquet files, parts of them, and single files. Its outcomes can
 * be taken by the run, which `collect` does.
 *
 * @example
 * ```ts
 * const matrix = await collect(stores.read(["pool"]));
 * ```
 */
export const stores: Adapter = {
  contract: 1,
  name: "store",
  read: (paths, options = {}) => joinRuns(() => openPool(paths, options), options),
};

async function openPool(paths: readonly string[], options: ReadOptions): Promise<RunPool> {
  const report = new ProblemReport(options.onProblem);
  options.signal?.throwIfAborted();
  const found = await findFiles(paths, (problem) => report.passOn(problem));
  const given = new Set(paths);
  const candidates = found.filter(({ path }) => path.endsWith(".parquet") || given.has(path));
  const ignored: IgnoredFile[] = [];
  const files = await readStoreFiles(candidates, {
    signal: options.signal,
    onProblem: (error, path) => report.skipped(error, { path }),
    onForeign: (path) => ignored.push({ path, reason: "Parquet that no store wrote" }),
  });
  const meter = progressMeter({ onProgress: options.onProgress, text: false }, files);
  const rows = storeRows(meter.onBytes);
  const placed = new Map<RunHead, PlacedRun>(currentRuns(files).map((run) => [run.head, run]));
  let path = "";
  return {
    adapter: "store",
    heads: [...placed.keys()],
    async load(head, { metric }) {
      const run = placed.get(head)!;
      if (run.path !== path) meter.begin((path = run.path));
      return loadRun(run, rows, metric);
    },
    pathOf: (head) => placed.get(head)!.path,
    filesFound: candidates.length,
    filesRead: files.length,
    ignored,
    nothing: () =>
      new EipError("no-outcomes", {
        where: paths.join(", "),
        found: placed.size === 0 ? "a store without runs" : "no run of the benchmarks wanted",
        try: "eip store add FOLDER RESULTS",
      }),
    close: () => rows.close(),
  };
}

/**
 * Whether a path is a store, one of its `benchmark=` or `model=` folders, or one of its files.
 *
 * @throws EipError `unsupported` for a store of another version.
 * @example
 * ```ts
 * await isStorePath("results"); // false
 * ```
 */
export async function isStorePath(path: string): Promise<boolean> {
  if (path === STANDARD_INPUT) return false;
  if (await isStore(path)) return true;
  const whole = resolve(path);
  if (whole.endsWith(".parquet")) {
    return (await recogniseFile(path).catch(() => undefined)) === "store";
  }
  const name = basename(whole);
  const above = dirname(whole);
  if (name.startsWith("benchmark=")) return isStore(above);
  return name.startsWith("model=") && isStore(dirname(above));
}
