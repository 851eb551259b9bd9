import { groupBy } from "@eip-eval/core";
import type { Hub } from "./hub/hub.ts";
import type { LookedUp } from "./look-up.ts";
import { detailsIn, planRepository, type DetailsFile } from "./plan-repository.ts";
import { readTotals, rowsOf, type RunTotals } from "./run-totals.ts";
import { shownStamp } from "./stamp.ts";

/** Which run of each benchmark counts, now that the runs are known better than by their sizes. */
export interface DecidedRuns {
  readonly looked: LookedUp;
  /** By the stamp of the run. */
  readonly totals: ReadonlyMap<string, RunTotals>;
  /** Tasks of which a run has a total and no items. */
  readonly withoutItems: readonly { readonly task: string; readonly reason: string }[];
  /** What a person should know, as sentences. */
  readonly remarks: readonly string[];
}

export interface DecisionOptions {
  /** The files of which one may have to be read; only their runs are asked about. */
  readonly open: readonly DetailsFile[];
  readonly wants: (benchmark: string) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Reads the totals of the runs that matter, and plans again. A gate that is shut is found here,
 * before any large file.
 *
 * @throws EipError when the Hub refuses or fails.
 */
export async function decideRuns(
  hub: Hub,
  looked: LookedUp,
  { open, wants, signal }: DecisionOptions,
): Promise<DecidedRuns> {
  const stamps = new Set(open.map(({ stamp }) => stamp));
  const totals = new Map<string, RunTotals>();
  for (const [stamp, file] of looked.plan.totals) {
    if (stamps.has(stamp)) totals.set(stamp, await readTotals(hub, file));
  }
  const rows = await rowsOfRuns(hub, open, signal);
  const plan = planRepository(looked.plan.found, {
    files: looked.files,
    counts: ({ stamp, task, file }) => {
      const results = totals.get(stamp)?.tasks.get(task);
      return { rows: rows.get(file.path) ?? results?.asked, expected: results?.expected };
    },
  });
  const wanted = plan.files.filter(({ benchmark }) => wants(benchmark));
  const decided = { ...looked, plan, wanted };
  const troubles = [...totals.values()].flatMap(({ trouble }) => trouble ?? []);
  return {
    looked: decided,
    totals,
    withoutItems: tasksWithoutItems(decided, { totals, wants }),
    remarks: [...troubles, ...passedOver(decided)],
  };
}

/**
 * Rows of Parquet files by path, where a benchmark has several: the totals of such runs do not say
 * how many items were asked, the ends of the files do.
 */
async function rowsOfRuns(
  hub: Hub,
  open: readonly DetailsFile[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  for (const same of groupBy(open, ({ benchmark }) => benchmark).values()) {
    if (same.length === 1) continue;
    for (const { file, form } of same) {
      if (form !== "columns" || file.size === 0) continue;
      rows.set(file.path, await rowsOf(hub, file, { signal }));
    }
  }
  return rows;
}

function passedOver({ plan, wanted }: LookedUp): string[] {
  const names = new Set(wanted.map(({ benchmark }) => benchmark));
  return plan.passedOver
    .filter(({ run, reason }) => names.has(run.benchmark) && reason.includes("partial"))
    .map(
      ({ run, reason }) =>
        `${plan.found.model}, ${run.benchmark}: the run of ${shownStamp(run.stamp)} was passed over (${reason}).`,
    );
}

function tasksWithoutItems(
  { files }: LookedUp,
  { totals, wants }: { totals: DecidedRuns["totals"]; wants: DecisionOptions["wants"] },
): DecidedRuns["withoutItems"] {
  const have = detailsIn(files).map(({ task }) => task);
  const hasItems = (task: string): boolean => have.some((one) => one.startsWith(task));
  return [...totals].flatMap(([stamp, { tasks, name }]) =>
    [...tasks]
      // Groups and averages have no number of items.
      .filter(([task, { expected }]) => expected !== undefined && !hasItems(task) && wants(task))
      .map(([task]) => ({
        task,
        reason: `${name} has a total of the run of ${shownStamp(stamp)}, but there is no file of its items`,
      })),
  );
}
