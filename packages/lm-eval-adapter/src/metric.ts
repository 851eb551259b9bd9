import { EipError, patternLookup, type ReadOptions } from "@eip-eval/core";
import { isAllowed, mixedSetup } from "./mixed-setup.ts";
import { NO_FILTER, type LabelledRun } from "./run.ts";
import type { MetricReview, UsableMetric } from "./usable.ts";

/** What `--metric TASK=METRIC[,FILTER]` asks for. */
export interface MetricRequest {
  readonly metric: string;
  readonly filter: string | undefined;
}

/** The request for a benchmark, by the first pattern that fits it. */
export function requestFor(
  benchmark: string,
  metrics: ReadOptions["metrics"],
): MetricRequest | undefined {
  const asked = patternLookup(metrics ?? {}).find(benchmark);
  if (asked === undefined) return undefined;
  const comma = asked.indexOf(",");
  return comma === -1
    ? { metric: asked, filter: undefined }
    : { metric: asked.slice(0, comma), filter: asked.slice(comma + 1) };
}

/** Whether a usable metric is the one asked for; a filter without a name may be any. */
export function isAsked(
  run: LabelledRun,
  { metric, filter }: UsableMetric,
  request: MetricRequest,
): boolean {
  if (metric !== request.metric) return false;
  return request.filter === undefined || fitsFilter(run, { filter, name: request.filter });
}

function fitsFilter(
  { filters, filtersAreNamed }: LabelledRun,
  { filter, name }: { filter: number; name: string },
): boolean {
  return filters[filter] === name || (!filtersAreNamed && filters.length === 1);
}

/** A run with what is known about its metrics. */
export interface ReviewedRun {
  readonly run: LabelledRun;
  readonly review: MetricReview;
}

interface Family {
  readonly tasks: RegExp;
  readonly metrics: readonly string[];
  readonly filters?: readonly string[];
}

/** The usual metric of known benchmarks (format document, section 5); the first that fits. */
const FAMILIES: readonly Family[] = [
  { tasks: /(?:^|_)ifeval(?:_|$)/, metrics: ["prompt_level_strict_acc"] },
  { tasks: /^leaderboard_(?:bbh|gpqa|musr)/, metrics: ["acc_norm"] },
  { tasks: /^leaderboard_mmlu_pro/, metrics: ["acc"] },
  { tasks: /^leaderboard_math/, metrics: ["exact_match"] },
  { tasks: /(?:^|_)truthfulqa_gen/, metrics: ["bleu_acc", "rouge1_acc"] },
  { tasks: /(?:^|_)mmlu_pro/, metrics: ["exact_match"], filters: ["custom-extract"] },
  { tasks: /(?:^|_)(?:mmlu|winogrande|boolq|x?copa|truthfulqa|lambada)/, metrics: ["acc"] },
  { tasks: /(?:^|_)gpqa.*_cot/, metrics: ["exact_match"] },
  { tasks: /(?:^|_)(?:arc|hellaswag|piqa|openbookqa|sciq)(?:_|$)/, metrics: ["acc_norm"] },
  { tasks: /(?:^|_)(?:gsm8k|mgsm)/, metrics: ["exact_match"] },
  { tasks: /(?:^|_)bbh/, metrics: ["exact_match"], filters: ["get-answer"] },
  { tasks: /(?:^|_)minerva_math/, metrics: ["math_verify", "exact_match"] },
  { tasks: /(?:^|_)(?:humaneval|mbpp)/, metrics: ["pass@1", "pass_at_1"] },
  {
    tasks: /(?:^|_)(?:triviaqa|nq_open)/,
    metrics: ["exact_match"],
    filters: ["remove_whitespace"],
  },
  { tasks: /(?:^|_)(?:drop|coqa|record)(?:_|$)/, metrics: ["f1", "em"] },
];

/** The order for every other benchmark, and where the usual metric is not usable. */
const USUAL = ["exact_match", "acc_norm", "acc", "pass@1", "pass_at_1", "em", "f1"];
const ANY_ACCURACY = "_acc";
const LAST_USUAL = "score";

/** The metric of one run: its name, and the number of the filter. */
export type ChosenMetric = Pick<UsableMetric, "metric" | "filter">;

/**
 * Chooses one metric and filter for all runs of a benchmark: the one asked for, else the usual one
 * that is usable in every run. The answer has a metric for each run, in the same order.
 *
 * @throws EipError `choose-metric` where none is usual, `mixed-setup` where none is common.
 */
