/** `check`: what was read, what was not, and what to know before ranking. */

import { infer } from "../analysis/inference.ts";
import { count } from "../outcomes/wording.ts";
import { writeFileAtomic } from "../io/atomic.ts";
import type { ReadSummary } from "../outcomes/adapter.ts";
import { benchmarkTable, coverageTable, policyTable } from "../report/check-view.ts";
import { plainText } from "../report/plain-text.ts";
import { rankReport, type RankReport } from "../report/report.ts";
import { terminalTable } from "../report/terminal.ts";
import type { TextTable } from "../report/table.ts";
import type { Config } from "./config-schema.ts";
import type { ReadFlags } from "./options.ts";
import { json } from "./output.ts";
import { fitPool, readPool, seedOf, type Pool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";
import { threadCrew } from "./thread-crew.ts";

interface CheckFlags extends ReadFlags {
  readonly json?: boolean;
  readonly policies?: boolean;
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
    inference: infer(fitted, {
      seed: seedOf(pool.reading, {}),
      cluster: pool.cluster,
      crew: threadCrew(),
    }),
    ungraded: pool.ungraded,
    benchmarks: pool.reading.summaries.flatMap((summary) => summary.benchmarks),
    notices: pool.notices,
  });
  const policies = flags.policies ? policyTable(pool.matrix, fitted.fit.settings) : undefined;
  const text = flags.json ? json(checkData(pool, report)) : checkText(pool, report, policies);
  await write(context.stdout, text);
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

function checkText(pool: Pool, report: RankReport, policies: TextTable | undefined): string {
  const { summaries, settings, problems } = pool.reading;
  const runs = summaries.flatMap((summary) => summary.runs).filter(({ used }) => !used);
  const ignored = summaries.flatMap((summary) => summary.ignored);
  const sections = [
    settings.file === undefined ? "" : `Settings from ${plainText(settings.file)}.\n`,
    summaries.map(filesLine).join(""),
    drawn(benchmarkTable(summaries.flatMap((summary) => summary.benchmarks))),
    drawn(coverageTable(pool.matrix)),
    policies === undefined
      ? ""
      : `Ranks under the three rules for items a model was not asked\n${drawn(policies)}`,
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
