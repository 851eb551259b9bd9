/** A table of texts, before anyone decides how it is drawn. */

export interface Column<Row> {
  readonly header: string;
  readonly align: "left" | "right";
  /** The text of a cell. */
  readonly cell: (row: Row) => string;
  /** Columns with a higher number go first when the terminal is too narrow; 0, the default, never. */
  readonly dropFirst?: number | undefined;
  /** A name that may be cut in the middle when nothing else can give way. */
  readonly mayShrink?: boolean | undefined;
}

export interface TextTable {
  readonly columns: readonly TextColumn[];
  /** One array of cells per row, as long as `columns`. */
  readonly rows: readonly (readonly string[])[];
}

export type TextColumn = Omit<Column<never>, "cell">;

/** Fills a table: one row of texts for each row of data. */
export function textTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): TextTable {
  return { columns, rows: rows.map((row) => columns.map(({ cell }) => cell(row))) };
}
