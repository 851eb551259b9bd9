/** `select`: the fewest items that keep the order. */

import { textOf } from "../outcomes/json-value.ts";
import { count } from "../outcomes/wording.ts";
import { csv } from "../report/csv.ts";
import { markdownTable, markdownText } from "../report/markdown.ts";
import { plainText } from "../report/plain-text.ts";
import { selectText, type SelectTarget } from "../report/select-formats.ts";
import { selectReport, type SelectReport } from "../report/select-report.ts";
import {
  selectCsvColumns,
  selectionTable,
  selectLead,
  selectSentences,
  sizeCsvColumns,
  sizeTable,
} from "../report/select-view.ts";
import type { TextTable } from "../report/table.ts";
import { terminalTable } from "../report/terminal.ts";
import { wrapLines } from "../report/wrap.ts";
import { EipError } from "../errors.ts";
import { commandLine } from "./command-line.ts";
import type { FitFlags, OutputFlags, ReadFlags } from "./options.ts";
import { deliver, formatOf, json, tell, widthOf, type Format } from "./output.ts";
import { itemTexts, type ItemTexts } from "./item-texts.ts";
import { fitPool, readPool, seedOf, type Pool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
import { strictExit } from "./strict.ts";

interface SelectFlags extends ReadFlags, FitFlags, OutputFlags {
  readonly items?: number;
  readonly tau?: number;
  readonly for?: SelectTarget;
}

/** Items on a screen; files and pipes are never cut. */
const screenful = 25;

export async function run(
  context: CommandContext,
  [words]: readonly unknown[],
  flags: SelectFlags,
): Promise<number> {
  const paths = words as string[];
  if (flags.for !== undefined) refuseFormats(flags, flags.for);
  const format = flags.for === undefined ? formatOf(flags, context) : undefined;
  // The harness takes its own numbers of documents, whatever the items are called.
  const docIds = itemTexts(({ metadata }) => textOf(metadata?.["doc_id"]));
  const needs = flags.for === "lm-eval" ? { carry: ["doc_id"], watch: docIds.watch } : {};
  const pool = await readPool(context, paths, flags, needs);
  if (!flags.quiet) {
    await tell(context.stderr, readingSummary(pool, commandLine(context, "check", paths)));
  }
  const report = reportOf(pool, flags);
  if (format === undefined) await deliverFor(report, { pool, docIds, context, flags });
  else await deliver(render(report, format, { flags, context }), flags, context);
  if (!flags.quiet && report.selection === null) {
    const again = commandLine(context, "select", paths);
    await tell(context.stderr, `Next: ${plainText(again)} --items N   |   --tau 0.9\n`);
  }
  return strictExit(flags.strict ?? false, pool, pool.notices);
}

function refuseFormats(flags: SelectFlags, target: SelectTarget): void {
  const other = (["json", "csv", "markdown"] as const).find((name) => flags[name]);
  if (other === undefined && (flags.items !== undefined || flags.tau !== undefined)) return;
  throw new EipError("usage", {
    where: `--for ${target}`,
    found: other === undefined ? "no number of items" : `--${other} beside it`,
    expected: other === undefined ? "--items N or --tau T beside it" : "one of the two",
  });
}

function reportOf(pool: Pool, flags: SelectFlags): SelectReport {
  const fitted = fitPool(pool, flags);
  const kept = fitted.fit.keptItems.length;
  if (kept === 0) {
    throw new EipError("no-outcomes", {
      found: `no item tells the ${count(pool.matrix.models.length, "model")} apart`,
      expected: "items that some models solve and some fail",
      try: "add models",
    });
  }
  const { items, tau } = flags;
  return selectReport(fitted, { items, tau, seed: seedOf(pool.reading, flags) });
}

/** The chosen items in another program's syntax, and what to know about them. */
async function deliverFor(
  report: SelectReport,
  {
    pool: { matrix },
    docIds,
    context,
    flags,
  }: {
    readonly pool: Pool;
    readonly docIds: ItemTexts;
    readonly context: CommandContext;
    readonly flags: SelectFlags;
  },
): Promise<void> {
  const sentences = selectSentences(report, flags.tau);
  if (report.selection === null) {
    throw new EipError("unsupported", {
      where: `--tau ${flags.tau}`,
      found: report.sizes.length === 0 ? "fewer than five models" : "no size tried keeps the order",
      expected: "a pool in which one can be found",
      try: "--items N",
    });
  }
  const { text, notes } = selectText(flags.for!, {
    items: report.selection.items,
    matrix,
    docIdOf: (item) => docIds.of(item),
  });
  await deliver(text, flags, context);
  if (flags.quiet) return;
  const lines = [selectLead(report), qualityText(report), ...notes, ...sentences.slice(1)];
  await tell(
    context.stderr,
    lines.flatMap((line) => (line === "" ? [] : [`${plainText(line)}\n`])).join(""),
  );
}

function qualityText({ selection }: SelectReport): string {
  const quality = selection?.quality;
  if (!quality) return "";
  const { chosen, random } = quality;
  return `Tried on held-out models: the order is kept to ${chosen.tau.toFixed(2)} of 1 (random items ${random.tau.toFixed(2)}), weighted accuracy to ${(chosen.error * 100).toFixed(1)} pt (random ${(random.error * 100).toFixed(1)}).`;
}

interface Rendering {
  readonly flags: SelectFlags;
  readonly context: CommandContext;
}

function render(report: SelectReport, format: Format, { flags, context }: Rendering): string {
  const { selection, sizes } = report;
  if (format === "json") return json(report);
  if (format === "csv") {
    return selection === null
      ? csv(sizeCsvColumns, sizes)
      : csv(selectCsvColumns, selection.items.slice(0, flags.top));
  }
  const isScreen = format === "terminal" && flags.output === undefined && !flags.all;
  const top = flags.top ?? (isScreen ? screenful : undefined);
  const tables = [
    ...(sizes.length === 0 ? [] : [sizeTable(report)]),
    ...(selection === null ? [] : [selectionTable(report, top)]),
  ];
  const drawn = tables.map((table) => drawTable(table, format, context)).join("\n");
  if (flags.quiet) return drawn;
  const hidden = (selection?.items.length ?? 0) - (top ?? Infinity);
  const sentences = [
    hidden > 0 ? `${count(hidden, "more item")}: --all, --csv or --for.` : "",
    ...selectSentences(report, flags.tau),
  ].filter((sentence) => sentence !== "");
  if (format === "markdown") {
    return `${markdownText(selectLead(report))}\n\n${drawn}\n${sentences.map(markdownText).join("\n\n")}\n`;
  }
  const paragraph = (text: string) => `${wrapLines(plainText(text), widthOf(context))}\n`;
  return `${paragraph(selectLead(report))}\n${drawn}\n${sentences.map(paragraph).join("")}`;
}

function drawTable(table: TextTable, format: Format, context: CommandContext): string {
  return format === "terminal" ? terminalTable(table, widthOf(context)) : markdownTable(table);
}
