/** `check`: what was read, what was not, and what to know before ranking. */

import { accuracies } from "../analysis/benchmarks.ts";
import { infer } from "../analysis/inference.ts";
import { count } from "../analysis/wording.ts";
import { writeFileAtomic } from "../io/atomic.ts";
import type { BenchmarkSummary, ReadSummary } from "../outcomes/adapter.ts";
import { plainText } from "../report/plain-text.ts";
import { rankReport, type RankReport } from "../report/report.ts";
import { terminalTable } from "../report/terminal.ts";
import { textTable, type Column, type TextTable } from "../report/table.ts";
import type { Config } from "./config-schema.ts";
import type { ReadFlags } from "./options.ts";
import { json } from "./output.ts";
import { fitPool, readPool, seedOf, type Pool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";

interface CheckFlags extends ReadFlags {
  readonly json?: boolean;
  readonly write?: string;
}

export async function run(
  context: CommandContext,
  [paths]: readonly unknown[],
  flags: CheckFlags,
): Promise<number> {
  const pool = await readPool(context, paths as string[], flags);
  const fitted = fitPool(pool, {});
  const report = rankReport({
    ...fitted,
    inference: infer(fitted, { seed: seedOf(pool.reading, {}), cluster: pool.cluster }),
    ungraded: pool.ungraded,
    benchmarks: pool.reading.summaries.flatMap((summary) => summary.benchmarks),
    notices: pool.notices,
  });
  await write(context.stdout, flags.json ? json(checkData(pool, report)) : checkText(pool, report));
  if (flags.write !== undefined) {
    await writeFileAtomic(flags.write, await settingsText(pool, context, paths as string[]));
    await write(context.stderr, `Wrote ${flags.write}.\n`);
  }
  return strictExit(flags.strict ?? false, pool, report.warnings);
}

function checkData({ reading }: Pool, { data, models, warnings }: RankReport): object {
  return {
    schema: "eip-check/1",
    settings: reading.settings.file ?? null,
    data,
    models: models.map(({ model, answered, coverage, benchmarks }) => ({
      model,
      answered,
      coverage,
      benchmarks,
    })),
    sources: reading.summaries,
    problems: reading.problems,
    warnings,
  };
}

function checkText(pool: Pool, report: RankReport): string {
  const { summaries, settings, problems } = pool.reading;
  const runs = summaries.flatMap((summary) => summary.runs).filter(({ used }) => !used);
  const ignored = summaries.flatMap((summary) => summary.ignored);
  const sections = [
    settings.file === undefined ? "" : `Settings from ${plainText(settings.file)}.\n`,
    summaries.map(filesLine).join(""),
    drawn(benchmarkTable(summaries.flatMap((summary) => summary.benchmarks))),
    drawn(modelTable(pool)),
    listed(
      "Runs that were not used",
      runs.map(
        ({ model, benchmark, path, reason }) =>
          `${model}, ${benchmark}: ${path}${reason ? ` (${reason})` : ""}`,
      ),
    ),
    listed(
      "Ignored",
      ignored.map(({ path, reason }) => `${path}: ${reason}`),
    ),
    listed(
      "Left out",
      problems.map(({ message, try: hint }) =>
        hint === undefined ? message : `${message} Try: ${hint}.`,
      ),
    ),
    listed(
      "Before you quote a ranking",
      report.warnings.map(
        ({ severity, message, try: hint }) =>
          `${severity === "warning" ? "!" : "i"} ${message}${hint === undefined ? "" : ` Try: ${hint}.`}`,
      ),
    ),
  ];
  return sections.filter((section) => section !== "").join("\n");
}

function filesLine({ filesRead, filesFound, adapter }: ReadSummary): string {
  return `Read ${filesRead} of ${count(filesFound, "file")} as ${adapter}.\n`;
}

const drawn = (table: TextTable) => (table.rows.length === 0 ? "" : terminalTable(table, Infinity));

function listed(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `${title}\n${lines.map((line) => `  ${plainText(line)}\n`).join("")}`;
}

function benchmarkTable(benchmarks: readonly BenchmarkSummary[]): TextTable {
  const columns: readonly Column<BenchmarkSummary>[] = [
    { header: "benchmark", align: "left", cell: ({ benchmark }) => benchmark },
    { header: "metric", align: "left", cell: ({ metric }) => metric },
    { header: "filter", align: "left", cell: ({ filter }) => filter },
    { header: "models", align: "right", cell: ({ models }) => String(models) },
    { header: "items", align: "right", cell: ({ items }) => items.toLocaleString("en-US") },
    { header: "means equal the harness's", align: "left", cell: agreement },
    { header: "also usable", align: "left", cell: ({ alternatives }) => alternatives.join(" ") },
  ];
  return textTable(columns, benchmarks);
}

function agreement({ means }: BenchmarkSummary): string {
  const compared = means.filter(({ agrees }) => agrees !== null);
  if (compared.length === 0) return "nothing to compare";
  return `${compared.filter(({ agrees }) => agrees).length} of ${compared.length}`;
}

function modelTable({ matrix }: Pool): TextTable {
  const accuracy = accuracies(matrix);
  const columns: readonly Column<number>[] = [
    { header: "model", align: "left", cell: (model) => matrix.models[model]! },
    {
      header: "graded",
      align: "right",
      cell: (model) => matrix.graded[model]!.toLocaleString("en-US"),
    },
    {
      header: "without a grade",
      align: "right",
      cell: (model) => matrix.ungraded[model]!.toLocaleString("en-US"),
    },
    {
      header: "not asked",
      align: "right",
      cell: (model) =>
        (matrix.items.length - matrix.graded[model]! - matrix.ungraded[model]!).toLocaleString(
          "en-US",
        ),
    },
    {
      header: "benchmarks missing",
      align: "left",
      cell: (model) =>
        matrix.benchmarks
          .filter((_, index) => Number.isNaN(accuracy[model]!.byBenchmark[index]!))
          .join(" "),
    },
  ];
  return textTable(columns, [...matrix.models.keys()]);
}

/** The settings that were used, as a file to edit and keep. */
async function settingsText(
  { reading, ungraded }: Pool,
  { program }: CommandContext,
  paths: readonly string[],
): Promise<string> {
  const { stringify } = await import("yaml");
  const { config } = reading.settings;
  const used = reading.summaries
    .filter(({ adapter }) => adapter !== "tables")
    .flatMap((summary) => summary.benchmarks)
    .map(({ benchmark, metric, filter }) => [
      benchmark,
      filter === "none" ? { metric } : { metric, filter },
    ]);
  const settings: Config = {
    version: 1,
    seed: config.seed ?? 1,
    smoothing: config.smoothing ?? "none",
    missing: config.missing ?? "weighted",
    ungraded,
    ...config,
    benchmarks: { ...Object.fromEntries(used), ...config.benchmarks },
  };
  return `# eip.yaml   written by: ${program.name} check ${paths.join(" ")}\n${stringify(settings)}`;
}
