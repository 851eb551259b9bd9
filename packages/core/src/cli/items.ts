/** `items`: what is hard, what tells no models apart, and what to read for a wrong key. */

import { difficultySensitivity, type ItemSensitivity } from "../analysis/difficulty-sensitivity.ts";
import { expectedHitRate } from "../analysis/review.ts";
import { percent } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import { EipError } from "../errors.ts";
import { nearestName } from "../io/nearest-name.ts";
import { writeFileAtomic } from "../io/atomic.ts";
import { csv, type CsvColumn } from "../report/csv.ts";
import {
  itemCsvColumns,
  itemReport,
  type ItemFlag,
  type ItemReport,
  type ItemRow,
  type ReviewRow,
} from "../report/item-report.ts";
import { itemTable, reviewTable, type ReviewAnswers } from "../report/item-view.ts";
import { markdownTable } from "../report/markdown.ts";
import { plainText } from "../report/plain-text.ts";
import { reviewText } from "../report/review-text.ts";
import { terminalTable } from "../report/terminal.ts";
import type { TextTable } from "../report/table.ts";
import { commandLine } from "./command-line.ts";
import type { FitFlags, OutputFlags, ReadFlags } from "./options.ts";
import { deliver, formatOf, json, tell, widthOf, type Format } from "./output.ts";
import { fitPool, readPool, seedOf, type FittedPool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";
import { textsOf, type ItemText } from "./texts.ts";

interface ItemsFlags extends ReadFlags, FitFlags, OutputFlags {
  readonly review?: boolean;
  readonly todo?: string;
  readonly show?: string;
  readonly keyErrorRate?: number;
  readonly sensitivity?: boolean;
}

/** Rows on a screen; files and pipes are never cut. */
const screenful = 25;

export async function run(
  context: CommandContext,
  [words]: readonly unknown[],
  flags: ItemsFlags,
): Promise<number> {
  const paths = words as string[];
  const format = formatOf(flags, context);
  const pool = await readPool(context, paths, flags);
  const fitted = fitPool(pool, flags);
  const report = itemReport(fitted, {
    keyErrorRate: flags.keyErrorRate,
    sensitivity: flags.sensitivity ? sensitivityOf(fitted, seedOf(pool.reading, flags)) : undefined,
  });
  if (!flags.quiet) {
    const check = commandLine(context, "check", paths);
    await tell(context.stderr, readingSummary(pool, check) + headline(report));
  }
  if (flags.show !== undefined) {
    await deliver(
      await oneItem(flags.show, { context, paths, flags, fitted, report }),
      flags,
      context,
    );
  } else {
    const short = format === "terminal" && flags.output === undefined && !flags.all;
    const top = flags.top ?? (short ? screenful : undefined);
    const table = flags.review
      ? reviewTable(report, {
          top,
          answers: await answersOf(context, paths, flags, { report, top }),
        })
      : itemTable(report, { top, wide: flags.wide });
    await deliver(render(report, table, { format, flags, context }), flags, context);
    const length = flags.review ? report.review.length : report.items.length;
    if (short && flags.top === undefined && length > screenful && !flags.quiet) {
      const again = commandLine(context, flags.review ? "items --review" : "items", paths);
      await write(context.stderr, `${count(length - screenful, "more item")}: ${again} --all\n`);
    }
    if (flags.review && !flags.quiet) await tell(context.stderr, reviewNote(report));
  }
  if (flags.todo !== undefined) {
    await writeFileAtomic(flags.todo, reviewText(report.review.map(todoLine)));
    await write(
      context.stderr,
      `Wrote ${flags.todo}: ${count(report.review.length, "item")}. Edit keep and drop, then: ${commandLine(context, "rank", paths)} --exclude ${flags.todo}\n`,
    );
  }
  return strictExit(flags.strict ?? false, pool, pool.notices);
}

function sensitivityOf(fitted: FittedPool, seed: number): readonly ItemSensitivity[] {
  const { items } = difficultySensitivity(fitted, { seed });
  if (items !== null) return items;
  throw new EipError("usage", {
    where: "--sensitivity",
    found: count(fitted.matrix.models.length, "model"),
    expected: "at least 10 to draw from",
    try: "add models",
  });
}

function headline({ data, items }: ItemReport): string {
  const dropped = (why: ItemFlag) => items.filter(({ flags }) => flags.includes(why)).length;
  return `${data.itemsKept.toLocaleString("en-US")} of ${count(data.items, "item")} tell the ${count(data.models, "model")} apart; solved by all: ${dropped("all-solved")}, by none: ${dropped("all-failed")}. Difficulty is from Empirical Interaction Propagation (EIP); 1.00x is the average of the items that tell models apart.\n`;
}

interface Rendering {
  readonly format: Format;
  readonly flags: ItemsFlags;
  readonly context: CommandContext;
}

function render(
  report: ItemReport,
  table: TextTable,
  { format, flags, context }: Rendering,
): string {
  if (format === "json") return json(report);
  if (format === "csv") {
    return flags.review
      ? csv(reviewCsvColumns, report.review.slice(0, flags.top))
      : csv(itemCsvColumns, report.items.slice(0, flags.top));
  }
  if (table.rows.length === 0) return "Nothing to review: no item looks suspect.\n";
  return format === "markdown" ? markdownTable(table) : terminalTable(table, widthOf(context));
}

const reviewCsvColumns: readonly CsvColumn<ReviewRow>[] = [
  { name: "item_id", value: (row) => row.item },
  { name: "benchmark", value: (row) => row.benchmark },
  { name: "suspicion", value: (row) => row.suspicion },
  { name: "reason", value: (row) => row.reason },
  { name: "strong_earned", value: (row) => row.strong.earned },
  { name: "strong_asked", value: (row) => row.strong.asked },
  { name: "weak_earned", value: (row) => row.weak.earned },
  { name: "weak_asked", value: (row) => row.weak.asked },
  { name: "item_rest_r", value: (row) => row.itemRest },
];

/** How often such a list is right, so that nobody drops items unread. */
function reviewNote({ data, review }: ItemReport): string {
  const keys = review.filter(({ suspicion }) => suspicion === "key").length;
  const open = expectedHitRate(data.models, { guessing: false });
  const guessing = expectedHitRate(data.models, { guessing: true });
  const rate =
    open === null || guessing === null
      ? "With fewer than five models nothing can be said about how often that is right."
      : `Of the first 25 of such a list about ${percent(guessing)} are truly wrong where answers can be guessed, ${percent(open)} where they cannot (simulated, ${count(data.models, "model")}).`;
  return `${count(review.length, "item")} to review, ${keys} with a key that is more likely wrong than right. ${rate} A flag is a reason to read an item, not to drop it.\n`;
}

function todoLine({ benchmark, item, suspicion, reason }: ReviewRow) {
  return { verdict: suspicion === "key" ? "drop" : "keep", benchmark, item, reason } as const;
}

/** Keys and the answers of the strong models, where the log has them; a second read. */
async function answersOf(
  context: CommandContext,
  paths: readonly string[],
  flags: ItemsFlags,
  { report, top }: { readonly report: ItemReport; readonly top: number | undefined },
): Promise<ReadonlyMap<string, ReviewAnswers>> {
  const texts = await textsOf(context, paths, flags, report.review.slice(0, top));
  const told = [...texts].flatMap(([name, text]): [string, ReviewAnswers][] =>
    text.key === undefined && text.answers.size === 0
      ? []
      : [[name, { key: short(text.key ?? ""), strongSay: mostSaid(text, report.strong) }]],
  );
  return new Map(told);
}

function mostSaid({ answers }: ItemText, models: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const model of models) {
    const answer = answers.get(model);
    if (answer !== undefined) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (!most) return "";
  const [answer, times] = most;
  return times === 1 && models.length > 2
    ? "no agreement"
    : `${short(answer)} (${times} of ${models.length})`;
}

const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 24 ? `${line.slice(0, 23)}…` : line;
};

