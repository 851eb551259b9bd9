import {
  type BenchmarkSummary,
  EipError,
  groupBy,
  type Notice,
  patternLookup,
  type ReadOptions,
} from "@eip-eval/core";
import type { TextPool } from "./columns.ts";
import { identifyItems } from "./identity.ts";
import {
  alternativesTo,
  chooseMetrics,
  isAsked,
  requestFor,
  type MetricRequest,
  type ReviewedRun,
} from "./metric.ts";
import { checkPart, checkSetups, isAllowed } from "./mixed-setup.ts";
import type { PlannedRun } from "./outcomes.ts";
import { promptNotice } from "./prompt-check.ts";
import { refusalError, requestError } from "./refusal.ts";
import { chooseRun, rerunNotice, unusedReason } from "./rerun.ts";
import { NO_FILTER, type LabelledRun } from "./run.ts";
import {
  checkMean,
  constantNotice,
  filterNotices,
  mismatchNotices,
  partialNotice,
} from "./self-check.ts";
import { reviewMetrics } from "./usable.ts";

/** All that is decided about one benchmark before its outcomes are given out. */
export interface BenchmarkPlan {
  readonly runs: readonly PlannedRun[];
  /** Absent where no run of the benchmark has a score per item. */
  readonly summary: BenchmarkSummary | undefined;
  readonly unused: readonly UnusedRun[];
  readonly refused: readonly RefusedRun[];
  readonly notices: readonly Notice[];
}

export interface UnusedRun {
  readonly run: LabelledRun;
  readonly reason: string;
}

export interface RefusedRun {
  readonly run: LabelledRun;
  readonly error: EipError;
}

/**
 * Decides for one benchmark, over all its runs: which of several runs of a model counts, that all
 * are the same test, metric and filter, and what identifies an item.
 *
 * @throws EipError where no honest choice is possible: `mixed-setup`, `choose-metric`, `off-scale`,
 * and `not-an-item-score` for a metric that was asked for by name.
 */
export function planBenchmark(
  runs: readonly LabelledRun[],
  { options, texts }: { options: ReadOptions; texts: TextPool },
): BenchmarkPlan {
  const { benchmark } = runs[0]!;
  const request = requestFor(benchmark, options.metrics);
  const isScaled = scaleCheck(runs, { request, scales: options.scales });
  const reviewed = runs.map((run) => ({
    run,
    review: reviewMetrics(run, { asked: request?.metric, isScaled }),
  }));
  const selection = selectRuns(reviewed, { request, allowMixed: options.allowMixed ?? [] });
  const { chosen } = selection;
  if (chosen.length === 0) return { ...selection, runs: [], summary: undefined };
  checkSetups(
    chosen.map(({ run }) => run),
    options.allowMixed,
  );
  const metrics = chooseMetrics(chosen, { request, allowMixed: options.allowMixed ?? [] });
  const counted = chosen.map(({ run }, at) => ({ run, ...metrics[at]! }));
  const items = identifyItems(counted, texts);
  const planned = counted.map((one) => ({ ...one, items }));
  return {
    ...selection,
    runs: planned,
    summary: summaryOf(planned, chosen),
    notices: [
      ...selection.notices,
      ...items.notices,
      ...promptNotice(counted, items),
      ...chosen.flatMap(({ run, review: { usable } }, at) => [
        ...partialNotice(run, metrics[at]!),
        ...mismatchNotices(run, usable),
        // Who names a filter has chosen.
        ...(request?.filter === undefined ? filterNotices(run, metrics[at]!, usable) : []),
        ...constantNotice(run, metrics[at]!, usable),
      ]),
    ],
  };
}

/** Which metrics have a scale from the user; it must be clear which one is meant. */
function scaleCheck(
  runs: readonly LabelledRun[],
  { request, scales }: { request: MetricRequest | undefined } & Pick<ReadOptions, "scales">,
): (metric: string) => boolean {
  const { benchmark } = runs[0]!;
  if (patternLookup(scales ?? {}).find(benchmark) === undefined) return () => false;
  if (request) return (metric) => metric === request.metric;
  const metrics = new Set(runs.flatMap(({ table }) => [...table.metrics.keys()]));
  if (metrics.size <= 1) return () => true;
  throw new EipError("bad-option", {
    where: benchmark,
    found: `a scale, but not for which of its metrics: ${[...metrics].join(", ")}`,
    try: `--metric ${benchmark}=METRIC`,
  });
}

interface RunSelection extends Omit<BenchmarkPlan, "runs" | "summary"> {
  readonly chosen: readonly ReviewedRun[];
}

/** One run for each model that has a usable metric. */
function selectRuns(
  reviewed: readonly ReviewedRun[],
  { request, allowMixed }: { request: MetricRequest | undefined; allowMixed: readonly string[] },
): RunSelection {
  const chosen: ReviewedRun[] = [];
  const unused: UnusedRun[] = [];
  const refused: RefusedRun[] = [];
  const notices: Notice[] = [];
  const byModel = [...groupBy(reviewed, ({ run }) => run.model)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  for (const [, same] of byModel) {
    const fitting = same.filter(({ run, review }) =>
      review.usable.some((one) => !request || isAsked(run, one, request)),
    );
    const others = same.filter((one) => !fitting.includes(one));
    if (fitting.length === 0) {
      if (request) throw requestError(same[0]!, request);
      refused.push(...same.map((one) => ({ run: one.run, error: refusalError(one) })));
      continue;
    }
    unused.push(...others.map(({ run }) => ({ run, reason: "no usable metric" })));
    checkReruns(fitting, { request, allowMixed });
    const choice = chooseRun(fitting.map(({ run }) => run));
    chosen.push(fitting.find(({ run }) => run === choice.used)!);
    if (choice.others.length === 0) continue;
    unused.push(...choice.others.map((run) => ({ run, reason: unusedReason(run, choice.used) })));
    notices.push(rerunNotice(choice));
  }
  return { chosen, unused, refused, notices };
}

/** Runs of one model that are two tests must not pass for one run and its repetition. */
function checkReruns(
  runs: readonly ReviewedRun[],
  { request, allowMixed }: { request: MetricRequest | undefined; allowMixed: readonly string[] },
): void {
  if (runs.length === 1) return;
  if (!isAllowed("output-type", allowMixed)) {
    checkPart(
      "output-type",
      runs.map(({ run }) => run),
      ({ setup }) => setup?.outputType,
    );
  }
  // Only asks whether there is a common metric.
  chooseMetrics(runs, { request, allowMixed: [...allowMixed, "filter"] });
}

function summaryOf(
  planned: readonly PlannedRun[],
  reviewed: readonly ReviewedRun[],
): BenchmarkSummary {
  const { run, metric, filter, items } = planned[0]!;
  const ids = new Set<number | string>();
  for (const one of planned) {
    const { scores } = one.run.table.metrics.get(one.metric)!;
    for (const row of one.run.table.rowsOf(one.filter)) {
      if (scores.get(row) !== undefined) ids.add(items.keyOf(one.run, row));
    }
  }
  return {
    benchmark: run.benchmark,
    metric: distinctText(planned.map((one) => one.metric)),
    filter: distinctText(planned.map((one) => one.run.filters[one.filter] ?? NO_FILTER)),
    models: planned.length,
    items: ids.size,
    alternatives: alternativesTo({ metric, filter }, reviewed),
    means: planned.map((one) => checkMean(one.run, one)),
  };
}

/** One name, or all where runs were pooled that differ. */
function distinctText(names: readonly string[]): string {
  return [...new Set(names)].join(" or ");
}
