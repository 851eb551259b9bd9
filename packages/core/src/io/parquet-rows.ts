import type { AsyncBuffer, FileMetaData } from "hyparquet";
import { EipError } from "../errors.ts";
import type { ChunkOptions } from "./lines.ts";
import { openFile, shownPath, type OpenFile } from "./open.ts";

/** A Parquet file opened for its rows. */
export interface ParquetTable {
  /** Names of the top-level columns, in order. */
  readonly columns: readonly string[];
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
    const buffer = asyncBuffer(file, onBytes);
    const metadata = await parquetMetadataAsync(buffer).catch(damaged(path));
    return {
      columns: parquetSchema(metadata).children.map(({ element }) => element.name),
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
  const [{ parquetRead }, { compressors }] = await Promise.all([
    import("hyparquet"),
    import("hyparquet-compressors"),
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
    }).catch(damaged(path));
    yield rows.map((values, index) => ({ values, line: start + index + 1 }));
    first = next;
  }
}

function asyncBuffer(file: OpenFile, onBytes: ChunkOptions["onBytes"]): AsyncBuffer {
  return {
    byteLength: file.size,
    async slice(start, end = file.size) {
      onBytes?.(end - start);
      return new Uint8Array(await file.read(start, end - start)).buffer;
    },
  };
}

function damaged(path: string): (cause: unknown) => never {
  return (cause) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EipError("damaged", {
      where: shownPath(path),
      found: `not a whole Parquet file (${reason})`,
      try: "copy or download it again",
      cause,
    });
  };
}