export function chooseMetrics(
  reviewed: readonly ReviewedRun[],
  { request, allowMixed }: { request: MetricRequest | undefined; allowMixed: readonly string[] },
): ChosenMetric[] {
  const { benchmark } = reviewed[0]!.run;
  const family = FAMILIES.find(({ tasks }) => tasks.test(benchmark));
  if (request)
    return chooseFilters(reviewed, { metric: request.metric, request, family, allowMixed });
  const common = commonMetrics(reviewed);
  if (common.length > 0) {
    const metric = usualMetric(common, { family, reviewed });
    return chooseFilters(reviewed, { metric, request, family, allowMixed });
  }
  if (!isAllowed("metric", allowMixed)) throw differentMetrics(reviewed, family);
  return reviewed.flatMap((one) => chooseMetrics([one], { request, allowMixed }));
}

/** Metrics usable in every run. Partial credit counts only where there is nothing else. */
function commonMetrics(reviewed: readonly ReviewedRun[]): string[] {
  const names = reviewed.map(({ review }) => {
    const whole = review.usable.filter(({ isPartialCredit }) => !isPartialCredit);
    return new Set((whole.length > 0 ? whole : review.usable).map(({ metric }) => metric));
  });
  return [...names[0]!].filter((metric) => names.every((set) => set.has(metric)));
}

function usualMetric(
  usable: readonly string[],
  { family, reviewed }: { family: Family | undefined; reviewed: readonly ReviewedRun[] },
): string {
  const usual = [...(family?.metrics ?? []), ...USUAL].find((metric) => usable.includes(metric));
  const found =
    usual ??
    usable.find((metric) => metric.endsWith(ANY_ACCURACY)) ??
    usable.find((metric) => metric === LAST_USUAL);
  if (found !== undefined) return found;
  if (usable.length === 1) return usable[0]!;
  const { benchmark } = reviewed[0]!.run;
  throw new EipError("choose-metric", {
    found: `${benchmark} has ${countText(usable.length)} possible scores and no usual one: ${usable.join(", ")}`,
    try: `--metric ${benchmark}=${usable.at(-1)!}`,
  });
}

function countText(count: number): string {
  return ["two", "three", "four", "five", "six"][count - 2] ?? String(count);
}

function differentMetrics(reviewed: readonly ReviewedRun[], family: Family | undefined): EipError {
  const first = reviewed[0]!;
  const other =
    reviewed.find((one) => commonMetrics([first, one]).length === 0) ?? reviewed.at(-1)!;
  const named = new Map(
    [first, other].map((one) => {
      const own = commonMetrics([one]);
      const usual = family?.metrics.find((metric) => own.includes(metric));
      return [one.run, usual ?? own[0]!];
    }),
  );
  return mixedSetup("metric", [...named.keys()], (run) => named.get(run));
}

interface FilterChoice {
  readonly metric: string;
  readonly request: MetricRequest | undefined;
  readonly family: Family | undefined;
  readonly allowMixed: readonly string[];
}

/** One filter for all runs: the one asked for, the usual one, else the first of the task. */
function chooseFilters(
  reviewed: readonly ReviewedRun[],
  { metric, request, family, allowMixed }: FilterChoice,
): ChosenMetric[] {
  const choices = reviewed.map(({ run, review }) => ({
    run,
    usable: review.usable.filter((one) => one.metric === metric),
  }));
  const named = choices.find(({ run }) => run.filtersAreNamed) ?? choices[0]!;
  const names = named.usable.map(({ filter }) => named.run.filters[filter]!);
  const preferred = [request?.filter, ...(family?.filters ?? []), ...names].filter(
    (name) => name !== undefined,
  );
  const isCommon = (name: string): boolean =>
    choices.every(({ run, usable }) =>
      usable.some(({ filter }) => fitsFilter(run, { filter, name })),
    );
  const name = preferred.find(isCommon);
  if (name === undefined && !isAllowed("filter", allowMixed)) {
    const ofRun = new Map(
      choices.map(({ run, usable }) => [run, run.filters[usable[0]!.filter] ?? NO_FILTER]),
    );
    const other = choices.find(({ run }) => ofRun.get(run) !== ofRun.get(choices[0]!.run));
    throw mixedSetup("filter", [choices[0]!.run, (other ?? choices.at(-1)!).run], (run) =>
      ofRun.get(run),
    );
  }
  return choices.map(
    ({ run, usable }) =>
      usable.find(({ filter }) => name !== undefined && fitsFilter(run, { filter, name })) ??
      usable[0]!,
  );
}

/** Usable pairs other than the chosen one that every run has, as `"metric,filter"`. */
export function alternativesTo(chosen: ChosenMetric, reviewed: readonly ReviewedRun[]): string[] {
  const pairs = reviewed.map(
    ({ run, review }) => new Set(review.usable.map((one) => pairText(run, one))),
  );
  const own = pairText(reviewed[0]!.run, chosen);
  return [...pairs[0]!].filter((pair) => pair !== own && pairs.every((set) => set.has(pair)));
}

function pairText({ filters }: LabelledRun, { metric, filter }: ChosenMetric): string {
  return `${metric},${filters[filter] ?? NO_FILTER}`;
}
