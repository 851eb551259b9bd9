/** Sentences and prompts on the screen: what a log or a model says can neither end a block nor move a cursor. */

import { markdownText } from "../report/markdown.ts";
import { plainText } from "../report/plain-text.ts";
import { wrapLines } from "../report/wrap.ts";
import { widthOf, type Format } from "./output.ts";
import type { CommandContext } from "./program.ts";

/** Draws a sentence as a paragraph. */
export function paragraphs(format: Format, context: CommandContext): (text: string) => string {
  return (text) =>
    format === "markdown"
      ? `${markdownText(text)}\n`
      : `${wrapLines(plainText(text), widthOf(context))}\n`;
}

/** A prompt in full under its title, line by line. */
export function promptLines(title: string, prompt: string, format: Format): string {
  const lines = prompt.split("\n").map((line) => `    ${plainText(line)}`.trimEnd().concat("\n"));
  return `\n${title}${format === "markdown" ? ":\n" : ""}\n${lines.join("")}`;
}
