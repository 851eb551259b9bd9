/** `rank`: who is ahead. */

import { infer } from "../analysis/inference.ts";
import type { caterpillarText } from "../plot/text.ts";
import { csv } from "../report/csv.ts";
import { markdownTable, markdownText } from "../report/markdown.ts";
import { rankCsvColumns } from "../report/rank-csv.ts";
import { notCounted, rankLead, rankTable } from "../report/rank-view.ts";
import { exclusionText, inWords, smallPrint, trustLine } from "../report/words.ts";
import { rankReport, type RankReport } from "../report/report.ts";
import { wrapLines } from "../report/wrap.ts";
import { terminalTable } from "../report/terminal.ts";
import { plainText } from "../report/plain-text.ts";
import { selectFrom } from "../matrix/select.ts";
import { coloursFor } from "./colours.ts";
import { commandLine } from "./command-line.ts";
import { caveats } from "./caveats.ts";
import { deliver, formatOf, json, tell, widthOf, type Format } from "./output.ts";
import type { FitFlags, OutputFlags, ReadFlags, ResampleFlags } from "./options.ts";
import { fitPool, readPool, seedOf, type Pool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";
import { threadCrew } from "./thread-crew.ts";

export interface RankFlags extends ReadFlags, FitFlags, ResampleFlags, OutputFlags {
  readonly by?: "benchmark";
  readonly tier?: number;
  readonly picture?: boolean;
}

/** Lines of the board on a screen before tiers are folded; files and pipes are never cut. */
const screenful = 40;

export async function run(
  context: CommandContext,
  [paths]: readonly unknown[],
  flags: RankFlags,
): Promise<number> {
  const format = formatOf(flags, context);
  const pool = await readPool(context, paths as string[], flags);
  const report = reportOf(pool, flags);
  const command = commandLine(context, "check", paths as string[]);
  if (!flags.quiet) await tell(context.stderr, readingSummary(pool, command));

  const view = { format, flags, context, draw: flags.picture ? await drawing() : undefined };
  if (flags.by === "benchmark") {
    const parts = byBenchmark(pool).map((part) => ({
      benchmark: part.matrix.benchmarks[0]!,
      report: reportOf(part, flags),
    }));
    await deliver(renderParts(parts, view), flags, context);
  } else {
    await deliver(render(report, view), flags, context);
  }
  if (!flags.quiet) {
    const colours = await coloursFor(context.stderr);
    await tell(context.stderr, caveats(report.warnings, command, colours));
    await write(context.stderr, nextCommands(report, context, paths as string[]));
  }
  return strictExit(flags.strict ?? false, pool, report.warnings);
}

/** What a reader may want to see next: the two models in front, and the items to check. */
function nextCommands(
  { models }: RankReport,
  context: CommandContext,
  paths: readonly string[],
): string {
  const [first, second] = models;
  if (!first || !second || first.rank === null || second.rank === null) return "";
  const pair = commandLine(context, "compare", [first.model, second.model, ...paths]);
  return `Next: ${plainText(pair)}   |   ${plainText(commandLine(context, "items", paths))} --review\n`;
}

function reportOf(pool: Pool, flags: RankFlags): RankReport {
  const fitted = fitPool(pool, flags);
  return rankReport({
    ...fitted,
    inference: infer(fitted, {
      replicates: flags.bootstrap,
      level: flags.level,
      seed: seedOf(pool.reading, flags),
      cluster: pool.cluster,
      crew: threadCrew(),
    }),
    ungraded: pool.ungraded,
    whole: pool.whole,
    benchmarks: pool.reading.summaries.flatMap((summary) => summary.benchmarks),
    notices: pool.notices.filter(({ code }) => code !== "mapping"),
  });
}

/** The pool as one matrix per benchmark, with the models that were asked something in it. */
function byBenchmark(pool: Pool): readonly Pool[] {
  const { matrix } = pool;
  return matrix.benchmarks.map((name, index) => {
    const items = Uint32Array.from(
      [...matrix.items.keys()].filter((item) => matrix.benchmarkOf[item] === index),
    );
    const part = selectFrom(matrix, { items });
    const asked = Uint32Array.from(
      [...matrix.models.keys()].filter((model) => part.graded[model]! > 0),
    );
    return {
      ...pool,
      matrix: {
        ...selectFrom(part, { models: asked }),
        benchmarks: [name],
        benchmarkOf: new Uint32Array(items.length),
      },
      cluster: pool.cluster && items.map((item) => pool.cluster![item]!),
      notices: pool.notices.filter(({ benchmark }) => benchmark === name),
    };
  });
}

interface Part {
  readonly benchmark: string;
  readonly report: RankReport;
}

interface View {
  readonly format: Format;
  readonly flags: RankFlags;
  readonly context: CommandContext;
  /** Absent where no picture is asked for. */
  readonly draw: typeof caterpillarText | undefined;
}

/** Loaded for a picture only, as it brings the scales of the figures with it. */
async function drawing(): Promise<typeof caterpillarText> {
  const { caterpillarText } = await import("../plot/text.ts");
  return caterpillarText;
}

function renderParts(parts: readonly Part[], view: View): string {
  const { format } = view;
  if (format === "json") {
    return json({
      schema: "eip-report/1",
      by: "benchmark",
      reports: parts.map(({ benchmark, report }) => ({ benchmark, ...report })),
    });
  }
  if (format === "csv") {
    const rows = parts.flatMap(({ benchmark, report }) =>
      report.models.map((row) => ({ benchmark, ...row })),
    );
    const columns = rankCsvColumns({
      ...parts[0]!.report,
      data: { ...parts[0]!.report.data, benchmarks: [] },
    });
    return csv([{ name: "benchmark", value: (row) => row.benchmark }, ...columns], rows);
  }
  const heading = (name: string) =>
    format === "terminal" ? `\n${plainText(name)}\n` : `\n### ${markdownText(name)}\n\n`;
  return parts
    .map(({ benchmark, report }) => heading(benchmark) + render(report, view))
    .join("")
    .trimStart();
}

function render(report: RankReport, view: View): string {
  const { format, flags, context } = view;
  if (format === "json") return json(report);
  if (format === "csv") {
    return csv(rankCsvColumns(report), report.models.slice(0, flags.top));
  }
  const folds = format === "terminal" && flags.output === undefined && !flags.all;
  const table = rankTable(report, {
    wide: flags.wide,
    top: flags.top,
    tier: flags.tier,
    lines: folds ? screenful : undefined,
  });
  const drawn =
    format === "terminal" ? terminalTable(table, widthOf(context)) : markdownTable(table);
  const picture = pictureText(report, view);
  if (flags.quiet) return drawn + picture;
  const hidden = folds && table.rows.length < report.models.length && flags.tier === undefined;
  const sentences = [
    hidden && flags.top === undefined ? "--tier N or --all shows the models of a folded line." : "",
    smallPrint(report, { wide: flags.wide }),
    exclusionText(report),
    notCounted(report),
    `In words: ${inWords(report)}`,
    `Trust: ${trustLine(report)}.`,
  ].filter((text) => text !== "");
  if (format === "markdown") {
    return `${markdownText(rankLead(report))}\n\n${drawn}${picture}\n${sentences.map(markdownText).join("\n\n")}\n`;
  }
  const width = widthOf(context);
  const paragraphs = (texts: readonly string[]) =>
    wrapLines(texts.map(plainText).join("\n"), width);
  return `${paragraphs([rankLead(report)])}\n${drawn}${picture}${paragraphs(sentences)}\n`;
}

/** The models of the table with their intervals, drawn with letters. */
function pictureText(
  { models }: RankReport,
  { format, flags: { tier, top }, context, draw }: View,
): string {
  if (!draw) return "";
  const shown = models.filter((row) => tier === undefined || row.tier === tier).slice(0, top);
  const drawn = draw({ models: shown }, { width: widthOf(context) });
  return format === "markdown" ? `\n\`\`\`\n${drawn}\`\`\`\n` : `\n${drawn}\n`;
}