interface OneItem {
  readonly context: CommandContext;
  readonly paths: readonly string[];
  readonly flags: ItemsFlags;
  readonly fitted: FittedPool;
  readonly report: ItemReport;
}

/** Everything that is known about one item. */
async function oneItem(
  wanted: string,
  { context, paths, flags, report }: OneItem,
): Promise<string> {
  const labelled = (row: ItemRow) => `${row.benchmark}:${row.item}`;
  const row =
    report.items.find((one) => labelled(one) === wanted) ??
    report.items.find(({ item }) => item === wanted);
  if (!row) {
    const nearest = nearestName(wanted, report.items.map(labelled));
    throw new EipError("no-such-item", {
      found: `no item "${wanted}" among the ${report.items.length.toLocaleString("en-US")} that were read`,
      try: nearest === undefined ? commandLine(context, "items", paths) : `--show ${nearest}`,
    });
  }
  const text = (await textsOf(context, paths, flags, [row])).get(`${row.benchmark}\t${row.item}`);
  if (formatOf(flags, context) === "json")
    return json({ ...row, text: flags.text ? text?.text : undefined, key: text?.key });
  const figure = (value: number | null) => value?.toFixed(2) ?? "none";
  const suspicion = report.review.find(
    ({ benchmark, item }) => benchmark === row.benchmark && item === row.item,
  );
  const answered = (model: string) => {
    const answer = text?.answers.get(model);
    return answer === undefined ? model : `${model}: ${short(answer)}`;
  };
  const lines = [
    labelled(row),
    ...(flags.text && text?.text !== undefined ? [text.text.replaceAll(/\s+/g, " ")] : []),
    ...(text?.key === undefined ? [] : [`Key         ${short(text.key)}`]),
    `Difficulty  ${row.relative === null ? "none: it tells no models apart" : `${row.relative.toFixed(2)}x the average`}`,
    `Solved by   ${row.solvedBy.length} of ${row.asked}`,
    `item-rest ${figure(row.itemRest)}   discrimination ${figure(row.discrimination)}   infit ${figure(row.infit)}   outfit ${figure(row.outfit)}   evidence of a wrong key ${figure(row.evidence)}`,
    ...(suspicion ? [`Suspect     ${suspicion.reason}`] : []),
    "Solved",
    ...row.solvedBy.map((model) => `  ${answered(model)}`),
    "Failed",
    ...row.failedBy.map((model) => `  ${answered(model)}`),
  ];
  return `${lines.map(plainText).join("\n")}\n`;
}
