import { groupBy, type Notice } from "@eip-eval/core";
import { byCodeUnit, count, listText } from "@eip-eval/core/io";
import type { LabelledRun, Run } from "./run.ts";

/** The runs of one benchmark under the names of their models. */
export interface Labels {
  readonly runs: readonly LabelledRun[];
  readonly notices: readonly Notice[];
}

/**
 * Names the models of the runs of one benchmark (format document, section 3), in the order of their
 * run ids. Runs of one name that were the same test of the same system are trials of one model;
 * where there are several systems, each gets the id of its first run.
 */
export function labelRuns(runs: readonly Run[]): Labels {
  const labelled: LabelledRun[] = [];
  const notices: Notice[] = [];
  for (const [name, same] of groupBy(runs.toSorted(byId), ({ modelName }) => modelName)) {
    const systems = systemsAmong(same);
    for (const system of systems) {
      const model = systems.length === 1 ? name : `${name} [${system[0].id}]`;
      labelled.push(...system.map((run) => ({ ...run, model })));
    }
    if (systems.length > 1) notices.push(systemsNotice(name, systems));
    else if (same.length > 1) notices.push(trialsNotice(name, same));
    notices.push(...servedNotice(name, same));
  }
  return { runs: labelled, notices };
}

function byId(a: Run, b: Run): number {
  return byCodeUnit(a.id, b.id) || byCodeUnit(a.path, b.path);
}

function systemsAmong(runs: readonly Run[]): readonly (readonly [Run, ...Run[]])[] {
  const systems: [Run, ...Run[]][] = [];
  for (const run of runs) {
    const own = systems.find(([first]) => isSameSystem(first, run));
    if (own) own.push(run);
    else systems.push([run]);
  }
  return systems;
}

function isSameSystem(a: Run, b: Run): boolean {
  if (a.source !== b.source) return false;
  if (a.source === "hosted") return isSameHosted(a, b);
  return a.spec?.system === b.spec?.system;
}

/** An export has no spec: the sampling parameters and every prompt must be the same. */
function isSameHosted(a: Run, b: Run): boolean {
  const settings = new Set([...a.hosted.settings, ...b.hosted.settings]);
  if (settings.size > Math.max(a.hosted.settings.size, b.hosted.settings.size)) return false;
  let compared = 0;
  for (const [sample, id] of a.table.samples.entries()) {
    const other = b.table.numberOf(id);
    const [one, two] = [a.table.prompts[sample]!, b.table.prompts[other ?? -1] ?? Number.NaN];
    if (Number.isNaN(one) || Number.isNaN(two)) continue;
    if (one !== two) return false;
    compared += 1;
  }
  return compared > 0;
}

function systemsNotice(name: string, systems: readonly (readonly [Run, ...Run[]])[]): Notice {
  const { benchmark } = systems[0]![0];
  return {
    severity: "note",
    code: "label",
    message: `${benchmark}: ${name} was run as ${count(systems.length, "system")} that differ in completion functions, arguments or prompts; they are kept apart by their run ids.`,
    benchmark,
    models: systems.map(([first]) => `${name} [${first.id}]`),
  };
}

function trialsNotice(name: string, runs: readonly Run[]): Notice {
  const { benchmark } = runs[0]!;
  return {
    severity: "note",
    code: "rerun",
    message: `${benchmark}: ${name} ran ${count(runs.length, "time")}; the runs are trials of the same items.`,
    benchmark,
    models: [name],
  };
}

/** One name that stood for several snapshots in time. */
function servedNotice(name: string, runs: readonly Run[]): Notice[] {
  const served = [...new Set(runs.flatMap(({ table }) => [...table.served.keys()]))].toSorted();
  if (served.length < 2) return [];
  const { benchmark } = runs[0]!;
  return [
    {
      severity: "note",
      code: "label",
      message: `${benchmark}: ${name} was served by ${listText(served)}.`,
      try: "--label served",
      benchmark,
      models: [name],
    },
  ];
}
