import { exactSum } from "@eip-eval/core";
import type { SamplesFile } from "./files.ts";
import type { TaskInName } from "./file-name.ts";
import { modelInFileName } from "./model-args.ts";
import type { Results, TaskSetup } from "./results.ts";
import type { SampleTable } from "./sample-table.ts";

/** The records of one benchmark in one file, with what is known about their run. */
export interface Run {
  readonly file: SamplesFile;
  readonly benchmark: string;
  readonly table: SampleTable;
  readonly results: Results | undefined;
  readonly setup: TaskSetup | undefined;
  readonly date: string | undefined;
  /** The model as the log names it, perhaps a path. */
  readonly modelName: string | undefined;
  /** What somebody wrote behind the task in the file name. */
  readonly suffix: string | undefined;
  /** Names of the filters by number. */
  readonly filters: readonly string[];
  /** Whether those names come from the log; without them a filter is only a number. */
  readonly filtersAreNamed: boolean;
}

/** A run under the name that tells its model apart. */
export interface LabelledRun extends Run {
  readonly model: string;
}

/** No filter was applied, or none is known. */
export const NO_FILTER = "none";

/** Puts together what file name, records and results file say about one run. */
export function makeRun(
  { file, named, table }: { file: SamplesFile; named: TaskInName; table: SampleTable },
  results: Results | undefined,
): Run {
  const setup = results?.tasks.get(named.task);
  return {
    file,
    benchmark: named.task,
    table,
    results,
    setup,
    date: file.name.date ?? results?.date,
    modelName:
      results?.modelName ??
      (named.modelArgs === undefined ? undefined : modelInFileName(named.modelArgs)),
    suffix: named.suffix,
    ...filterNames(table, setup),
  };
}

/**
 * What the filters of a file are called. Where lines do not name theirs, the k-th line of a
 * document belongs to the k-th entry of the task's filter_list (format document, trap 1).
 */
function filterNames(
  { filterNames: named, filters }: SampleTable,
  setup: TaskSetup | undefined,
): Pick<Run, "filters" | "filtersAreNamed"> {
  if (named.length > 0) return { filters: named, filtersAreNamed: true };
  const count = filters.length;
  const listed = [setup?.filters ?? [], filtersOfTotals(setup)].find((one) => one.length >= count);
  if (listed && listed.length > 0)
    return { filters: listed.slice(0, count), filtersAreNamed: true };
  if (count <= 1) return { filters: [NO_FILTER], filtersAreNamed: setup !== undefined };
  return { filters: filters.map((_, number) => `filter-${number + 1}`), filtersAreNamed: false };
}

function filtersOfTotals(setup: TaskSetup | undefined): string[] {
  const keys = [...(setup?.totals.keys() ?? [])].filter((key) => key.includes(","));
  return [...new Set(keys.map((key) => key.slice(key.indexOf(",") + 1)))];
}

/** Numbers of the filters, in the order in which the harness lists them. */
export function filterOrder({ filters, setup }: Run): number[] {
  const listed = setup?.filters ?? [];
  const place = (number: number): number => {
    const at = listed.indexOf(filters[number]!);
    return at === -1 ? listed.length + number : at;
  };
  return filters.map((_, number) => number).toSorted((a, b) => place(a) - place(b));
}

/**
 * Our mean of the graded items under one metric and filter, whatever the order of the lines; NaN
 * where none is graded.
 */
export function meanOf({ table }: Run, metric: string, filter: number): number {
  const scores = table.metrics.get(metric)?.scores;
  const sum = exactSum();
  let graded = 0;
  let solved = 0;
  for (const row of table.rowsOf(filter)) {
    const score = scores?.get(row);
    if (typeof score !== "number") continue;
    graded += 1;
    if (score === 0 || score === 1) solved += score;
    else sum.add(score);
  }
  sum.add(solved);
  return sum.total() / graded;
}

/** The harness's own value for a metric and filter; `undefined` where the log has none. */
export function totalOf(
  { setup, filters }: Run,
  metric: string,
  filter: number,
): number | undefined {
  return setup?.totals.get(`${metric},${filters[filter]}`) ?? setup?.totals.get(metric);
}
