import { dirname } from "node:path";
import { EipError, type ErrorCode } from "../errors.ts";
import type { ReadOptions, ScoreScale } from "../outcomes/adapter.ts";
import { ANY_NUMBER, scoreFromGrade } from "../outcomes/score.ts";
import { layoutFromHeader, type TableLayout, type TableOptions } from "../outcomes/table-layout.ts";
import { findFiles, type FoundFile } from "./files.ts";
import { shownPath } from "./open.ts";
import type { ProblemReport } from "./problem-report.ts";
import { kindTitle, programFor, recogniseFile, type FileKind } from "./recognise.ts";
import { openRows, type RowKind, type TableRows } from "./table-rows.ts";
import type { TableSummary } from "./table-summary.ts";

/** Kinds of files that hold outcomes as a table. */
export type TableKind = RowKind | "score-vectors" | "py-irt";

export interface TableFile extends FoundFile {
  readonly kind: TableKind;
}

interface OtherFile extends FoundFile {
  readonly kind: FileKind;
  readonly isNamed: boolean;
  readonly reason: string;
}

export interface TableSearch extends TableOptions {
  readonly scales?: ReadOptions["scales"];
  readonly report: ProblemReport;
  readonly summary: TableSummary;
}

/**
 * Picks the tables among the given files and those in the given folders. A file that was named and
 * is none is a problem; one that merely lies in a folder is listed as ignored.
 *
 * @throws EipError when there is no table at all: `other-harness` when there are logs instead.
 */
export async function findTables(
  paths: readonly string[],
  search: TableSearch,
): Promise<TableFile[]> {
  const { report, summary } = search;
  const found = await findFiles(paths, (problem) => report.passOn(problem));
  const named = new Set(paths);
  const tables: TableFile[] = [];
  const others: OtherFile[] = [];
  const failures: { path: string; error: EipError }[] = [];
  for (const file of found) {
    const { path } = file;
    const isNamed = named.has(path);
    try {
      const kind = await recogniseFile(path, { columns: Object.values(search.columns ?? {}) });
      const tableKind = tableKindOf(kind, isNamed);
      const reason = tableKind && !isNamed ? await whyNoTable(path, tableKind, search) : undefined;
      if (tableKind && reason === undefined) tables.push({ ...file, kind: tableKind });
      else others.push({ ...file, kind, isNamed, reason: reason ?? reasonFor(kind) });
    } catch (error) {
      if (!EipError.isInstance(error)) throw error;
      failures.push({ path, error });
    }
  }
  summary.filesFound = found.length;
  if (tables.length === 0) throw nothingToRead(paths, { others, failures });
  for (const { path, error } of failures) report.skipped(error, { path });
  const vectorFolders = foldersOf(tables);
  for (const other of others) {
    const { path, kind, isNamed, reason } = other;
    if (kind === "item-list" && vectorFolders.has(dirname(path))) continue;
    if (isNamed || kind === "lfs-pointer") report.skipped(noTable(other), { path });
    else summary.ignored.push({ path, reason });
  }
  return tables;
}

function foldersOf(tables: readonly TableFile[]): Set<string> {
  const vectors = tables.filter(({ kind }) => kind === "score-vectors");
  return new Set(vectors.map(({ path }) => dirname(path)));
}

function tableKindOf(kind: FileKind, isNamed: boolean): TableKind | undefined {
  switch (kind) {
    case "table-csv":
    case "table-jsonl":
    case "table-parquet":
    case "every-eval-ever":
    case "score-vectors":
    case "py-irt":
      return kind;
    case "parquet":
      return isNamed ? "table-parquet" : undefined; // so that the error names its columns
    default:
      return undefined;
  }
}

const PEEK = 20;

