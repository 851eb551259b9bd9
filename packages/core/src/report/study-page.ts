/** What a study prints: tables with sentences around them. */

import { markdownTable, markdownText } from "./markdown.ts";
import { plainText } from "./plain-text.ts";
import type { TextTable } from "./table.ts";
import { terminalTable } from "./terminal.ts";
import { wrapLines } from "./wrap.ts";

/** A part of a page. */
export interface StudySection {
  readonly heading?: string | undefined;
  /** Sentences before the table, a paragraph each. */
  readonly before?: readonly string[] | undefined;
  readonly table?: TextTable | undefined;
  /** Lines drawn with letters, below the table, for a width in columns. */
  readonly picture?: ((width: number) => string) | undefined;
  /** Sentences after it. */
  readonly after?: readonly string[] | undefined;
}

/** How a page is drawn. */
export interface StudyPageOptions {
  readonly format: "terminal" | "markdown";
  /** Columns of the terminal. */
  readonly width: number;
  /** The tables alone. */
  readonly quiet?: boolean | undefined;
}

/**
 * The sections as they are printed, an empty line between them.
 *
 * @example
 * ```ts
 * studyPage([{ heading: "A", before: ["One."] }], { format: "markdown", width: 80 }); // "### A\n\nOne.\n"
 * ```
 */
export function studyPage(sections: readonly StudySection[], options: StudyPageOptions): string {
  const { format, quiet = false } = options;
  const shown = quiet
    ? sections.flatMap(({ heading, table, picture }) =>
        table ? [{ heading, table, picture }] : [],
      )
    : sections;
  return shown
    .map((section) =>
      format === "terminal" ? forTerminal(section, options) : asMarkdown(section, options),
    )
    .join("\n");
}

function forTerminal(
  { heading, before = [], table, picture, after = [] }: StudySection,
  { width }: StudyPageOptions,
): string {
  const drawn = picture ? `\n${picture(width)}` : "";
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `${wrapLines(plainText(text), width)}\n`).join("");
  return `${heading === undefined ? "" : `${plainText(heading)}\n`}${paragraphs(before)}${table ? terminalTable(table, width) : ""}${drawn}${paragraphs(after)}`;
}

function asMarkdown(
  { heading, before = [], table, picture, after = [] }: StudySection,
  { width }: StudyPageOptions,
): string {
  return [
    ...(heading === undefined ? [] : [`### ${markdownText(heading)}\n`]),
    ...before.map((text) => `${markdownText(text)}\n`),
    ...(table ? [markdownTable(table)] : []),
    ...(picture ? [`\`\`\`\n${picture(width)}\`\`\`\n`] : []),
    ...after.map((text) => `${markdownText(text)}\n`),
  ].join("\n");
}
