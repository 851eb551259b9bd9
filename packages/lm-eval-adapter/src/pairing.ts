import { basename } from "node:path";
import type { SamplesFile } from "./files.ts";
import { taskInName, type TaskInName } from "./file-name.ts";
import type { Results } from "./results.ts";
import { makeRun, meanOf, totalOf, type Run } from "./run.ts";

/** The task of a per-sample file, from its name and the results files of its folder. */
export function taskOfFile(
  { name, folder }: Pick<SamplesFile, "name" | "folder">,
  all: readonly Results[],
): TaskInName {
  const beside = all.filter((results) => results.folder === folder);
  const known = tasksIn(beside);
  const found = taskInName(name, known);
  // A task that a file of another folder names helps where nothing else does.
  const isGuess = name.form === "renamed" && found.suffix === undefined;
  return isGuess && !known.includes(found.task) ? taskInName(name, tasksIn(all)) : found;
}

function tasksIn(all: readonly Results[]): string[] {
  return [...new Set(all.flatMap(({ tasks }) => [...tasks.keys()]))];
}

/**
 * The results file that was written with a per-sample file: of the same date in the same folder;
 * of the same date in the folder of the model, as on the Hub; without dates, by the model_args in
 * the name. `undefined` where that leaves none or a choice.
 */
export function resultsOfFile(
  { name, folder }: SamplesFile,
  { task, modelArgs }: TaskInName,
  all: readonly Results[],
): Results | undefined {
  const beside = all.filter((results) => results.folder === folder);
  if (name.date !== undefined) {
    const isSameRun = ({ date }: Results): boolean => date === name.date;
    return (
      beside.find((results) => isSameRun(results) && results.tasks.has(task)) ??
      beside.find(isSameRun) ??
      all.find((results) => isSameRun(results) && isFolderOf(results, folder))
    );
  }
  if (modelArgs === undefined) return undefined;
  return beside.find(
    (results) => results.tasks.has(task) && isWrittenAs(results.modelArgs, modelArgs),
  );
}

/** Results files that may belong to a per-sample file without date or model_args. */
function candidateResults(
  { folder }: SamplesFile,
  task: string,
  all: readonly Results[],
): Results[] {
  return all.filter((results) => results.folder === folder && results.tasks.has(task));
}

function isFolderOf({ modelName }: Results, folder: string): boolean {
  return modelName !== undefined && sanitisedName(modelName) === basename(folder);
}

/** The folder name that the harness makes of a model name (section 1.2). */
function sanitisedName(modelName: string): string {
  return modelName.replaceAll(/["<>:/|\\?*[\]]+/g, "__");
}

function isWrittenAs(modelArgs: string, inName: string): boolean {
  const slashes = modelArgs.replaceAll("/", "__");
  return inName === slashes || inName === slashes.replaceAll("=", "__");
}

const TOLERANCE = 1e-6;

/**
 * Gives renamed files without a date the results file that must be theirs: its totals come out of
 * their records, and of no other file's (format document, section 6). `results` are those among the
 * given paths, where all rivals are known too; `beside` may also be beside a single file.
 */
export function pairByValue(
  runs: readonly Run[],
  { results, beside }: { results: readonly Results[]; beside: readonly Results[] },
): Run[] {
  const taken = new Set(runs.map((run) => run.results));
  const free = results.filter((one) => !taken.has(one));
  const fitting = new Map(
    runs.filter(isUnpaired).map((run) => [
      run,
      candidateResults(run.file, run.benchmark, free)
        .map((one) => withResults(run, one))
        .filter(comesFrom),
    ]),
  );
  return runs.map((run) => {
    const [only, ...more] = fitting.get(run) ?? [];
    const isTheirs = only && more.length === 0 && claims(fitting, only) === 1;
    return isTheirs ? only : namedAsBeside(run, beside);
  });
}

/** How many files the results of a run could belong to. */
function claims(fitting: ReadonlyMap<Run, readonly Run[]>, { results, benchmark }: Run): number {
  return [...fitting.values()].filter((paired) =>
    paired.some((one) => one.results === results && one.benchmark === benchmark),
  ).length;
}

/** A renamed file is by the model that all results of its task beside it are by. */
function namedAsBeside(run: Run, results: readonly Results[]): Run {
  if (!isUnpaired(run)) return run;
  const beside = candidateResults(run.file, run.benchmark, results);
  const names = new Set(beside.map(({ modelName }) => modelName));
  return names.size === 1 ? { ...run, modelName: [...names][0] } : run;
}

function isUnpaired({ file, results }: Run): boolean {
  return results === undefined && file.name.form === "renamed";
}

function withResults({ file, benchmark, suffix, table }: Run, results: Results): Run {
  return makeRun({ file, named: { task: benchmark, suffix }, table }, results);
}

function comesFrom(run: Run): boolean {
  const { table, setup } = run;
  if (setup?.items !== undefined && setup.items !== table.docs) return false;
  let compared = 0;
  for (const [metric, { tallies }] of table.metrics) {
    for (const [filter, tally] of tallies.entries()) {
      const total = totalOf(run, metric, filter);
      if (total === undefined || !tally || tally.graded === 0 || tally.bad) continue;
      if (Math.abs(meanOf(run, metric, filter) - total) > TOLERANCE) return false;
      compared += 1;
    }
  }
  return compared > 0;
}
