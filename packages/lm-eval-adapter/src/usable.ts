import { NO_FILTER, filterOrder, type Run } from "./run.ts";
import { knownTrouble } from "./grade.ts";
import type { Tally } from "./sample-table.ts";

/** A metric under one filter whose grades are scores per item. */
export interface UsableMetric {
  readonly metric: string;
  /** Number of the filter in its run. */
  readonly filter: number;
  /** Whether each grade is the mean of a list of booleans. */
  readonly isPartialCredit: boolean;
}

/** Why a metric is none; `isEmpty` where nothing was graded at all. */
export interface Refusal {
  readonly metric: string;
  readonly filter: number;
  /** A clause behind the quoted name of the metric. */
  readonly reason: string;
  readonly isEmpty: boolean;
  /** Set where a value is off the scale that the user gave. */
  readonly line?: number | undefined;
}

export interface MetricReview {
  readonly usable: readonly UsableMetric[];
  readonly refused: readonly Refusal[];
}

export interface ReviewOptions {
  /** Metric that the user asked for by name: whether its total is a mean is then their affair. */
  readonly asked?: string | undefined;
  /** Metrics whose scale the user gave. */
  readonly isScaled?: ((metric: string) => boolean) | undefined;
}

/**
 * Which metrics of a run are scores per item: the safe rule of the format document, section 3. In
 * the order of the metrics in the file and of the filters in the task.
 */
export function reviewMetrics(run: Run, options: ReviewOptions = {}): MetricReview {
  const usable: UsableMetric[] = [];
  const refused: Refusal[] = [];
  for (const [metric, { tallies }] of run.table.metrics) {
    for (const filter of filterOrder(run)) {
      const tally = tallies[filter];
      if (!tally) continue;
      const trouble = troubleWith(metric, { tally, run, options });
      if (trouble) refused.push({ metric, filter, ...trouble });
      else usable.push({ metric, filter, isPartialCredit: tally.lists > 0 });
    }
  }
  return { usable, refused };
}

type Trouble = Pick<Refusal, "reason" | "isEmpty" | "line">;

function troubleWith(
  metric: string,
  { tally, run, options }: { tally: Tally; run: Run; options: ReviewOptions },
): Trouble | undefined {
  const isScaled = options.isScaled?.(metric) === true;
  if (isScaled && tally.bad) {
    return { reason: `is ${tally.bad.shape}`, isEmpty: false, line: tally.bad.line };
  }
  const byValue = troubleWithValues(tally);
  if (byValue) return byValue;
  const byName = isScaled ? undefined : knownTrouble(metric);
  if (byName) return { reason: byName, isEmpty: false };
  const { setup } = run;
  if (setup?.lowerIsBetter.has(metric))
    return { reason: "is lower for better answers", isEmpty: false };
  const aggregation = setup?.aggregations.get(metric) ?? "mean";
  const isMean = aggregation === "mean" || aggregation === "nanmean";
  if (isMean || options.asked === metric || tally.lists > 0) return undefined;
  return {
    reason: `becomes a total by its own function (${shortAggregation(aggregation)}), not as a mean of items`,
    isEmpty: false,
  };
}

function troubleWithValues({ graded, bad, lists, lowest, highest }: Tally): Trouble | undefined {
  if (bad && !bad.isNumber) {
    const behind = bad.shape.startsWith("a text") ? "" : "; it exists only for the whole benchmark";
    return { reason: `holds ${bad.shape}, not a number from 0 to 1${behind}`, isEmpty: false };
  }
  if (bad) {
    const reason = `ranges from ${plain(lowest)} to ${plain(highest)}, not from 0 to 1`;
    return { reason, isEmpty: false };
  }
  if (graded === 0) return { reason: "is null for every item", isEmpty: true };
  if (lists > 0 && lowest <= highest) {
    return { reason: "holds lists for some items and numbers for others", isEmpty: false };
  }
  return undefined;
}

function plain(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Custom aggregations are logged as source text. */
function shortAggregation(aggregation: string): string {
  return /^\s*def\s+(\w+)/.exec(aggregation)?.[1] ?? aggregation.slice(0, 40);
}

/** `"metric,filter"`, or the metric alone where there is no filter: what `--metric` takes. */
export function metricText(
  run: Run,
  { metric, filter }: Pick<UsableMetric, "metric" | "filter">,
): string {
  const name = run.filters[filter] ?? NO_FILTER;
  return name === NO_FILTER ? metric : `${metric},${name}`;
}
