/** How a result leaves the program: format, place and length. */

import { extname } from "node:path";
import { EipError } from "../errors.ts";
import { writeFileAtomic } from "../io/atomic.ts";
import type { OutputFlags } from "./options.ts";
import type { CommandContext } from "./program.ts";
import { write, type OutputStream } from "./streams.ts";

export type Format = "terminal" | "markdown" | "csv" | "json";

/** Writes lines for people to a stream, wrapped where it is a terminal. */
export async function tell(stream: OutputStream, text: string): Promise<void> {
  const { isTTY, columns } = stream;
  if (text === "") return;
  if (!isTTY || columns === undefined) return write(stream, text);
  const { wrapLines } = await import("../report/wrap.ts");
  return write(stream, wrapLines(text, columns));
}

/**
 * The format that flags ask for, or that the ending of the output file says; a table on a terminal
 * and Markdown anywhere else.
 */
export function formatOf(
  flags: Omit<OutputFlags, "output"> & { readonly output?: string | undefined },
  context: CommandContext,
): Format {
  if (flags.json) return "json";
  if (flags.csv) return "csv";
  if (flags.markdown) return "markdown";
  if (flags.output === undefined) return context.stdout.isTTY ? "terminal" : "markdown";
  const format = { ".json": "json", ".csv": "csv", ".md": "markdown" }[extname(flags.output)];
  if (format) return format as Format;
  throw new EipError("usage", {
    where: `-o ${flags.output}`,
    found: "an ending that says no format",
    expected: ".md, .csv or .json",
    try: "--markdown, --csv or --json beside it",
  });
}

/** Columns of the terminal. */
export function widthOf({ stdout }: CommandContext): number {
  const fromEnvironment = Number(process.env["COLUMNS"]);
  return stdout.columns ?? (fromEnvironment > 0 ? fromEnvironment : 80);
}

/** To the file that was named, whole or not at all, else to standard output. */
export async function deliver(
  text: string,
  flags: OutputFlags,
  context: CommandContext,
): Promise<void> {
  if (flags.output === undefined) return write(context.stdout, text);
  await writeFileAtomic(flags.output, text);
  await write(context.stderr, `Wrote ${flags.output}.\n`);
}

/** JSON with one key a line, ended by a line end. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
