/** Tables for a terminal of a given width. */

import stringWidth from "string-width";
import { cutInMiddle } from "./cut-in-middle.ts";
import { plainText } from "./plain-text.ts";
import type { TextColumn, TextTable } from "./table.ts";

const gap = "  ";
/** Names are not cut below this width. */
const shortestName = 16;

/**
 * Draws a table in at most `width` columns. Where it does not fit, columns marked `dropFirst` go,
 * and then names are cut in the middle, never at the end, where checkpoints differ.
 */
export function terminalTable(table: TextTable, width: number): string {
  const fitting = fitted(cleaned(table), width);
  const widths = columnWidths(fitting);
  return [fitting.columns.map(({ header }) => header), ...fitting.rows]
    .map((cells) =>
      cells
        .map((cell, index) => padded(cell, widths[index]!, fitting.columns[index]!.align))
        .join(gap)
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

function cleaned({ columns, rows }: TextTable): TextTable {
  return {
    columns: columns.map((column) => ({ ...column, header: plainText(column.header) })),
    rows: rows.map((row) => row.map(plainText)),
  };
}

function fitted(table: TextTable, width: number): TextTable {
  const tooWide = totalWidth(columnWidths(table)) - width;
  if (tooWide <= 0) return table;
  const droppable = Math.max(...table.columns.map(({ dropFirst = 0 }) => dropFirst));
  if (droppable > 0) {
    const last = table.columns.findLastIndex(({ dropFirst }) => dropFirst === droppable);
    return fitted(withoutColumn(table, last), width);
  }
  return shrunken(table, tooWide);
}

function withoutColumn({ columns, rows }: TextTable, index: number): TextTable {
  return { columns: columns.toSpliced(index, 1), rows: rows.map((row) => row.toSpliced(index, 1)) };
}

function shrunken(table: TextTable, by: number): TextTable {
  const index = table.columns.findIndex(({ mayShrink }) => mayShrink);
  if (index < 0) return table;
  const width = Math.max(shortestName, columnWidths(table)[index]! - by);
  return {
    columns: table.columns,
    rows: table.rows.map((row) => row.with(index, cutInMiddle(row[index]!, width))),
  };
}

function columnWidths({ columns, rows }: TextTable): readonly number[] {
  return columns.map(({ header }, index) =>
    rows.reduce((widest, row) => Math.max(widest, stringWidth(row[index]!)), stringWidth(header)),
  );
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);
}

function padded(text: string, width: number, align: TextColumn["align"]): string {
  const spaces = " ".repeat(Math.max(0, width - stringWidth(text)));
  return align === "left" ? text + spaces : spaces + text;
}
