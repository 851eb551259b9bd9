/** `items`: what is hard, and what tells no models apart. */

import { count } from "../analysis/wording.ts";
import { csv } from "../report/csv.ts";
import { itemCsvColumns, itemReport, itemTable, type ItemFlag } from "../report/item-report.ts";
import { markdownTable } from "../report/markdown.ts";
import { terminalTable } from "../report/terminal.ts";
import { commandLine } from "./command-line.ts";
import type { FitFlags, OutputFlags, ReadFlags } from "./options.ts";
import { deliver, formatOf, json, widthOf } from "./output.ts";
import { fitPool, readPool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
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
    const dropped = (why: ItemFlag) =>
      report.items.filter(({ flags: reasons }) => reasons.includes(why)).length;
    await write(
      context.stderr,
      `${readingSummary(pool, commandLine(context, "check", paths as string[]))}${itemsKept.toLocaleString("en-US")} of ${count(items, "item")} tell the ${count(models, "model")} apart; solved by all: ${dropped("all-solved")}, by none: ${dropped("all-failed")}. Difficulty is from Empirical Interaction Propagation (EIP); 1.00x is the average of the items that tell models apart.\n`,
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
