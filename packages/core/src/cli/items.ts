/** `items`: what is hard, and what tells no models apart. */

import { count } from "../analysis/wording.ts";
import { csv } from "../report/csv.ts";
import { itemCsvColumns, itemReport, itemTable } from "../report/item-report.ts";
import { markdownTable } from "../report/markdown.ts";
import { terminalTable } from "../report/terminal.ts";
import { commandLine } from "./command-line.ts";
import type { FitFlags, OutputFlags, ReadFlags } from "./options.ts";
import { deliver, formatOf, json, widthOf } from "./output.ts";
import { fitPool, readPool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";

/** Rows on a screen; files and pipes are never cut. */
const screenful = 25;

export async function run(
  context: CommandContext,
  [paths]: readonly unknown[],
  flags: ReadFlags & FitFlags & OutputFlags,
): Promise<number> {
  const format = formatOf(flags, context);
  const pool = await readPool(context, paths as string[], flags);
  const report = itemReport(fitPool(pool, flags));
  const { models, items, itemsKept } = report.data;
  if (!flags.quiet) {
    const solved = report.items.filter(({ flags: why }) => why.includes("all-solved")).length;
    const failed = report.items.filter(({ flags: why }) => why.includes("all-failed")).length;
    await write(
      context.stderr,
      `${count(items, "item")}, ${count(models, "model")}: ${itemsKept.toLocaleString("en-US")} tell models apart, ${solved} were solved by all, ${failed} by none. Difficulty from Empirical Interaction Propagation (EIP); 1.00x is the average of the items that tell models apart.\n`,
    );
  }
  const onScreen = format === "terminal" && flags.output === undefined && !flags.all;
  const top = flags.top ?? (onScreen ? screenful : undefined);
  const table = itemTable(report, { top, wide: flags.wide });
  const text =
    format === "json"
      ? json({ ...report, items: report.items.slice(0, flags.top) })
      : format === "csv"
        ? csv(itemCsvColumns, report.items.slice(0, flags.top))
        : format === "markdown"
          ? markdownTable(table)
          : terminalTable(table, widthOf(context));
  await deliver(text, flags, context);
  const hidden = report.items.length - table.rows.length;
  if (onScreen && hidden > 0 && !flags.quiet && flags.top === undefined) {
    await write(
      context.stderr,
      `${count(hidden, "more item")}: ${commandLine(context, "items", paths as string[])} --all\n`,
    );
  }
  return strictExit(flags.strict ?? false, pool, pool.notices);
}
