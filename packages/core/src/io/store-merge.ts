/** Many small files of a store to few large ones. */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { groupBy } from "../outcomes/group-by.ts";
import { byCodeUnit } from "../outcomes/order.ts";
import { benchmarkFolder, MERGED } from "./store-names.ts";
import type { PlacedRun } from "./store-files.ts";
import type { StoreRows } from "./store-rows.ts";
import { storeFile } from "./store-write.ts";

/** A merged file that there should be. */
export interface PlannedFile {
  /** Named by what is in it, so that the same runs make the same file. */
  readonly path: string;
  readonly runs: readonly PlacedRun[];
}

/** A merged file holds about so many rows; one more run may go over. */
const FILE_ROWS = 1 << 26;

/** The files that hold the runs of a store when it is merged, whatever files they lie in now. */
export function plannedFiles(folder: string, runs: readonly PlacedRun[]): PlannedFile[] {
  const byBenchmark = [...groupBy(runs, ({ head }) => head.benchmark)];
  return byBenchmark
    .toSorted(([a], [b]) => byCodeUnit(a, b))
    .flatMap(([benchmark, ofBenchmark]) =>
      inFiles(ofBenchmark.toSorted(inMergedOrder)).map((ofFile) => ({
        path: join(folder, benchmarkFolder(benchmark), `${MERGED}${nameOf(ofFile)}.parquet`),
        runs: ofFile,
      })),
    );
}

function inMergedOrder({ head: a }: PlacedRun, { head: b }: PlacedRun): number {
  return (
    byCodeUnit(a.model, b.model) ||
    byCodeUnit(a.run ?? "", b.run ?? "") ||
    byCodeUnit(a.source, b.source) ||
    byCodeUnit(a.id, b.id)
  );
}

function inFiles(runs: readonly PlacedRun[]): PlacedRun[][] {
  const files: PlacedRun[][] = [];
  let rows = FILE_ROWS;
  for (const run of runs) {
    const size = run.head.parts.reduce((sum, part) => sum + part.rows, 0);
    if (rows > 0 && rows + size > FILE_ROWS) {
      files.push([]);
      rows = 0;
    }
    files.at(-1)!.push(run);
    rows += size;
  }
  return files;
}

function nameOf(runs: readonly PlacedRun[]): string {
  const hash = createHash("sha256");
  for (const { head } of runs) hash.update(`${head.id} ${head.generation}\n`);
  return hash.digest("hex").slice(0, 32);
}

/** The bytes of a merged file, from the files that its runs lie in. */
export function mergedFile({ runs }: PlannedFile, rows: StoreRows): AsyncGenerator<Uint8Array> {
  return storeFile(
    runs.map((run) => ({ head: run.head, part: (metric) => rows.part(run, metric) })),
  );
}
