/** `--report FILE.html` of `run` and `watch`: the page is written anew whenever there is a new ranking. */

import { EipError } from "../errors.ts";
import { coloursFor } from "./colours.ts";
import { errorText } from "./error-text.ts";
import type { CommandContext } from "./program.ts";
import type { RankFlags } from "./rank.ts";
import { write } from "./streams.ts";

/** What `run` and `watch` know besides the flags of a ranking. */
export interface LiveFlags extends RankFlags {
  /** The page to write. */
  readonly report?: string;
}

/**
 * Finds a slip in the name before hours are spent.
 *
 * @throws EipError `usage` for a name that is not that of a page.
 */
export function checkReport({ report }: LiveFlags): void {
  if (report === undefined || /\.html?$/i.test(report)) return;
  throw new EipError("usage", {
    where: `--report ${report}`,
    found: "an ending that is not that of a page",
    expected: ".html",
    try: `--report ${report}.html`,
  });
}

/** Writes the page, if one was asked for. One that cannot be written is told of, and ends nothing. */
export async function writeReport(
  context: CommandContext,
  paths: readonly string[],
  flags: LiveFlags,
): Promise<void> {
  const { report, output: _, ...others } = flags;
  if (report === undefined) return;
  const { run } = await import("./report.ts");
  try {
    await run(context, [paths], { ...others, output: report, quiet: true });
  } catch (error) {
    const { program, stderr } = context;
    if (!EipError.isInstance(error)) throw error;
    await write(stderr, errorText(error, program, await coloursFor(stderr)));
  }
}
