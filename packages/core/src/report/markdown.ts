/** Markdown as it is pasted into pull requests and documents. */

import { plainText } from "./plain-text.ts";
import type { TextTable } from "./table.ts";

/** A Markdown table; names and texts in it stay plain text. */
export function markdownTable({ columns, rows }: TextTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return (
    line(columns.map(({ header }) => markdownText(header))) +
    line(columns.map(({ align }) => (align === "right" ? "--:" : "---"))) +
    rows.map((row) => line(row.map(markdownText))).join("")
  );
}

/**
 * A text in which nothing is markup, a mention or a link, and control characters are visible. An underscore
 * inside a word is no markup, and stays; line ends and tabs become spaces.
 *
 * @example
 * ```ts
 * markdownText("a|b <script>"); // "a\\|b &lt;script>"
 * ```
 */
export function markdownText(text: string): string {
  return (
    plainText(text.replaceAll(/[\t\r\n]+/g, " "))
      .replaceAll(/[\\`*|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (mark) => `\\${mark}`)
      .replaceAll("](", "]\\(")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      // A comment parts what a site would turn into a mention or a link.
      .replaceAll(/(?<!\w)@(?=\w)|:(?=\/\/)|\bwww(?=\.)/g, (start) => `${start}<!-- -->`)
  );
}