/** Why a file in a folder is no table of outcomes although it is a table; `undefined` if it is. */
async function whyNoTable(
  path: string,
  kind: TableKind,
  search: TableSearch,
): Promise<string | undefined> {
  if (kind !== "table-csv" && kind !== "table-parquet" && kind !== "table-jsonl") return undefined;
  const table = await openRows(path, kind, { onDamaged: () => {}, chunkSize: 2 ** 16 });
  try {
    const layout = layoutOrError(table.header, search);
    if (EipError.isInstance(layout)) {
      if (layout.code === "no-item-logs" || layout.code === "no-outcomes") return layout.found;
      if (layout.code !== "which-way") return undefined;
    } else if (layout.shape === "long") return undefined;
    const cells = EipError.isInstance(layout)
      ? [...table.header.keys()].slice(1)
      : [...layout.cells.keys()];
    return (await looksGraded(table, cells, search)) ? undefined : "a table without scores";
  } finally {
    await table.close();
  }
}

function layoutOrError(header: readonly string[], options: TableOptions): TableLayout | EipError {
  try {
    return layoutFromHeader(header, "", options);
  } catch (error) {
    if (EipError.isInstance(error)) return error;
    throw error;
  }
}

/** Whether at least four in five of the first cells that are not empty could be scores. */
async function looksGraded(
  table: TableRows,
  cells: readonly number[],
  { scales = {} }: TableSearch,
): Promise<boolean> {
  for await (const rows of table.rows) {
    const values = rows.slice(0, PEEK).flatMap((row) => cells.map((index) => row.values[index]));
    const filled = values.filter((value) => scoreFromGrade(value) !== null);
    if (filled.length === 0) continue;
    const graded = filled.filter((value) => couldBeScore(value, Object.values(scales)));
    return graded.length * 5 >= filled.length * 4;
  }
  return false;
}

function couldBeScore(value: unknown, scales: readonly ScoreScale[]): boolean {
  return ["unit" as const, ANY_NUMBER, ...scales].some(
    (scale) => typeof scoreFromGrade(value, scale) === "number",
  );
}

function reasonFor(kind: FileKind): string {
  const program = programFor(kind);
  return program === undefined ? kindTitle(kind) : `${kindTitle(kind)}; ${program} reads them`;
}

const FORMATS = "a table in CSV, JSON lines or Parquet with model, item and score";

function noTable({ path, kind, size }: OtherFile): EipError {
  const where = shownPath(path);
  if (kind === "lfs-pointer") {
    const found = `a Git LFS pointer of ${size} bytes, not the file itself`;
    return new EipError("lfs-pointer", { where, found, try: "git lfs pull" });
  }
  if (programFor(kind) !== undefined) return otherHarness([path], kind);
  const code = CODES.get(kind) ?? "unsupported";
  return new EipError(code, { where, found: kindTitle(kind), expected: FORMATS });
}

const CODES: ReadonlyMap<FileKind, ErrorCode> = new Map([
  ["empty", "empty"],
  ["binary", "not-text"],
]);

function nothingToRead(
  paths: readonly string[],
  { others, failures }: { others: readonly OtherFile[]; failures: readonly { error: EipError }[] },
): EipError {
  const [only] = others;
  if (!only && failures[0]) return failures[0].error;
  if (only && others.length === 1) return noTable(only);
  const kinds = byCount(others.map(({ kind }) => kind));
  const foreign = kinds.find(([kind]) => programFor(kind) !== undefined && !isTableKind(kind));
  if (foreign) return otherHarness(paths, foreign[0]);
  const reasons = byCount(others.map(({ reason }) => reason)).slice(0, 3);
  const shown = reasons.map(([reason, count]) => `${count} times ${reason}`).join("; ");
  return new EipError("no-outcomes", {
    where: paths.map(shownPath).join(", "),
    found: others.length === 0 ? "no files" : `no table of scores (${shown})`,
    expected: FORMATS,
  });
}

/** Distinct values with how often they occur, the most frequent first. */
function byCount<Value>(values: readonly Value[]): [Value, number][] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

function isTableKind(kind: FileKind): boolean {
  return tableKindOf(kind, true) !== undefined;
}

function otherHarness(paths: readonly string[], kind: FileKind): EipError {
  return new EipError("other-harness", {
    where: paths.map(shownPath).join(", "),
    found: `these are ${kindTitle(kind)}, not tables of scores`,
    try: `${programFor(kind) ?? "npx @eip-eval/core"} rank ${paths.map(quoted).join(" ")}`,
  });
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
