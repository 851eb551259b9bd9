import type { Notice } from "@eip-eval/core";
import type { LabelledRun } from "./run.ts";

/** Which of several runs of one benchmark by one model counts. */
export interface RerunChoice {
  readonly used: LabelledRun;
  readonly others: readonly LabelledRun[];
}

/**
 * Chooses among the runs of one benchmark by one model: the most items that could be read, then the
 * newest, then the first by path (format document, trap 4). Runs are never merged.
 */
export function chooseRun(runs: readonly LabelledRun[]): RerunChoice {
  const [used, ...others] = runs.toSorted(
    (a, b) =>
      b.table.docs - a.table.docs ||
      compare(b.date ?? "", a.date ?? "") ||
      compare(a.file.path, b.file.path),
  );
  return { used: used!, others };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Why a run was not used, beside the one that was. */
export function unusedReason(run: LabelledRun, used: LabelledRun): string {
  if (run.table.docs < used.table.docs)
    return `a run with more items was used (${used.table.docs})`;
  return run.date === used.date ? "the same run again" : "a newer run was used";
}

/** Says which run of several was used. */
export function rerunNotice({ used, others }: RerunChoice): Notice {
  const { model, benchmark, table, date } = used;
  const times = others.length === 1 ? "twice" : `${others.length + 1} times`;
  const which = date === undefined ? "the largest run" : `the run of ${shownDate(date)}`;
  const differing = differences(used, others);
  const settings = differing.length === 0 ? "" : `; the runs differ in ${differing.join(", ")}`;
  return {
    severity: "note",
    code: "rerun",
    message: `${model} ran ${benchmark} ${times}; ${which} (${table.docs} items) was used${settings}.`,
    benchmark,
    models: [model],
  };
}

/** A date of the harness as people write it. */
function shownDate(date: string): string {
  const [day = "", time = ""] = date.split("T");
  return `${day} ${time.slice(0, 5).replace("-", ":")}`;
}

function differences(used: LabelledRun, others: readonly LabelledRun[]): string[] {
  const settings = {
    "n-shot": ({ setup }: LabelledRun) => setup?.shots,
    version: ({ setup }: LabelledRun) => setup?.version,
    filters: ({ setup, filters }: LabelledRun) => setup && filters.join(),
    "task settings": ({ setup }: LabelledRun) => setup?.fingerprint,
  };
  const names = Object.entries(settings)
    .filter(([, of]) => others.some((run) => differ(of(run), of(used))))
    .map(([name]) => name);
  return names.length > 1 ? names.filter((name) => name !== "task settings") : names;
}

function differ(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}
