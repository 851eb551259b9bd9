/** Runs to the bytes of one Parquet file. */

import { gzipSync } from "node:zlib";
import type { Part, StoredHead } from "./store-run.ts";
import { columnDigests, DIGESTS_KEY, sealed } from "./store-digests.ts";
import { STORE_KEY, textFromHeads } from "./store-heads.ts";

/** One run of a file with a way to its rows. */
export interface WrittenRun {
  readonly head: StoredHead;
  /** The rows under the metric of that number. */
  readonly part: (metric: number) => Part | Promise<Part>;
}

/** A row group holds whole parts, up to about so many rows. */
const GROUP_ROWS = 1 << 20;

/**
 * A Parquet file in long form, in pieces: the rows of every run under its first metric, run by run,
 * then those under the second, and so on, each beginning a row group. So reading the usual metric
 * reads its row groups only.
 */
export async function* storeFile(runs: readonly WrittenRun[]): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import("hyparquet-writer");
  const writer = new ByteWriter();
  const digests: string[][] = [];
  const kvMetadata = [
    { key: STORE_KEY, value: textFromHeads(runs.map(({ head }) => head)) },
    { key: DIGESTS_KEY, value: "" },
  ];
  const parquet = new ParquetWriter({
    writer,
    schema: schemaFromColumnData({ columnData: columnsOf([]) }),
    codec: "GZIP",
    compressors: { GZIP: (bytes) => new Uint8Array(gzipSync(bytes, { level: 3 })) },
    kvMetadata,
    createdBy: "eip-eval",
  });
  const taken = (): Uint8Array => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  for await (const group of rowGroups(runs)) {
    await parquet.write({ columnData: columnsOf(group), rowGroupSize: 2 ** 31 });
    const bytes = taken();
    digests.push(columnDigests(parquet.row_groups.at(-1)!, bytes, writer.offset - bytes.length));
    yield bytes;
  }
  kvMetadata[1]!.value = JSON.stringify(digests);
  await parquet.finish();
  yield sealed(taken());
}

/** A part with what its rows share. */
interface GroupPart {
  readonly head: StoredHead;
  readonly metric: number;
  readonly part: Part;
}

async function* rowGroups(runs: readonly WrittenRun[]): AsyncGenerator<readonly GroupPart[]> {
  const most = Math.max(0, ...runs.map(({ head }) => head.metrics.length));
  for (let metric = 0; metric < most; metric += 1) {
    let group: GroupPart[] = [];
    let rows = 0;
    for (const { head, part } of runs) {
      const size = head.parts[metric]?.rows ?? 0;
      if (size === 0) continue;
      if (rows > 0 && rows + size > GROUP_ROWS) {
        yield group;
        [group, rows] = [[], 0];
      }
      group.push({ head, metric, part: await part(metric) });
      rows += size;
    }
    if (rows > 0) yield group;
  }
}

interface Column {
  readonly name: string;
  readonly type: "STRING" | "DOUBLE" | "INT32";
  readonly shared?: (head: StoredHead, metric: number) => string | undefined;
  readonly own?: (part: Part) => readonly unknown[] | undefined;
}

/** The columns of a store, in order; names as in CSV. */
const COLUMNS: readonly Column[] = [
  { name: "model", type: "STRING", shared: ({ model }) => model },
  { name: "benchmark", type: "STRING", shared: ({ benchmark }) => benchmark },
  { name: "item", type: "STRING", own: ({ items }) => items },
  { name: "score", type: "DOUBLE", own: ({ scores }) => scores },
  { name: "trial", type: "INT32", own: ({ trials }) => trials },
  { name: "metric", type: "STRING", shared: ({ metrics }, at) => metrics[at]!.metric },
  { name: "filter", type: "STRING", shared: ({ metrics }, at) => metrics[at]!.filter },
  { name: "run", type: "STRING", shared: ({ run }) => run },
  { name: "content_hash", type: "STRING", own: ({ contentHashes }) => contentHashes },
  { name: "source", type: "STRING", shared: ({ source }) => source },
  { name: "source_hash", type: "STRING", shared: ({ sourceHash }) => sourceHash },
];

function columnsOf(group: readonly GroupPart[]) {
  return COLUMNS.map(({ name, type, shared, own }) => {
    const data: unknown[] = [];
    for (const { head, metric, part } of group) {
      const column = own?.(part);
      const value = shared ? shared(head, metric) : type === "INT32" ? 0 : undefined;
      for (let row = 0; row < part.rows; row += 1) data.push(column ? column[row] : value);
    }
    return {
      name,
      type,
      data,
      // Bounds help a query that asks for a model; those of other columns take long to work out.
      statistics: name === "model" || name === "benchmark",
      // Runs of a benchmark have the same items, which the writer's own sample does not notice.
      ...(own && type === "STRING" && group.length > 1 && data.some((value) => value !== undefined)
        ? { encoding: "RLE_DICTIONARY" as const }
        : {}),
    };
  });
}
