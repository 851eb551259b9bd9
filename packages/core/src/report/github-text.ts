/** Names from logs inside Markdown that GitHub shows. */

import { cutInMiddle } from "./cut-in-middle.ts";
import { plainText } from "./plain-text.ts";

/** Columns of the longest name that is shown whole. */
const LONGEST = 120;

/**
 * A name as code, the one place where GitHub looks for no mention, link, issue number or HTML. Longer
 * fences hold backticks, control characters become visible, and a bar is kept from ending a cell.
 *
 * @example
 * ```ts
 * codeSpan("@team `x`"); // "`` @team `x` ``"
 * ```
 */
export function codeSpan(name: string, longest: number = LONGEST): string {
  const text = cutInMiddle(plainText(name), longest);
  if (text.trim() === "") return "(no name)";
  const runs = Array.from(text.matchAll(/`+/g), ([run]) => run.length);
  const fence = "`".repeat(Math.max(0, ...runs) + 1);
  const gap = /^[` ]|[` ]$/.test(text) ? " " : "";
  return `${fence}${gap}${text}${gap}${fence}`;
}

/**
 * The same inside a table, where a bar would end the cell. A backslash in front of a bar has no
 * spelling of its own there, so the two become a slash and a bar that looks alike.
 */
export function codeInCell(name: string): string {
  return codeSpan(name.replaceAll("\\|", "\\\u2223"), 80).replaceAll("|", "\\|");
}
