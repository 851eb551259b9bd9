/** Comma-separated values (RFC 4180) that a spreadsheet will not execute. */

export type CsvValue = string | number | null | undefined;

/** One column: its name in the file and its value for a row. */
export interface CsvColumn<Row> {
  readonly name: string;
  readonly value: (row: Row) => CsvValue;
}

/**
 * A header and one line per row, `\n` between them. Numbers have all their digits; nothing is an
 * empty field. A text that a spreadsheet would take for a formula gets an apostrophe in front.
 *
 * @example
 * ```ts
 * csv([{ name: "model", value: (m: string) => m }], ["=cmd()"]); // "model\n'=cmd()\n"
 * ```
 */
export function csv<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string {
  let text = `${columns.map(({ name }) => field(name)).join(",")}\n`;
  for (const row of rows) text += csvLine(columns, row);
  return text;
}

/** One line of {@link csv}, with its line end. */
export function csvLine<Row>(columns: readonly CsvColumn<Row>[], row: Row): string {
  return `${columns.map(({ value }) => field(value(row))).join(",")}\n`;
}

function field(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
