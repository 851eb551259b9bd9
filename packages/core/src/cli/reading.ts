/** From paths and settings to a stream of outcomes, by whichever reader fits each path. */

import { EipError } from "../errors.ts";
import { findFiles } from "../io/files.ts";
import { gradedRuns } from "../io/graded-runs.ts";
import { programFor, recogniseFile, type FileKind } from "../io/recognise.ts";
import { isStorePath, stores } from "../io/store-reader.ts";
import { tablesWith } from "../io/tables.ts";
import {
  columnarOutcomes,
  isColumns,
  partsOf,
  type OutcomeColumns,
  type OutcomePart,
} from "../outcomes/outcome-columns.ts";
import type { GradedRun } from "../outcomes/graded-run.ts";
import type {
  Adapter,
  Notice,
  Outcome,
  Problem,
  ReadOptions,
  ReadSummary,
} from "../outcomes/adapter.ts";
import { scaleOf, type Config } from "./config-schema.ts";
import { loadConfig, type LoadedConfig } from "./config.ts";
import { nameFilter, type NameFilter } from "./name-filter.ts";
import { pairs, type ReadFlags } from "./options.ts";
import { progressLine, type ProgressLine } from "./progress.ts";
import type { CommandContext, Harness } from "./program.ts";

/** Outcomes, and what is known about them once they were all taken. */
export interface Reading {
  readonly outcomes: AsyncIterable<Outcome>;
  readonly settings: LoadedConfig;
  readonly summaries: readonly ReadSummary[];
  /** What was left out. */
  readonly problems: readonly Problem[];
  /** What the readers and the filters want said. */
  notices(): readonly Notice[];
}

/** What a command needs of its logs besides scores. */
export interface ReadNeeds {
  /** The name of a model that was found behind one of the paths. */
  readonly rename?: ((path: string, model: string) => string) | undefined;
  /** Fields of the items that the command needs. */
  readonly carry?: ((config: Config) => readonly string[]) | undefined;
}

/** What every way of reading shares: settings, filters, and where problems go. */
interface Preparation extends Omit<Reading, "outcomes"> {
  readonly filter: NameFilter;
  readonly options: ReadOptions;
  readonly progress: ProgressLine;
}

async function prepare(
  context: CommandContext,
  paths: readonly string[],
  { flags, carry }: { flags: ReadFlags; carry?: ReadNeeds["carry"] },
): Promise<Preparation> {
  if (paths.length === 0) {
    throw new EipError("usage", {
      found: "no path given",
      expected: "files or folders with evaluation logs",
      try: `${context.program.name} rank results/`,
    });
  }
  const settings = await loadConfig(flags.config);
  const summaries: ReadSummary[] = [];
  const problems: Problem[] = [];
  const filter = nameFilter(settings.config, flags);
  const progress = progressLine(context.stderr, flags.quiet ?? false);
  const options: ReadOptions = {
    metrics: metricsOf(settings.config, flags),
    scales: scalesOf(settings.config),
    wants: filter.benchmark,
    name: flags.name,
    allowMixed: flags.allowMixed,
    repair: flags.repair,
    strict: flags.strict,
    carry: carry?.(settings.config),
    text: flags.text,
    signal: context.signal,
    onProblem: (problem) => {
      if (problem.severity === "skipped") problems.push(problem);
    },
    onSummary: (summary) => summaries.push(summary),
    onProgress: progress.update,
  };
  const notices = () => [...summaries.flatMap((one) => one.notices), ...filter.notices()];
  return { settings, summaries, problems, notices, filter, options, progress };
}

/** Runs, and what is known about them once they were all taken. */
export interface RunReading extends Omit<Reading, "outcomes"> {
  readonly runs: AsyncIterable<GradedRun>;
}

/**
 * Opens the paths of a command for their runs, each under every metric it can be read by. Nothing is
 * read before the runs are taken.
 */
export async function openRuns(
  context: CommandContext,
  paths: readonly string[],
  flags: ReadFlags,
): Promise<RunReading> {
  const { filter, options, progress, ...reading } = await prepare(context, paths, { flags });
  return { ...reading, runs: read() };

  async function* read(): AsyncGenerator<GradedRun> {
    let isEmpty = true;
    try {
      for (const { adapter, paths: own } of await routes(context, paths, flags)) {
        for await (const run of gradedRuns(adapter, own, options)) {
          const wanted = filter.outcome({ ...run, item: "", score: null });
          if (!wanted) continue;
          isEmpty = false;
          yield { ...run, model: wanted.model };
        }
      }
    } finally {
      await progress.clear();
    }
    const nothing = isEmpty ? filter.nothingLeft(paths) : undefined;
    if (nothing) throw nothing;
  }
}

