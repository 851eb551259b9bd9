import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder of the whole project. */
export const root = resolve(import.meta.dirname, "../../../..");

/** A fenced block of a page, or a comment that begins with the name of a language. */
export interface Block {
  /** `sh`, `ts`, `yaml` …; empty for what a command prints. */
  readonly language: string;
  readonly code: string;
  /** Where the code begins in the page, from 0. */
  readonly start: number;
  /** Number of the fence's line, from 1. */
  readonly line: number;
}

const fenced = /^(?:```(\w*)|<!-- (\w+))\n([^]*?)^(?:```|-->)$/gm;

/** The blocks of a Markdown text, in their order. Commands in a comment prepare what is shown. */
export function blocksIn(text: string): readonly Block[] {
  return [...text.matchAll(fenced)].map((match) => {
    const [whole, language, hidden, code] = match;
    return {
      language: language ?? hidden!,
      code: code!,
      start: match.index + whole.indexOf("\n") + 1,
      line: text.slice(0, match.index).split("\n").length,
    };
  });
}

/** A page by its path within the project. */
export function pageText(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** What the comments at the start of a line say that the code prints. */
export function printedBy(code: string): string {
  return [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => `${line}\n`).join("");
}
