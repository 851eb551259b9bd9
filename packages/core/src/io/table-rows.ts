import { EipError } from "../errors.ts";
import { readCsv, type CsvRecord } from "./csv.ts";
import { LineSplitter, readChunks, readHead, type LineOptions, type TextLine } from "./lines.ts";
import { shownPath } from "./open.ts";
import { openParquet } from "./parquet-rows.ts";
import { keysOfLines } from "./recognise.ts";

/** One row of a table, aligned with its header. */
export interface TableRow {
  readonly values: readonly unknown[];
  /** Line of a text file, or row of a Parquet file, from 1. */
  readonly line: number;
}

/** A table whose header is known; its rows can be read once. Must be closed. */
export interface TableRows {
  readonly header: readonly string[];
  /** In batches as they come from the disk. */
  readonly rows: AsyncIterable<readonly TableRow[]>;
  close(): Promise<unknown>;
}

export interface TableRowOptions extends LineOptions {
  /** Called for a line that is no object; the line is left out. */
  readonly onDamaged: (error: EipError, line: number) => void;
}

/** The columns of an Every Eval Ever instance that matter; dots lead into objects. */
export const EVERY_EVAL_EVER_COLUMNS = {
  model: "model_id",
  benchmark: "evaluation_name",
  item: "sample_id",
  score: "evaluation.score",
  run: "evaluation_id",
  contentHash: "sample_hash",
  text: "input.raw",
  key: "input.reference",
  answer: "output.raw",
} as const;

/** All columns of an instance that can be asked for. */
export const EVERY_EVAL_EVER_HEADER: readonly string[] = [
  ...Object.values(EVERY_EVAL_EVER_COLUMNS),
  "evaluation.is_correct",
];

/** Kinds of files that have rows under a header. */
export type RowKind = "table-csv" | "table-jsonl" | "table-parquet" | "every-eval-ever";

/**
 * Opens a table: delimited text, JSON lines (whose header is made of the keys at the front of the
 * file), Parquet or Every Eval Ever instances.
 *
 * @throws EipError while the rows are read: `damaged` for a row of text that has more or fewer
 * fields than the header.
 * @example
 * ```ts
 * const table = await openRows("long.csv", "table-csv", { onDamaged: console.warn });
 * table.header; // ["model", "item", "score"]
 * await table.close();
 * ```
 */
export async function openRows(
  path: string,
  kind: RowKind,
  options: TableRowOptions,
): Promise<TableRows> {
  if (kind === "table-csv") return csvRows(path, options);
  if (kind === "table-parquet") return parquetRows(path, options);
  if (kind === "every-eval-ever") return jsonRows(path, EVERY_EVAL_EVER_HEADER, options);
  return jsonRows(path, keysOfLines((await readHead(path)).toString("utf8")), options);
}

async function csvRows(path: string, options: TableRowOptions): Promise<TableRows> {
  const batches = readCsv(path, options);
  let first: readonly CsvRecord[] = [];
  for (let next = await batches.next(); !next.done; next = await batches.next()) {
    first = next.value;
    if (first.length > 0) break;
  }
  const header = (first[0]?.fields ?? []).map((name) => name.trim());
  const shape = { width: header.length, where: shownPath(path) };
  async function* rows(): AsyncGenerator<readonly TableRow[]> {
    yield evenRows(first.slice(1), shape);
    for await (const records of batches) yield evenRows(records, shape);
  }
  return { header, rows: rows(), close: () => batches.return(undefined) };
}

function evenRows(
  records: readonly CsvRecord[],
  { width, where }: { width: number; where: string },
): TableRow[] {
  const rows: TableRow[] = [];
  for (const { fields, line } of records) {
    if (fields.every((field) => field.trim() === "")) continue;
    if (fields.length !== width) {
      throw new EipError("damaged", {
        where: `${where}:${line}`,
        found: `${fields.length} fields`,
        expected: `${width}, as many as the header has`,
        try: "quote fields that hold the delimiter",
      });
    }
    rows.push({ values: fields, line });
  }
  return rows;
}

function jsonRows(path: string, header: readonly string[], options: TableRowOptions): TableRows {
  return { header, rows: objectRows(path, header, options), close: async () => {} };
}

async function parquetRows(path: string, options: TableRowOptions): Promise<TableRows> {
  const table = await openParquet(path, options);
  return { header: table.columns, rows: table.rows(table.columns), close: () => table.close() };
}

async function* objectRows(
  path: string,
  header: readonly string[],
  options: TableRowOptions,
): AsyncGenerator<readonly TableRow[]> {
  for await (const objects of jsonObjects(path, options)) {
    yield objects.map(({ value, line }) => ({
      values: header.map((name) => valueAt(value, name)),
      line,
    }));
  }
}

export interface JsonObjectLine {
  readonly value: Readonly<Record<string, unknown>>;
  readonly line: number;
}

/**
 * The objects of a file of JSON lines in batches as they come from the disk. Python's NaN and
 * Infinity are understood.
 */
export async function* jsonObjects(
  path: string,
  options: TableRowOptions,
): AsyncGenerator<readonly JsonObjectLine[]> {
  const splitter = new LineSplitter(path, options);
  const objects = (lines: Iterable<TextLine>): JsonObjectLine[] => objectsOf(lines, path, options);
  for await (const chunk of readChunks(path, options)) yield objects(splitter.push(chunk));
  yield objects(splitter.end());
}

function objectsOf(
  lines: Iterable<TextLine>,
  path: string,
  { onDamaged }: TableRowOptions,
): JsonObjectLine[] {
  const objects: JsonObjectLine[] = [];
  for (const { text, line } of lines) {
    if (text.trim() === "") continue;
    const value = objectFromText(text);
    if (value) objects.push({ value, line });
    else onDamaged(damagedLine(path, line), line);
  }
  return objects;
}

function objectFromText(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsed(text) ?? parsed(withoutPythonNumbers(text));
  return isRecord(value) && !Array.isArray(value) ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** NaN as null; Infinity as a number too large for any scale, so that it is refused there. */
function withoutPythonNumbers(text: string): string {
  return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|\bNaN\b|\bInfinity\b/g, (token) =>
    token === "NaN" ? "null" : token === "Infinity" ? "1e999" : token,
  );
}

function damagedLine(path: string, line: number): EipError {
  return new EipError("damaged", {
    where: `${shownPath(path)}:${line}`,
    found: "not a JSON object, so the line is left out",
    expected: "one object a line",
  });
}

function valueAt(record: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(record, path)) return record[path];
  let value: unknown = record;
  for (const key of path.split(".")) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}
