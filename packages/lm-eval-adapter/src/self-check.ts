import type { MeanCheck, Notice } from "@eip-eval/core";
import { meanOf, totalOf, NO_FILTER, type LabelledRun } from "./run.ts";
import type { ChosenMetric } from "./metric.ts";
import type { UsableMetric } from "./usable.ts";

const TOLERANCE = 1e-6;

/** Our mean of one metric and filter beside the harness's own (format document, section 6). */
export function checkMean(run: LabelledRun, chosen: ChosenMetric): MeanCheck {
  const mean = meanOf(run, chosen.metric, chosen.filter);
  const harnessMean = comparableTotal(run, chosen);
  return {
    model: run.model,
    mean,
    harnessMean: harnessMean ?? null,
    agrees: harnessMean === undefined ? null : Math.abs(mean - harnessMean) <= TOLERANCE,
  };
}

/** The harness's value where it is a plain mean over the items that we averaged. */
function comparableTotal(run: LabelledRun, { metric, filter }: ChosenMetric): number | undefined {
  const total = totalOf(run, metric, filter);
  const tally = run.table.metrics.get(metric)?.tallies[filter];
  const aggregation = run.setup?.aggregations.get(metric) ?? "mean";
  if (total === undefined || !tally || tally.lists > 0) return undefined;
  if (aggregation === "nanmean") return total;
  return aggregation === "mean" && tally.ungraded === 0 ? total : undefined;
}

/** Warnings about means of a whole run that the harness has otherwise. */
export function mismatchNotices(run: LabelledRun, usable: readonly UsableMetric[]): Notice[] {
  if (isShort(run)) return [];
  return usable.flatMap((one) => {
    if (comparableTotal(run, one) === undefined) return [];
    const { mean, harnessMean, agrees } = checkMean(run, one);
    if (agrees !== false) return [];
    const { model, benchmark, table } = run;
    const asked = run.setup?.items === undefined ? "" : ` of ${run.setup.items}`;
    return [
      {
        severity: "warning" as const,
        code: "metric-mismatch" as const,
        message: `${model} on ${benchmark}: ${pairText(run, one)} is ${percent(mean)} over ${table.docs}${asked} items here, ${percent(harnessMean!)} in the results file.`,
        benchmark,
        models: [model],
      },
    ];
  });
}

function isShort({ table, setup }: LabelledRun): boolean {
  return setup?.items !== undefined && table.docs < setup.items;
}

/** Says that fewer items are here than were asked. */
export function partialNotice(run: LabelledRun, chosen: ChosenMetric): Notice[] {
  if (!isShort(run)) return [];
  const { model, benchmark, table, setup } = run;
  const { mean, harnessMean, agrees } = checkMean(run, chosen);
  const means =
    agrees === false ? ` (${percent(mean)} here, ${percent(harnessMean!)} over all)` : "";
  return [
    {
      severity: "warning",
      code: "partial-run",
      message: `${model} on ${benchmark}: ${table.docs} of ${setup!.items} items are here${means}.`,
      benchmark,
      models: [model],
    },
  ];
}

const CLEAR_DIFFERENCE = 0.05;

/** Warns where another filter of the same metric gives clearly another mean. */
export function filterNotices(
  run: LabelledRun,
  chosen: ChosenMetric,
  usable: readonly UsableMetric[],
): Notice[] {
  const { model, benchmark, filters } = run;
  const mean = meanOf(run, chosen.metric, chosen.filter);
  const others = usable
    .filter(({ metric, filter }) => metric === chosen.metric && filter !== chosen.filter)
    .map(({ filter }) => ({ filter, mean: meanOf(run, chosen.metric, filter) }))
    .toSorted((a, b) => Math.abs(b.mean - mean) - Math.abs(a.mean - mean));
  const other = others[0];
  const said: Notice[] = [];
  if (!run.filtersAreNamed && filters.length > 1 && chosen.filter === 0) {
    said.push({
      severity: "warning",
      code: "filter-ambiguous",
      message: `${model} on ${benchmark}: ${filters.length} lines for an item and no results file that names their filters; the first line of each was used.`,
      try: `--metric ${benchmark}=${chosen.metric},${filters[1]}`,
      benchmark,
      models: [model],
    });
  }
  if (other && Math.abs(other.mean - mean) >= CLEAR_DIFFERENCE) {
    const hint =
      other.mean > mean
        ? "It may know more than its answer format shows."
        : "The choice of the filter matters.";
    said.push({
      severity: "warning",
      code: "filter-ambiguous",
      message: `${model} on ${benchmark}: ${percent(mean)} ${filters[chosen.filter]}, ${percent(other.mean)} ${filters[other.filter]}. ${hint}`,
      try: `--metric ${benchmark}=${chosen.metric},${filters[other.filter]}`,
      benchmark,
      models: [model],
    });
  }
  return said;
}

/** Warns where every item has the same score and the log shows a reason (trap 13). */
export function constantNotice(
  run: LabelledRun,
  chosen: ChosenMetric,
  usable: readonly UsableMetric[],
): Notice[] {
  const mean = meanOf(run, chosen.metric, chosen.filter);
  const { model, benchmark, table } = run;
  if ((mean !== 0 && mean !== 1) || table.docs < 2) return [];
  const tally = table.filters[chosen.filter]!;
  const reasons = [
    tally.invalid === tally.rows && "no answer was found in any response",
    tally.listTargets === tally.rows &&
      mean === 1 &&
      "the reference is a list, which matches anything",
    usable.some(
      ({ metric, filter }) => metric === chosen.metric && meanOf(run, metric, filter) !== mean,
    ) && "another filter gives something else",
  ].filter((reason) => reason !== false);
  if (reasons.length === 0) return [];
  return [
    {
      severity: "warning",
      code: "constant-scores",
      message: `${model} on ${benchmark}: all ${table.docs} items score ${mean}; ${reasons.join(", ")}.`,
      benchmark,
      models: [model],
    },
  ];
}

/** A share as people read it. */
function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function pairText({ filters }: LabelledRun, { metric, filter }: ChosenMetric): string {
  const name = filters[filter] ?? NO_FILTER;
  return name === NO_FILTER ? metric : `${metric}, ${name}`;
}
