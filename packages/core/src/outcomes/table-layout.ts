import { EipError } from "../errors.ts";
import { columnsFromHeader, type ColumnMap, type ColumnOptions } from "./columns.ts";

/** How the rows of a table are to be read. */
export type TableLayout = LongLayout | WideLayout;

interface SharedLayout {
  readonly columns: ColumnMap;
  /** Columns carried into the metadata of each outcome: name to index. */
  readonly covariates: ReadonlyMap<string, number>;
  /** The name of the column, or of the thing, that holds the scores. */
  readonly metric: string;
}

/** One row is one graded attempt. */
export interface LongLayout extends SharedLayout {
  readonly shape: "long";
}

/** One row is all items of a model, or all models of an item. */
export interface WideLayout extends SharedLayout {
  readonly shape: "wide";
  readonly rows: "model" | "item";
  /** The column that names the row. */
  readonly label: number;
  /** The columns with scores: index to the model or item it belongs to. */
  readonly cells: ReadonlyMap<number, string>;
}

export interface TableOptions extends ColumnOptions {
  /** What the rows of a wide table are, where its header does not say. */
  readonly rows?: "model" | "item" | undefined;
  /** Columns to carry into `metadata` besides `cov_*`, `itemcov_*` and `test_condition`. */
  readonly carry?: readonly string[] | undefined;
}

/**
 * Decides by its header how a table is to be read. A table with a column for the item and one for
 * the score is long; any other is wide, and what its rows are is said by the header of the first
 * column that names models or items.
 *
 * @throws EipError `two-columns`; `which-way` when nothing says what the rows are; `no-item-logs`
 * for scores without items.
 * @example
 * ```ts
 * layoutFromHeader(["model", "q1", "q2"], "wide.csv").shape; // "wide"
 * layoutFromHeader(["item", "score", "model"], "long.csv").shape; // "long"
 * ```
 */
export function layoutFromHeader(
  header: readonly string[],
  where: string,
  options: TableOptions = {},
): TableLayout {
  const columns = columnsFromHeader(header, where, options);
  const covariates = covariatesFromHeader(header, columns, options.carry ?? []);
  const score = columns.get("score");
  if (score !== undefined && columns.has("item")) {
    return { shape: "long", columns, covariates, metric: header[score]! };
  }
  if (score !== undefined) throw withoutItems(header[score]!, where);
  return wideLayout(header, where, { columns, covariates, rows: options.rows });
}

/**
 * A short account of what was taken for what.
 *
 * @example
 * ```ts
 * const header = ["subject_id", "item", "resp"];
 * mappingText(layoutFromHeader(header, "long.csv"), header); // "model = subject_id, item = item, score = resp"
 * ```
 */
export function mappingText(layout: TableLayout, header: readonly string[]): string {
  const parts = [...layout.columns].map(([role, index]) => `${role} = ${header[index]!}`);
  if (layout.shape === "long") return parts.join(", ");
  const column = layout.rows === "model" ? "item" : "model";
  const label = header[layout.label] || "the first column";
  return `${layout.rows} = ${label}, and each of ${layout.cells.size} columns is one ${column}`;
}

function covariatesFromHeader(
  header: readonly string[],
  columns: ColumnMap,
  carry: readonly string[],
): Map<string, number> {
  const taken = new Set(columns.values());
  const isCovariate = (name: string): boolean =>
    carry.includes(name) || /^(?:item)?cov_|^test_condition$/i.test(name);
  return new Map(
    [...header.entries()]
      .filter(([index, name]) => isCovariate(name) && (carry.includes(name) || !taken.has(index)))
      .map(([index, name]) => [name, index]),
  );
}

function wideLayout(
  header: readonly string[],
  where: string,
  {
    columns,
    covariates,
    rows,
  }: {
    columns: ColumnMap;
    covariates: ReadonlyMap<string, number>;
    rows: TableOptions["rows"];
  },
): WideLayout {
  const labels = (["model", "item"] as const).filter((role) => columns.has(role));
  if (labels.length === 2) throw withoutScores(header, where);
  const kind = labels[0] ?? rows;
  if (!kind) throw whichWay(header, where);
  const label = columns.get(kind) ?? 0;
  const named = [columns.get("benchmark"), columns.get("trial")];
  const others = new Set([label, ...named, ...covariates.values()]);
  const cells = new Map([...header.entries()].filter(([index]) => !others.has(index)));
  for (const [index, name] of cells) {
    if (name.trim() !== "") continue;
    if (index < label) cells.delete(index);
    else throw unnamedColumn(index, where);
  }
  if (cells.size === 0) throw withoutScores(header, where);
  return { shape: "wide", rows: kind, label, cells, columns, covariates, metric: "score" };
}

function withoutItems(score: string, where: string): EipError {
  return new EipError("no-item-logs", {
    where,
    found: `no column names the item of each "${score}"; totals cannot be taken apart`,
    try: "--columns item=NAME",
  });
}

function withoutScores(header: readonly string[], where: string): EipError {
  return new EipError("no-outcomes", {
    where,
    found: `no column holds the score (columns: ${shortList(header)})`,
    try: "--columns score=NAME",
  });
}

function whichWay(header: readonly string[], where: string): EipError {
  return new EipError("which-way", {
    where,
    found: `first header "${header[0] ?? ""}" is neither models nor items`,
    try: "--rows model",
  });
}

function unnamedColumn(index: number, where: string): EipError {
  return new EipError("damaged", {
    where,
    found: `column ${index + 1} has no name`,
    expected: "a model or an item above every column",
    try: "name the column or remove it",
  });
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 6).join(", ");
  return names.length > 6 ? `${shown}, …` : shown;
}
