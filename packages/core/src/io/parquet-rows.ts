import type { AsyncBuffer, FileMetaData } from "hyparquet";
import type { ChunkOptions } from "./lines.ts";
import { openFile } from "./open.ts";
import { damagedParquet, keyValue, parquetBuffer, parquetCompressors } from "./parquet-source.ts";

/** A Parquet file opened for its rows. */
export interface ParquetTable {
  /** Names of the top-level columns, in order. */
  readonly columns: readonly string[];
  /** The text under a key of the metadata. */
  keyValue(key: string): string | undefined;
  /** The values of the columns asked for, one row group at a time. */
  rows(columns: readonly string[]): AsyncGenerator<readonly ParquetRow[]>;
  close(): Promise<void>;
}

export interface ParquetRow {
  /** Aligned with the columns asked for. */
  readonly values: readonly unknown[];
  /** Number of the row, from 1. */
  readonly line: number;
}

/**
 * Opens a Parquet file; only its footer is read. The reader is loaded on first use.
 *
 * @throws EipError `damaged` for a file that is cut off or not Parquet.
 * @example
 * ```ts
 * const table = await openParquet("scores.parquet");
 * table.columns; // ["model", "item", "score"]
 * for await (const rows of table.rows(["model", "score"])) console.log(rows.length);
 * await table.close();
 * ```
 */
export async function openParquet(
  path: string,
  { onBytes }: Pick<ChunkOptions, "onBytes"> = {},
): Promise<ParquetTable> {
  const file = await openFile(path);
  try {
    const { parquetMetadataAsync, parquetSchema } = await import("hyparquet");
    const buffer = parquetBuffer(file, onBytes);
    const metadata = await parquetMetadataAsync(buffer).catch(damagedParquet(path));
    return {
      columns: parquetSchema(metadata).children.map(({ element }) => element.name),
      keyValue: (key) => keyValue(metadata, key),
      rows: (columns) => rowsOf({ buffer, metadata, path, columns }),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* rowsOf({
  buffer,
  metadata,
  path,
  columns,
}: {
  buffer: AsyncBuffer;
  metadata: FileMetaData;
  path: string;
  columns: readonly string[];
}): AsyncGenerator<readonly ParquetRow[]> {
  const [{ parquetRead }, compressors] = await Promise.all([
    import("hyparquet"),
    parquetCompressors(),
  ]);
  let first = 0;
  for (const group of metadata.row_groups) {
    const next = first + Number(group.num_rows);
    const start = first;
    let rows: unknown[][] = [];
    await parquetRead({
      file: buffer,
      metadata,
      compressors,
      columns: [...columns],
      rowStart: first,
      rowEnd: next,
      onComplete: (read) => (rows = read),
    }).catch(damagedParquet(path));
    yield rows.map((values, index) => ({ values, line: start + index + 1 }));
    first = next;
  }
}
