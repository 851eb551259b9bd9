import { resolve } from "node:path";
import { EipError, groupBy, type Notice } from "@eip-eval/core";
import { listText } from "@eip-eval/core/io";
import type { LabelledRun, Run } from "./run.ts";

/** Runs under the names of their models, and what has to be said about those names. */
export interface Labels {
  readonly runs: readonly LabelledRun[];
  readonly notices: readonly Notice[];
}

/**
 * Names the model of each run (format document, section 8): as the log names it, a path by its last
 * parts; else by `name`; else after its folder. Files that differ in nothing but the end of their
 * names are named by that end. One name for several systems gets what differs appended.
 *
 * @throws EipError `name-the-model` where nothing names it.
 */
export function labelRuns(runs: readonly Run[], name: string | undefined): Labels {
  const suffixed = suffixedRuns(runs);
  const adopted = adoptedNames(runs);
  const folders = new Set<string>();
  const bases = new Map<Run, string>();
  for (const run of runs) {
    const byLog = suffixed.has(run) ? run.suffix : (run.modelName ?? adopted.get(run));
    bases.set(run, byLog ?? name ?? folderOf(run));
    if (byLog === undefined && name === undefined) folders.add(folderOf(run));
  }
  const short = shortNames([...bases.values()]);
  const named = runs.map((run) => ({ ...run, model: short.get(bases.get(run)!)! }));
  const split = splitSystems(named);
  return {
    runs: split.runs,
    notices: [
      ...folderNotice(folders, short),
      ...adoptedNotice(named.filter((_, at) => adopted.has(runs[at]!))),
      ...suffixNotices([...suffixed]),
      ...split.notices,
    ],
  };
}

/**
 * A dated file lies in the folder of its model. Where its results file is missing or broken, and all
 * other runs in the folder are by one model, it is by that model too.
 */
function adoptedNames(runs: readonly Run[]): Map<Run, string> {
  const adopted = new Map<Run, string>();
  for (const same of groupBy(runs, ({ file }) => file.folder).values()) {
    const names = new Set(same.flatMap(({ modelName }) => modelName ?? []));
    const [only] = names;
    if (only === undefined || names.size > 1) continue;
    for (const run of same) {
      if (run.modelName === undefined && run.date !== undefined) adopted.set(run, only);
    }
  }
  return adopted;
}

function folderOf({ file }: Run): string {
  const folder = resolve(file.folder);
  if (/[^\\/]/.test(folder)) return folder;
  throw new EipError("name-the-model", {
    where: file.path,
    found: "nothing names the model",
    try: "--name NAME",
  });
}

/** Runs of one benchmark, in one folder, without a date, told apart by the end of their names. */
function suffixedRuns(runs: readonly Run[]): Set<Run> {
  const groups = groupBy(
    runs.filter(({ file, suffix }) => file.name.date === undefined && suffix !== undefined),
    ({ file, benchmark }) => JSON.stringify([file.folder, benchmark]),
  );
  return new Set([...groups.values()].filter((group) => group.length > 1).flat());
}

const PATH = /^(?:~|\.{1,2})?[\\/]|^[A-Za-z]:[\\/]|\\|\/.*\//;

/**
 * Names to show for names of models: paths are cut to as many of their last parts as tell them
 * apart, other names stay.
 *
 * @example
 * ```ts
 * shortNames(["/data/a/llama-7b", "org/gpt"]); // Map { … => "llama-7b", "org/gpt" => "org/gpt" }
 * shortNames(["/runs/a/epoch_1", "/runs/b/epoch_1"]); // … => "a/epoch_1", … => "b/epoch_1"
 * ```
 */
export function shortNames(names: readonly string[]): Map<string, string> {
  const distinct = [...new Set(names)];
  const parts = new Map(distinct.map((name) => [name, name.split(/[\\/]+/).filter(Boolean)]));
  const lengths = new Map(distinct.map((name) => [name, PATH.test(name) ? 1 : Infinity]));
  const shown = (name: string): string => {
    const length = lengths.get(name)!;
    return length === Infinity ? name : parts.get(name)!.slice(-length).join("/") || name;
  };
  for (;;) {
    const groups = groupBy(distinct, shown);
    const longer = distinct.filter(
      (name) => groups.get(shown(name))!.length > 1 && lengths.get(name)! < parts.get(name)!.length,
    );
    if (longer.length === 0) return new Map(distinct.map((name) => [name, shown(name)]));
    for (const name of longer) lengths.set(name, lengths.get(name)! + 1);
  }
}

/** Appends what differs to the name of a model that was run as several systems. */
function splitSystems(runs: readonly LabelledRun[]): Labels {
  const notices: Notice[] = [];
  const relabelled = new Map<LabelledRun, string>();
  for (const [model, same] of groupBy(runs, (run) => run.model)) {
    const known = same.filter(({ results }) => results !== undefined);
    const differing = differingKeys(known);
    if (differing.length === 0) continue;
    for (const run of known) relabelled.set(run, `${model} [${systemText(run, differing)}]`);
    const models = [...new Set(known.map((run) => relabelled.get(run)!))].toSorted();
    notices.push({
      severity: "note",
      code: "label",
      message: `${model} was run as ${models.length} systems that differ in ${differing.join(", ")}; they are kept apart.`,
      models,
    });
  }
  return {
    runs: runs.map((run) => ({ ...run, model: relabelled.get(run) ?? run.model })),
    notices,
  };
}

function differingKeys(runs: readonly LabelledRun[]): string[] {
  const keys = new Set(runs.flatMap(({ results }) => [...results!.system.keys()]));
  return [...keys]
    .filter((key) => {
      const values = new Set(runs.map((run) => systemValue(run, key)));
      values.delete(UNKNOWN);
      return values.size > 1;
    })
    .toSorted();
}

const UNKNOWN = "unknown";
/** Not logged by every version; an argument that is not logged was not given. */
const PERHAPS_UNLOGGED: ReadonlySet<string> = new Set([
  "sha",
  "chat_template",
  "system_instruction",
  "gen_kwargs",
]);

function systemValue({ results }: LabelledRun, key: string): string {
  return results!.system.get(key) ?? (PERHAPS_UNLOGGED.has(key) ? UNKNOWN : "none");
}

function systemText(run: LabelledRun, keys: readonly string[]): string {
  return keys.map((key) => `${key}=${systemValue(run, key).slice(0, 60)}`).join(", ");
}

function folderNotice(folders: ReadonlySet<string>, short: ReadonlyMap<string, string>): Notice[] {
  if (folders.size === 0) return [];
  const models = [...folders].map((folder) => short.get(folder)!).toSorted();
  const called =
    models.length === 1 ? "no log names this model; it is" : "no log names these models; they are";
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

function adoptedNotice(runs: readonly LabelledRun[]): Notice[] {
  if (runs.length === 0) return [];
  const models = [...new Set(runs.map(({ model }) => model))].toSorted();
  const files = runs.length === 1 ? "1 samples file has" : `${runs.length} samples files have`;
  return [
    {
      severity: "note",
      code: "label",
      message: `${files} no readable results file; taken to be by the model of all other runs in the folder: ${listText(models)}.`,
      models,
    },
  ];
}

function suffixNotices(runs: readonly Run[]): Notice[] {
  const groups = groupBy(runs, ({ benchmark }) => benchmark);
  return [...groups].map(([benchmark, group]) => {
    const models = group.map(({ suffix }) => suffix!).toSorted();
    return {
      severity: "note",
      code: "label",
      message: `${benchmark}: ${group.length} files differ only in the end of their names, and are called by it: ${listText(models)}.`,
      benchmark,
      models,
    };
  });
}
