import { resolve, basename } from "node:path";
import { EipError, groupBy, type Notice, type ReadOptions } from "@eip-eval/core";
import { byCodeUnit, listText } from "@eip-eval/core/io";
import { withFile } from "./byte-source.ts";
import type { DetailsAbout } from "./details-run.ts";
import { benchmarkNames } from "./file-name.ts";
import { resultsBeside, type DetailsFile, type ResultsFile, type SortedFiles } from "./files.ts";
import { openParquetFile } from "./parquet.ts";
import { readRunResults, type RunResults } from "./run-results.ts";

/** A results file with what is in it. */
export interface ReadResults extends ResultsFile {
  readonly results: RunResults;
}

/** A local details file under the names of its model and benchmark. */
export interface LocalRun {
  readonly file: DetailsFile;
  readonly about: DetailsAbout;
  readonly stamp: string | undefined;
  readonly size: number;
  /** Items, as the results file says; what is read later may be less. */
  readonly rows: number | undefined;
  readonly expected: number | undefined;
}

/** The runs that were found, before any is read. */
export interface LocalRuns {
  readonly runs: readonly LocalRun[];
  readonly results: readonly ReadResults[];
  readonly notices: readonly Notice[];
}

/** Reads the results files, and names model and benchmark of every details file. */
export async function localRuns(
  { details, results }: SortedFiles,
  {
    paths,
    options,
    onRefused,
  }: {
    /** As given: of a single file the results beside it are looked at too. */
    paths: readonly string[];
    options: ReadOptions;
    onRefused: (error: EipError, path: string) => void;
  },
): Promise<LocalRuns> {
  const given = await readAll(results, { signal: options.signal, onRefused });
  const alone = details.filter(({ path }) => paths.includes(path));
  const known = [...given, ...(await readBeside(alone, { given, signal: options.signal }))];
  const unnamed = new Set<string>();
  const runs: LocalRun[] = [];
  for (const ofRun of groupBy(details, ({ root, stamp }) =>
    JSON.stringify([root, stamp]),
  ).values()) {
    const benchmarks = benchmarkNames(ofRun.map(({ task }) => task));
    const beside = resultsOf(ofRun[0]!, known);
    for (const file of ofRun) {
      const benchmark = benchmarks.get(file.task)!;
      if (options.wants && !options.wants(benchmark)) continue;
      const model = modelOf(file, { results: beside?.results, name: options.name, unnamed });
      runs.push(localRun(file, { model, benchmark, results: beside?.results }));
    }
  }
  return { runs, results: given, notices: folderNotice([...unnamed].toSorted(byCodeUnit)) };
}

async function readAll(
  files: readonly ResultsFile[],
  {
    signal,
    onRefused,
  }: { signal: AbortSignal | undefined; onRefused: (error: EipError, path: string) => void },
): Promise<ReadResults[]> {
  const known: ReadResults[] = [];
  for (const file of files) {
    signal?.throwIfAborted();
    try {
      known.push({ ...file, results: await readRunResults(file.path) });
    } catch (error) {
      if (!EipError.isInstance(error)) throw error;
      onRefused(error, file.path);
    }
  }
  return known;
}

/** A broken file that nobody asked for is no problem of theirs. */
async function readBeside(
  alone: readonly DetailsFile[],
  { given, signal }: { given: readonly ReadResults[]; signal: AbortSignal | undefined },
): Promise<ReadResults[]> {
  const seen = new Set(given.map(({ path }) => path));
  const beside = new Map<string, ResultsFile>();
  for (const file of alone) {
    for (const one of await resultsBeside(file)) if (!seen.has(one.path)) beside.set(one.path, one);
  }
  return readAll([...beside.values()], { signal, onRefused: () => undefined });
}

function resultsOf(
  { root, stamp }: DetailsFile,
  known: readonly ReadResults[],
): ReadResults | undefined {
  return stamp === undefined
    ? undefined
    : known.find((one) => one.root === root && one.stamp === stamp);
}

function localRun(
  file: DetailsFile,
  {
    model,
    benchmark,
    results,
  }: { model: string; benchmark: string; results: RunResults | undefined },
): LocalRun {
  const { path, task, stamp, size } = file;
  const ofTask = results?.tasks.get(task);
  return {
    file,
    stamp,
    size,
    rows: ofTask?.asked,
    expected: ofTask?.expected,
    about: { model, benchmark, task, run: stamp, source: path, results: ofTask },
  };
}

/** By the folders, the results file, `--name`, and last after the folder itself. */
function modelOf(
  { model, root, path }: DetailsFile,
  {
    results,
    name,
    unnamed,
  }: { results: RunResults | undefined; name: string | undefined; unnamed: Set<string> },
): string {
  const known = model ?? shortModel(results?.model) ?? name;
  if (known !== undefined) return known;
  const folder = basename(resolve(root));
  if (folder === "") {
    throw new EipError("name-the-model", {
      where: path,
      found: "nothing names the model",
      try: "--name NAME",
    });
  }
  unnamed.add(folder);
  return folder;
}

/** A model that was loaded from a path is called by the last part of it. */
function shortModel(model: string | undefined): string | undefined {
  if (model === undefined || !/^(?:~|\.{1,2})?[\\/]|^[A-Za-z]:[\\/]|\/.*\//.test(model))
    return model;
  return model.split(/[\\/]+/).findLast((part) => part !== "") ?? model;
}

function folderNotice(models: readonly string[]): Notice[] {
  if (models.length === 0) return [];
  const called =
    models.length === 1
      ? "nothing names this model; it is"
      : "nothing names these models; they are";
  return [
    {
      severity: "note",
      code: "label",
      message: `${listText(models)}: ${called} called after the folder.`,
      try: "--name NAME",
      models,
    },
  ];
}

/**
 * The run with the number of its items, where the footer says it.
 *
 * @throws EipError where the file cannot be opened.
 */
export async function withRows(run: LocalRun): Promise<LocalRun> {
  const { path, isParquet } = run.file;
  if (!isParquet) return run;
  const rows = await withFile(path, async (source) => (await openParquetFile(source, path)).rows);
  return { ...run, rows };
}
