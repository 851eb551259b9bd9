import type { ColumnChunk, FileMetaData, SchemaTree } from "hyparquet";
import { EipError } from "@eip-eval/core";
import type { ByteSource } from "./byte-source.ts";
import { checkPages } from "./parquet-pages.ts";
import { selectColumns, type ColumnPath } from "./parquet-selection.ts";
import { behindWindows, windowsOf } from "./byte-windows.ts";

/** What a column holds: one value a row, or more in some shape. */
export interface ColumnShape {
  readonly name: string;
  readonly kind: "text" | "number" | "boolean" | "struct" | "list" | "other";
  /** Names of the fields of a struct. */
  readonly fields: readonly string[];
  /** Bytes of the column over all rows, before compression. */
  readonly bytes: number;
}

/** Some rows of the columns that were asked for. */
export interface RowBatch {
  /** Number of the first row, from 0. */
  readonly first: number;
  readonly rows: number;
  /** Values by row, for each top-level column that was asked for and is there. */
  readonly columns: ReadonlyMap<string, ArrayLike<unknown>>;
}

/** A Parquet file of which the footer was read. */
export interface ParquetFile {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, ColumnShape>;
  /** Reads parts of columns, one row group at a time. */
  batches(paths: readonly ColumnPath[]): AsyncGenerator<RowBatch>;
}

/** Enough for the footer of a details file, and for most of what is read of it. */
const FOOTER = 1 << 16;
const LARGEST_FOOTER = 1 << 26;
const MOST_ROWS = 10_000_000;

/**
 * Reads the footer of a Parquet file.
 *
 * @param where Names the file in messages.
 * @throws EipError `damaged` for a file that is cut off or not Parquet, `empty` without a byte,
 * `too-large` above ten million rows.
 * @example
 * ```ts
 * const file = await openParquetFile(source, "details.parquet");
 * file.rows; // 1172
 * for await (const { columns } of file.batches([["metrics"], ["hashes", "example"]])) …
 * ```
 */
export async function openParquetFile(source: ByteSource, where: string): Promise<ParquetFile> {
  if (source.byteLength === 0) {
    throw new EipError("empty", { where, found: "an empty file", try: "download it again" });
  }
  const { parquetMetadataAsync, parquetSchema } = await import("hyparquet");
  const windows = windowsOf(source);
  try {
    checkEnd(await windows.slice(Math.max(0, source.byteLength - FOOTER)));
    const metadata = await parquetMetadataAsync(windows, {
      initialFetchSize: FOOTER,
      geoparquet: false,
    });
    checkNames(metadata);
    const tree = parquetSchema(metadata);
    const rows = checkedRows(metadata);
    if (rows > MOST_ROWS) {
      throw new EipError("too-large", {
        where,
        found: `${rows} rows`,
        expected: `at most ${MOST_ROWS}`,
      });
    }
    return {
      rows,
      columns: shapesOf(tree, metadata),
      batches: (paths) =>
        batchesOf(behindWindows(windows, source), { metadata, tree, paths, where }),
    };
  } catch (error) {
    throw damaged(error, where);
  }
}

const MAGIC = "PAR1";

/** A file that was cut ends in anything, which would then be read as the length of a footer. */
function checkEnd(tail: ArrayBuffer): void {
  const end = Buffer.from(tail).subarray(-8);
  if (tail.byteLength < 12 || end.subarray(4).toString("latin1") !== MAGIC) {
    throw new Error("it breaks off before its end");
  }
  if (end.readUInt32LE(0) > LARGEST_FOOTER) throw new Error("a footer of more than 64 MB");
}

const MOST_COLUMNS = 10_000;

function checkNames({ schema, row_groups: groups }: FileMetaData): void {
  if (schema.length > MOST_COLUMNS) throw new Error(`more than ${MOST_COLUMNS} columns`);
  const areNamed = schema.every(({ name }, at) => at === 0 || typeof name === "string");
  const arePlaced = groups.every(({ columns }) =>
    columns.every(({ meta_data: column }) =>
      column?.path_in_schema.every((name) => typeof name === "string"),
    ),
  );
  if (!areNamed || !arePlaced) throw new Error("columns without names");
}

function checkedRows({ row_groups: groups }: FileMetaData): number {
  let rows = 0;
  for (const { num_rows: own } of groups) {
    if (typeof own !== "bigint" || own < 0n)
      throw new Error("a row group without a number of rows");
    rows += Number(own);
  }
  return rows;
}

