import { EipError, groupBy, type GradedRun, type ReadOptions } from "@eip-eval/core";
import type { ProgressMeter } from "@eip-eval/core/io";
import { chooseRun, type PassedOver } from "./choose-run.ts";
import { detailsRunOfFile } from "./details-run.ts";
import { withRows, type LocalRun } from "./local-runs.ts";

/** The run that counts for one benchmark of one model, and the others. */
export interface ReadRun {
  readonly local: LocalRun;
  readonly passedOver: readonly PassedOver<LocalRun>[];
}

/** The same with its rows. */
export interface ChosenRun extends ReadRun {
  readonly graded: GradedRun;
}

/** What reading needs beside the runs. */
export interface ChoosingOptions {
  readonly options: ReadOptions;
  readonly meter: ProgressMeter;
  readonly onRefused: (error: EipError, path: string) => void;
}

/**
 * Reads for each benchmark of each repository the run that counts. A file that is less than it seemed,
 * or cannot be read, makes way for the next best run.
 */
export async function* readChosen(
  runs: readonly LocalRun[],
  reading: ChoosingOptions,
): AsyncGenerator<ChosenRun> {
  const key = ({ file, about }: LocalRun): string =>
    JSON.stringify([about.model, file.root, about.benchmark]);
  for (const same of groupBy(runs, key).values()) {
    const chosen = await readBest(same, reading);
    if (chosen) yield chosen;
  }
}

async function readBest(
  runs: readonly LocalRun[],
  reading: ChoosingOptions,
): Promise<ChosenRun | undefined> {
  let rest = runs.length === 1 ? runs : await countable(runs, reading);
  const read = new Map<string, GradedRun>();
  while (rest.length > 0) {
    const { used, passedOver } = chooseRun(rest);
    const { path } = used.file;
    const known = read.get(path);
    if (known) return { local: used, graded: known, passedOver };
    const graded = await tryRead(used, reading);
    if (graded) {
      read.set(path, graded);
      rest = rest.map((run) => (run === used ? { ...run, rows: graded.rows } : run));
    } else rest = rest.filter((run) => run !== used);
  }
  return undefined;
}

/** The runs whose files can be opened. */
async function countable(
  runs: readonly LocalRun[],
  { onRefused }: ChoosingOptions,
): Promise<LocalRun[]> {
  const counted: LocalRun[] = [];
  for (const run of runs) {
    try {
      counted.push(await withRows(run));
    } catch (error) {
      if (!EipError.isInstance(error)) throw error;
      onRefused(error, run.file.path);
    }
  }
  return counted;
}

async function tryRead(
  { file, about }: LocalRun,
  { options, meter, onRefused }: ChoosingOptions,
): Promise<GradedRun | undefined> {
  options.signal?.throwIfAborted();
  meter.begin(file.path);
  try {
    return await detailsRunOfFile(file.path, { about, options });
  } catch (error) {
    if (!EipError.isInstance(error)) throw error;
    onRefused(error, file.path);
    return undefined;
  } finally {
    meter.onBytes(file.size);
  }
}