/** Opens the paths of a command. Nothing is read before the outcomes are taken. */
export async function openReading(
  context: CommandContext,
  paths: readonly string[],
  flags: ReadFlags,
  { rename, carry }: ReadNeeds = {},
): Promise<Reading> {
  const { filter, options, progress, ...reading } = await prepare(context, paths, { flags, carry });
  return { ...reading, outcomes: columnarOutcomes(read) };

  async function* read(): AsyncGenerator<OutcomePart> {
    let isEmpty = true;
    try {
      // Names that depend on the path need each path to be read by itself.
      const groups = rename ? paths.map((path) => [path]) : [paths];
      for (const group of groups) {
        for (const { adapter, paths: own } of await routes(context, group, flags)) {
          for await (const part of partsOf(adapter.read(own, options))) {
            const wanted = isColumns(part) ? filteredRun(part) : filter.outcome(part);
            if (!wanted) continue;
            isEmpty = false;
            yield rename ? { ...wanted, model: rename(group[0]!, wanted.model) } : wanted;
          }
        }
      }
    } catch (error) {
      const isNothing = error instanceof EipError && error.code === "no-outcomes";
      throw (isNothing ? filter.nothingLeft(paths) : undefined) ?? error;
    } finally {
      await progress.clear();
    }
    const nothing = isEmpty ? filter.nothingLeft(paths) : undefined;
    if (nothing) throw nothing;
  }

  /** All outcomes of a run have one model and benchmark, so that one decides for them. */
  function filteredRun(run: OutcomeColumns): OutcomeColumns | undefined {
    const { model, benchmark } = run;
    const wanted = filter.outcome({ model, benchmark, item: "", score: null });
    return wanted && { ...run, model: wanted.model };
  }
}

interface Route {
  readonly adapter: Adapter;
  readonly paths: readonly string[];
}

/** Parts the paths between the readers of the harness, of tables and of stores. */
async function routes(
  { program }: CommandContext,
  paths: readonly string[],
  flags: ReadFlags,
): Promise<readonly Route[]> {
  const tables = tablesWith({ columns: pairs("--columns", flags.columns), rows: flags.rows });
  const { harness } = program;
  const ofHarness: string[] = [];
  const ofTables: string[] = [];
  const ofStores: string[] = [];
  for (const path of paths) {
    if (await isStorePath(path)) ofStores.push(path);
    else if (!harness || (await isTable(path, harness))) ofTables.push(path);
    else ofHarness.push(path);
  }
  return [
    ...(harness && ofHarness.length > 0
      ? [{ adapter: await harness.adapter(flags.label), paths: ofHarness }]
      : []),
    ...(ofTables.length > 0 ? [{ adapter: tables, paths: ofTables }] : []),
    ...(ofStores.length > 0 ? [{ adapter: stores, paths: ofStores }] : []),
  ];
}

async function isTable(path: string, harness: Harness): Promise<boolean> {
  const kinds = path === "-" ? (["table-csv"] as const) : await kindsBehind(path);
  const isOurs = (kind: FileKind) => harness.kinds.some((ours) => kind.startsWith(ours));
  return kinds.some(isTableKind) && !kinds.some(isOurs);
}

function isTableKind(kind: FileKind): boolean {
  return programFor(kind) === "npx @eip-eval/core";
}

async function kindsBehind(path: string): Promise<readonly FileKind[]> {
  const [files, { default: limited }] = await Promise.all([
    findFiles([path], () => undefined),
    import("p-limit"),
  ]);
  const atOnce = limited(16);
  return Promise.all(
    files.map((file) => atOnce(() => recogniseFile(file.path).catch((): FileKind => "binary"))),
  );
}

/** Flags come before the settings file, so that they match first. */
function metricsOf({ benchmarks = {} }: Config, flags: ReadFlags): Record<string, string> {
  const fromFile = Object.entries(benchmarks).flatMap(([pattern, { metric, filter }]) =>
    metric === undefined ? [] : [[pattern, filter ? `${metric},${filter}` : metric] as const],
  );
  const fromFlags = Object.entries(pairs("--metric", flags.metric));
  const given = new Set(fromFlags.map(([pattern]) => pattern));
  return Object.fromEntries([...fromFlags, ...fromFile.filter(([pattern]) => !given.has(pattern))]);
}

function scalesOf({ benchmarks = {} }: Config): NonNullable<ReadOptions["scales"]> {
  return Object.fromEntries(
    Object.entries(benchmarks).flatMap(([pattern, benchmark]) => {
      const scale = scaleOf(benchmark);
      return scale === undefined ? [] : [[pattern, scale] as const];
    }),
  );
}
