import { isObject } from "@eip-eval/core/io";
import type { ColumnShape, ParquetFile, RowBatch } from "./parquet.ts";
import type { ColumnPath } from "./parquet-selection.ts";
import { readPythonLiteral } from "./python-literal.ts";

/** Which harness wrote a details file: the columns tell. */
export type DetailsFamily = "v1" | "lighteval";

/** Where the parts of a record lie in a details file (format document, 2.1 and 2.2). */
export interface DetailsColumns {
  readonly family: DetailsFamily;
  /** How the raw grades are kept: fields of a struct, one text of Python, or a column each. */
  readonly grades:
    | { readonly kind: "struct" | "text"; readonly column: string }
    /** Names of columns, and of the metrics in them. */
    | { readonly kind: "columns"; readonly metrics: ReadonlyMap<string, string> };
  /** Where an id of the data set may be. */
  readonly id: ColumnPath | undefined;
  /** Where the question is, or a hash of it. */
  readonly content: { readonly path: ColumnPath; readonly kind: HashKind } | undefined;
}

/** What a content hash is a hash of; those of different kinds cannot be compared. */
export type HashKind = "hashes.example" | "example" | "query";

/** What is kept of a row: raw grades, and what identifies the item. */
export interface DetailsRecord {
  /** Number of the row in the file, from 0. */
  readonly row: number;
  /** Raw grades by metric; a clause that says why they could not be read. */
  readonly grades: ReadonlyMap<string, unknown> | string;
  readonly id: string | undefined;
  /** The question, or a hash of it: what {@link DetailsColumns.content} says. */
  readonly content: string | undefined;
}

/** Columns of the first leaderboard and of lighteval that hold no grade. */
const NO_GRADES: ReadonlySet<string> = new Set([
  "example",
  "query",
  "full_prompt",
  "instruction",
  "choices",
  "gold",
  "gold_index",
  "predictions",
  "pred_logits",
  "input_tokens",
  "cont_tokens",
  "num_asked_few_shots",
  "num_effective_few_shots",
  "truncated",
  "padded",
  "hashes",
  "specifics",
  "doc",
  "model_response",
]);

const FLAT_METRIC = "metrics.";
/** Columns of which a details file has at least one, beside the grades. */
const MARKS = ["hashes", "model_response", "full_prompt", "cont_tokens", "example", "doc"];
/** Bytes a row above which a column holds questions rather than ids. */
const LONGEST_ID = 64;

/**
 * Finds the grades and what identifies an item among the columns of a file; `undefined` for a file
 * that holds no details.
 *
 * @example
 * ```ts
 * detailsColumns(file); // { family: "v1", grades: { kind: "struct", column: "metrics" }, … }
 * ```
 */
export function detailsColumns({
  columns,
  rows,
}: Pick<ParquetFile, "columns" | "rows">): DetailsColumns | undefined {
  const grades = gradesIn(columns);
  if (!grades || !MARKS.some((name) => columns.has(name))) return undefined;
  const has = (name: string, field?: string): boolean =>
    field === undefined ? columns.has(name) : columns.get(name)?.fields.includes(field) === true;
  if (has("hashes", "example")) {
    return {
      family: "v1",
      grades,
      id: isIdColumn(columns.get("example"), rows) ? ["example"] : undefined,
      content: { path: ["hashes", "example"], kind: "hashes.example" },
    };
  }
  const isText = columns.get("example")?.kind === "text";
  return {
    family: has("hashes") ? "v1" : "lighteval",
    grades,
    id: has("doc", "id") ? ["doc", "id"] : undefined,
    content: has("doc", "query")
      ? { path: ["doc", "query"], kind: "query" }
      : isText
        ? { path: ["example"], kind: "example" }
        : undefined,
  };
}

function gradesIn(columns: ReadonlyMap<string, ColumnShape>): DetailsColumns["grades"] | undefined {
  for (const column of ["metric", "metrics"]) {
    const kind = columns.get(column)?.kind;
    if (kind === "struct" || kind === "text") return { kind, column };
  }
  const names = [...columns.keys()];
  const flat = names.filter((name) => name.startsWith(FLAT_METRIC));
  if (flat.length > 0) {
    return {
      kind: "columns",
      metrics: new Map(flat.map((name) => [name, name.slice(FLAT_METRIC.length)])),
    };
  }
  const own = names.filter((name) => !NO_GRADES.has(name) && isGradeColumn(columns.get(name)!));
  return own.length > 0
    ? { kind: "columns", metrics: new Map(own.map((name) => [name, name])) }
    : undefined;
}

function isGradeColumn({ kind }: ColumnShape): boolean {
  return kind === "number" || kind === "boolean";
}

/** The oldest files have ids of the data set where later ones have the whole question. */
function isIdColumn(column: ColumnShape | undefined, rows: number): boolean {
  return column?.kind === "text" && column.bytes <= LONGEST_ID * Math.max(rows, 1);
}

/** The parts of columns that {@link recordsOf} needs. */
export function neededPaths({ grades, id, content }: DetailsColumns): ColumnPath[] {
  const ofGrades = grades.kind === "columns" ? [...grades.metrics.keys()] : [grades.column];
  return [
    ...ofGrades.map((name) => [name]),
    ...(id ? [id] : []),
    ...(content ? [content.path] : []),
  ];
}

/** The records of some rows. */
export function recordsOf(batch: RowBatch, columns: DetailsColumns): DetailsRecord[] {
  return Array.from({ length: batch.rows }, (_, at) => ({
    row: batch.first + at,
    grades: gradesOf(batch, { at, grades: columns.grades }),
    id: columns.id && textAt(batch, { at, path: columns.id }),
    content: columns.content && textAt(batch, { at, path: columns.content.path }),
  }));
}

function gradesOf(
  { columns }: RowBatch,
  { at, grades }: { at: number; grades: DetailsColumns["grades"] },
): ReadonlyMap<string, unknown> | string {
  if (grades.kind === "columns") {
    return new Map([...grades.metrics].map(([name, metric]) => [metric, columns.get(name)?.[at]]));
  }
  const value = columns.get(grades.column)?.[at];
  if (value === null || value === undefined) return new Map();
  if (typeof value === "string") return gradesFromText(value);
  return isObject(value) ? new Map(Object.entries(value)) : "metrics that are no dictionary";
}

function gradesFromText(text: string): ReadonlyMap<string, unknown> | string {
  const reading = readPythonLiteral(text);
  if (!("value" in reading)) {
    return `metrics that cannot be read at character ${reading.at + 1}; expected ${reading.expected}`;
  }
  const { value } = reading;
  if (!(value instanceof Map)) return "metrics that are no dictionary";
  return new Map([...value].map(([name, grade]) => [String(name), grade]));
}

/** The text at a path; an empty one is none. */
export function textAt(
  { columns }: RowBatch,
  { at, path }: { at: number; path: ColumnPath },
): string | undefined {
  const [column = "", ...fields] = path;
  let value = columns.get(column)?.[at];
  for (const field of fields) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, field))
      return undefined;
    value = (value as Record<string, unknown>)[field];
  }
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
