import type { EipError, Notice, ReadOptions } from "@eip-eval/core";
import {
  findFiles,
  type FoundFile,
  type ProblemReport,
  progressMeter,
  type ProgressMeter,
  type Refused,
} from "@eip-eval/core/io";
import { dirname } from "node:path";
import { TextPool } from "./columns.ts";
import { isNamedLikeSamples, samplesName } from "./file-name.ts";
import { resultsBeside, sortFiles, type SamplesFile, type SortedFiles } from "./files.ts";
import { labelRuns } from "./label.ts";
import { pairByValue, taskOfFile } from "./pairing.ts";
import { readRuns } from "./read-runs.ts";
import { readResults, type Results } from "./results.ts";
import type { LabelledRun, Run } from "./run.ts";

/** Everything that was found and read, before anything is decided. */
export interface Logs {
  readonly filesFound: number;
  readonly sorted: SortedFiles;
  /** Results files among the given paths; those beside a single file do not count. */
  readonly results: readonly Results[];
  readonly runs: readonly LabelledRun[];
  readonly refusals: readonly Refused[];
  readonly notices: readonly Notice[];
  readonly texts: TextPool;
  readonly meter: ProgressMeter;
}

/** The first pass: sorts the files, reads results, and all records as columns. */
export async function gather(
  paths: readonly string[],
  { options, report }: { options: ReadOptions; report: ProblemReport },
): Promise<Logs> {
  const { signal, onProblem } = options;
  const found = await findFiles(paths, (problem) => report.passOn(problem));
  const refused: Refused[] = [];
  const onRefused = (error: EipError, path: string): void => void refused.push({ error, path });
  const sorted = await sortFiles(found, onRefused);
  const results = await readAll(sorted.results, { signal, onRefused });
  const given = new Set(paths);
  const alone = sorted.samples.filter(({ path }) => given.has(path));
  const known = [...results, ...(await besideAll(alone, results, signal))];
  const samples = [...sorted.samples, ...samplesInResults(results, found)];
  const meter = progressMeter(options, samples);
  const texts = new TextPool();
  const runs: Run[] = [];
  for (const file of samples) {
    meter.begin(file.path);
    const reading = { signal, onProblem, onBytes: meter.onBytes, repair: options.repair };
    const { metrics, scales, wants, carry, strict, text } = options;
    const asked = {
      metrics,
      scales,
      wants,
      carry,
      strict,
      text,
      results: known,
      texts,
      file: reading,
      onRefused,
    };
    runs.push(...(await readRuns(file, asked)));
  }
  const labels = labelRuns(pairByValue(runs, { results, beside: known }), options.name);
  return {
    filesFound: found.length,
    sorted,
    results,
    runs: labels.runs,
    refusals: refused.filter(({ path }) =>
      isWanted(path, { results: known, wants: options.wants }),
    ),
    notices: labels.notices,
    texts,
    meter,
  };
}

async function readAll(
  paths: readonly string[],
  {
    signal,
    onRefused,
  }: { signal: AbortSignal | undefined; onRefused: (error: EipError, path: string) => void },
): Promise<Results[]> {
  const results: Results[] = [];
  for (const path of paths) {
    const one = await readResults(path, signal);
    if ("error" in one) onRefused(one.error, path);
    else results.push(one.results);
  }
  return results;
}

/** What is known about the runs of files that were given by themselves. */
async function besideAll(
  alone: readonly SamplesFile[],
  known: readonly Results[],
  signal: AbortSignal | undefined,
): Promise<Results[]> {
  const seen = new Set(known.map(({ path }) => path));
  const results: Results[] = [];
  for (const file of alone) {
    for (const path of await resultsBeside(file)) {
      if (seen.has(path)) continue;
      seen.add(path);
      const one = await readResults(path, signal);
      // A broken file that nobody asked for is no problem of theirs.
      if ("results" in one) results.push(one.results);
    }
  }
  return results;
}

function samplesInResults(results: readonly Results[], found: readonly FoundFile[]): SamplesFile[] {
  const sizes = new Map(found.map(({ path, size }) => [path, size]));
  return results
    .filter(({ hasSamples }) => hasSamples)
    .map(({ path }) => ({
      path,
      folder: dirname(path),
      size: sizes.get(path) ?? 0,
      name: samplesName(path),
      layout: "result",
      isWriteOut: false,
    }));
}

/** A file of a benchmark that nobody asked for is no problem, whatever is in it. */
function isWanted(
  path: string,
  { results, wants }: { results: readonly Results[] } & Pick<ReadOptions, "wants">,
): boolean {
  if (!wants || !isNamedLikeSamples(path)) return true;
  const file = { folder: dirname(path), name: samplesName(path) };
  return wants(taskOfFile(file, results).task);
}