async function* batchesOf(
  source: ByteSource,
  {
    metadata,
    tree,
    paths,
    where,
  }: { metadata: FileMetaData; tree: SchemaTree; paths: readonly ColumnPath[]; where: string },
): AsyncGenerator<RowBatch> {
  let first = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    let columns: ReadonlyMap<string, ArrayLike<unknown>>;
    try {
      columns = await readGroup(source, {
        metadata: { ...metadata, row_groups: [group] },
        tree,
        paths,
        rows,
      });
    } catch (error) {
      throw damaged(error, where);
    }
    yield { first, rows, columns };
    first += rows;
  }
}

async function readGroup(
  source: ByteSource,
  {
    metadata,
    tree,
    paths,
    rows,
  }: { metadata: FileMetaData; tree: SchemaTree; paths: readonly ColumnPath[]; rows: number },
): Promise<Map<string, ArrayLike<unknown>>> {
  const selection = selectColumns(metadata, { tree, paths });
  const { columns } = selection.metadata.row_groups[0]!;
  if (columns.length === 0 || rows === 0) return new Map();
  const windows = windowsOf(source);
  const ranges = columns.map((column) => chunkRange(column, source.byteLength));
  await windows.fetchAll(ranges);
  const { compressors } = await import("hyparquet-compressors");
  for (const [at, { start, end }] of ranges.entries()) {
    const { codec } = columns[at]!.meta_data!;
    const levels = selection.levels[at]!;
    checkPages(await windows.slice(start, end), { rows, levels, codec, compressors });
  }
  return decodedColumns(windows, { metadata: selection.metadata, rows });
}

async function decodedColumns(
  file: ByteSource,
  { metadata, rows }: { metadata: FileMetaData; rows: number },
): Promise<Map<string, ArrayLike<unknown>>> {
  const [{ parquetRead, parquetSchema }, { compressors }] = await Promise.all([
    import("hyparquet"),
    import("hyparquet-compressors"),
  ]);
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const decoded: unknown[][] = [];
  await parquetRead({
    file,
    metadata,
    columns: names,
    rowEnd: rows,
    compressors,
    onComplete: (read) => void decoded.push(...(read as unknown[][])),
  });
  if (decoded.length !== rows) throw new Error("fewer rows than the footer says");
  return new Map(names.map((name, at) => [name, decoded.map((row) => row[at])]));
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function chunkRange({ meta_data: column }: ColumnChunk, size: number): Range {
  const start = Number(column!.dictionary_page_offset || column!.data_page_offset);
  const end = start + Number(column!.total_compressed_size);
  if (!(start >= 4 && end > start && end <= size)) throw new Error("a column outside the file");
  return { start, end };
}

function shapesOf(tree: SchemaTree, metadata: FileMetaData): Map<string, ColumnShape> {
  const bytes = new Map<string, number>();
  for (const { columns } of metadata.row_groups) {
    for (const { meta_data: column } of columns) {
      const name = column?.path_in_schema[0] ?? "";
      bytes.set(name, (bytes.get(name) ?? 0) + Number(column?.total_uncompressed_size ?? 0));
    }
  }
  return new Map(
    tree.children.map((child) => {
      const { name } = child.element;
      const fields = child.children.map(({ element }) => element.name);
      return [name, { name, kind: kindOf(child), fields, bytes: bytes.get(name) ?? 0 }];
    }),
  );
}

function kindOf({ element, children }: SchemaTree): ColumnShape["kind"] {
  if (element.repetition_type === "REPEATED" || element.converted_type === "LIST") return "list";
  if (children.length > 0) return element.converted_type === "MAP" ? "other" : "struct";
  if (element.type === "BOOLEAN") return "boolean";
  if (element.type === "BYTE_ARRAY") return "text";
  const isNumber = ["INT32", "INT64", "FLOAT", "DOUBLE"].includes(element.type ?? "");
  return isNumber ? "number" : "other";
}

/** What the source says for itself stays; everything else comes out of the bytes. */
function damaged(cause: unknown, where: string): unknown {
  if (EipError.isInstance(cause)) return cause;
  if (cause instanceof Error && cause.name === "AbortError") return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EipError("damaged", {
    where,
    found: `not a whole Parquet file (${reason})`,
    try: "download it again",
    cause,
  });
}
