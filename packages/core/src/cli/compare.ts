/** `compare`: is B better than A on the same items. */

import type { Comparison } from "../analysis/compare.ts";
import { flipBands } from "../analysis/flip-bands.ts";
import { flipLists, type Pair } from "../analysis/flips.ts";
import type { Gates } from "../analysis/verdict.ts";
import { itemKey, itemLabel } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import {
  bandTable,
  compareCsvColumns,
  compareLead,
  compareRows,
  compareSentences,
  compareTable,
} from "../report/compare-view.ts";
import { csv } from "../report/csv.ts";
import { markdownTable, markdownText } from "../report/markdown.ts";
import { plainText } from "../report/plain-text.ts";
import { wrapLines } from "../report/wrap.ts";
import { terminalTable } from "../report/terminal.ts";
import type { TextTable } from "../report/table.ts";
import { commandLine } from "./command-line.ts";
import { operandsOf, type CompareFlags } from "./compare-operands.ts";
import { compared, gateExit, gatesOf } from "./compared.ts";
import { deliver, formatOf, json, tell, widthOf, type Format } from "./output.ts";
import type { Pool } from "./pool.ts";
import { exitCode, type CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
import { strictExit } from "./strict.ts";
import { textsOf, type ItemText } from "./texts.ts";

/** Items of a list on a screen; `--all`, files and pipes show every one. */
const screenful = 10;

export async function run(
  context: CommandContext,
  [words]: readonly unknown[],
  flags: CompareFlags,
): Promise<number> {
  if (flags.format === "github") {
    const { run: comment } = await import("./compare-github.ts");
    return comment(context, words as string[], flags);
  }
  const format = formatOf(flags, context);
  gatesOf(flags, {});
  const operands = await operandsOf(context, words as string[], flags);
  const { pool, pairs, paths } = operands;
  const check = commandLine(context, "check", paths);
  if (!flags.quiet) await tell(context.stderr, readingSummary(pool, check));
  const { pairs: results, gates, level, correction } = compared(operands, flags);
  if (format === "json")
    await deliver(json({ schema: "eip-compare/1", pairs: results }), flags, context);
  else if (format === "csv")
    await deliver(csv(compareCsvColumns, compareRows(results)), flags, context);
  else {
    const parts = [];
    for (const [index, pair] of results.entries()) {
      const drawn = draw(pair, {
        format,
        gates,
        level,
        correction,
        poolModels: pool.matrix.models.length,
        context,
      });
      const flips =
        flags.show === "flips"
          ? await flipText(pool, pairs[index]!, { format, flags, context, paths })
          : "";
      parts.push(drawn + flips);
    }
    await deliver(parts.join("\n"), flags, context);
  }
  const gated = gateExit(results);
  return gated === exitCode.fine ? strictExit(flags.strict ?? false, pool, pool.notices) : gated;
}

interface Drawing {
  readonly format: Format;
  readonly gates: Gates;
  readonly level: number;
  readonly correction: "holm" | "bh";
  readonly poolModels: number;
  readonly context: CommandContext;
}

function draw(pair: Comparison, drawing: Drawing): string {
  const { format, gates, level, context } = drawing;
  const table = drawTable(compareTable(pair, level), format, context);
  const lead = compareLead(pair, gates);
  const sentences = compareSentences(pair, drawing);
  if (format === "markdown") {
    return `${markdownText(lead)}\n\n${table}\n${sentences.map((text) => `${markdownText(text)}\n\n`).join("")}`;
  }
  const width = widthOf(context);
  const paragraph = (text: string) => `${wrapLines(plainText(text), width)}\n`;
  return `${paragraph(lead)}${table}${sentences.map(paragraph).join("")}`;
}

function drawTable(table: TextTable, format: Format, context: CommandContext): string {
  return format === "terminal" ? terminalTable(table, widthOf(context)) : markdownTable(table);
}

/** Where the two differ: by difficulty, then item by item. */
async function flipText(
  pool: Pool,
  pair: Pair,
  options: {
    readonly format: Format;
    readonly flags: CompareFlags;
    readonly context: CommandContext;
    readonly paths: readonly string[];
  },
): Promise<string> {
  const { format, flags, context, paths } = options;
  const { matrix } = pool;
  const lists = flipLists(matrix, pair);
  const bands = flipBands(matrix, pair);
  const short = format === "terminal" && flags.output === undefined && !flags.all;
  const shown = (items: readonly number[]) => (short ? items.slice(0, screenful) : items);
  const texts = flags.text
    ? await textsOf(
        context,
        paths,
        flags,
        [...shown(lists.onlyA), ...shown(lists.onlyB)].map((item) => itemKey(matrix, item)),
      )
    : undefined;
  const plain = format === "terminal" ? plainText : markdownText;
  const section = (title: string, items: readonly number[], easy: readonly number[]) => {
    const every = easy.length === 0 ? "" : `, ${easy.length} of them solved by every other model`;
    const rows = shown(items).map((item) => `  ${plain(itemText(matrix, item, texts))}\n`);
    const rest = items.length - rows.length;
    const left = rest > 0 ? `  ${rest.toLocaleString("en-US")} more: --all\n` : "";
    return `${plain(`${title}: ${count(items.length, "item")}${every}`)}\n${rows.join("")}${left}`;
  };
  return [
    bands === null ? "" : drawTable(bandTable(bands), format, context),
    section(`Only ${matrix.models[pair.a]!} (A)`, lists.onlyA, lists.onlyAEasy),
    section(`Only ${matrix.models[pair.b]!} (B)`, lists.onlyB, lists.onlyBEasy),
  ]
    .filter((part) => part !== "")
    .map((part) => `\n${part}`)
    .join("");
}

function itemText(
  matrix: ResponseMatrix,
  item: number,
  texts: ReadonlyMap<string, ItemText> | undefined,
): string {
  const label = itemLabel(matrix, item);
  const { benchmark, item: id } = itemKey(matrix, item);
  const text = texts?.get(`${benchmark}\t${id}`)?.text;
  return text === undefined ? label : `${label}: ${text.replaceAll(/\s+/g, " ").slice(0, 200)}`;
}
