import { EipError } from "../errors.ts";
import { cellsFromRow, detailsFromRow, hasDetails } from "../outcomes/table.ts";
import {
  layoutFromHeader,
  mappingText,
  type TableLayout,
  type TableOptions,
} from "../outcomes/table-layout.ts";
import { shownPath } from "./open.ts";
import type { PlacedCell, PlacedCells } from "./placed-cell.ts";
import { responseCells } from "./py-irt.ts";
import { scoreVectorCells } from "./score-vectors.ts";
import type { TableFile } from "./table-files.ts";
import {
  EVERY_EVAL_EVER_COLUMNS,
  EVERY_EVAL_EVER_HEADER,
  openRows,
  type TableRow,
  type TableRowOptions,
  type TableRows,
} from "./table-rows.ts";

/** The cells of one file, to be read once. */
export interface CellSource {
  readonly cells: PlacedCells;
  /** What the scores are called in the file. */
  readonly metric: string;
  /** What to do when a cell is no score. */
  readonly hint?: string | undefined;
  /** Columns by name, empty for files without a header. */
  readonly header: readonly string[];
  /** Which column was taken for what; absent where the format says it. */
  readonly mapping?: string | undefined;
  close(): Promise<unknown>;
}

export interface CellOptions extends TableRowOptions {
  readonly table: TableOptions;
  /** Label for the model of a table that names none. */
  readonly name?: string | undefined;
  /** Whether question, reference and answer are wanted. */
  readonly text: boolean | "whole";
}

/**
 * Opens one file for its cells.
 *
 * @throws EipError `name-the-model` for a table without a model column when no name was given, and
 * what `layoutFromHeader` throws.
 */
export async function openCells(file: TableFile, options: CellOptions): Promise<CellSource> {
  switch (file.kind) {
    case "score-vectors":
      return unmapped("scores", scoreVectorCells(file.path, options));
    case "py-irt":
      return unmapped("responses", responseCells(file.path, options));
    default:
      return rowSource(file.path, await openRows(file.path, file.kind, options), {
        ...options,
        table: file.kind === "every-eval-ever" ? withInstanceColumns(options.table) : options.table,
        isFixed: file.kind === "every-eval-ever",
      });
  }
}

const HINT_WIDE =
  "if each row is one answer, name its columns: --columns item=NAME --columns score=NAME";

function unmapped(metric: string, cells: PlacedCells): CellSource {
  return { cells, metric, header: [], close: async () => {} };
}

function withInstanceColumns(table: TableOptions): TableOptions {
  const given = Object.entries(table.columns ?? {}).filter(([, name]) =>
    EVERY_EVAL_EVER_HEADER.includes(name),
  );
  return { ...table, columns: { ...EVERY_EVAL_EVER_COLUMNS, ...Object.fromEntries(given) } };
}

async function rowSource(
  path: string,
  table: TableRows,
  options: CellOptions & { isFixed: boolean },
): Promise<CellSource> {
  try {
    const layout = layoutFromHeader(table.header, shownPath(path), options.table);
    if (layout.shape === "long" && !layout.columns.has("model") && options.name === undefined) {
      throw namelessModel(path);
    }
    return {
      cells: rowCells(path, { layout, table, options }),
      metric: layout.metric,
      hint: layout.shape === "wide" ? HINT_WIDE : undefined,
      header: table.header,
      mapping: options.isFixed ? undefined : mappingText(layout, table.header),
      close: () => table.close(),
    };
  } catch (error) {
    await table.close();
    throw error;
  }
}

async function* rowCells(
  path: string,
  { layout, table, options }: { layout: TableLayout; table: TableRows; options: CellOptions },
): PlacedCells {
  const isNameless = layout.shape === "long" && !layout.columns.has("model");
  const name = isNameless ? options.name : undefined;
  const text = options.text;
  for await (const rows of table.rows) {
    yield placedCells(rows, { layout, name, text, where: shownPath(path) });
  }
}

function* placedCells(
  rows: readonly TableRow[],
  {
    layout,
    name,
    text,
    where,
  }: { layout: TableLayout; name: string | undefined; text: CellOptions["text"]; where: string },
): Generator<PlacedCell> {
  const isDetailed = hasDetails(layout);
  for (const { values, line } of rows) {
    const details = isDetailed
      ? detailsFromRow(layout, values, { text, where: `${where}:${line}` })
      : undefined;
    for (const cell of cellsFromRow(layout, values)) {
      yield { cell: name === undefined ? cell : { ...cell, model: name }, line, details };
    }
  }
}

function namelessModel(path: string): EipError {
  return new EipError("name-the-model", {
    where: shownPath(path),
    found: "no column names the model",
    expected: "a column called model",
    try: "--name MODEL for one model a file, or --columns model=NAME",
  });
}
