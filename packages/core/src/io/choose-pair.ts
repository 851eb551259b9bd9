/** Under which metric and filter the runs of a benchmark are pooled. */

import type { GradedMetric, RunHead } from "../outcomes/graded-run.ts";

/** What `--metric BENCHMARK=METRIC[,FILTER]` asks for; without a filter any will do. */
export interface PairRequest {
  readonly metric: string;
  readonly filter: string | undefined;
}

/**
 * The parts of a request.
 *
 * @example
 * ```ts
 * pairRequest("exact_match,strict"); // { metric: "exact_match", filter: "strict" }
 * ```
 */
export function pairRequest(text: string): PairRequest {
  const comma = text.indexOf(",");
  return comma === -1
    ? { metric: text, filter: undefined }
    : { metric: text.slice(0, comma), filter: text.slice(comma + 1) };
}

/** A metric and its filter as one text, as in `BenchmarkSummary.alternatives`. */
export const pairText = ({ metric, filter }: GradedMetric): string => `${metric},${filter}`;

/** Whether a pair is one that was asked for. */
export function isAsked(pair: GradedMetric, { metric, filter }: PairRequest): boolean {
  return pair.metric === metric && (filter === undefined || pair.filter === filter);
}

/** The pair of a benchmark, and how it was found. */
export interface PairChoice {
  readonly pair: GradedMetric;
  /** `common` is not the usual one of every run, `most` is not even a pair of every run. */
  readonly by: "request" | "usual" | "common" | "most";
}

/**
 * The pair for runs of one benchmark: the one asked for, the usual one where it is the same in all,
 * else the first that all have, else the one that most have. `undefined` where none is asked for.
 */
export function choosePair(
  runs: readonly RunHead[],
  request: PairRequest | undefined,
): PairChoice | undefined {
  const counts = new Map<string, { pair: GradedMetric; runs: number }>();
  for (const { metrics } of runs) {
    for (const pair of metrics) {
      if (request && !isAsked(pair, request)) continue;
      const known = counts.get(pairText(pair));
      if (known) known.runs += 1;
      else counts.set(pairText(pair), { pair, runs: 1 });
    }
  }
  const usual = runs[0]?.metrics[0];
  if (!request && usual && runs.every(({ metrics }) => isSame(metrics[0]!, usual))) {
    return { pair: usual, by: "usual" };
  }
  const candidates = [...counts.values()];
  const most = Math.max(0, ...candidates.map((one) => one.runs));
  const first = candidates.find((one) => one.runs === most);
  if (!first) return undefined;
  if (request) return { pair: first.pair, by: "request" };
  return { pair: first.pair, by: most === runs.length ? "common" : "most" };
}

/** Pairs other than the chosen one that every run has, as `"metric,filter"`. */
export function alternativesTo(chosen: GradedMetric, runs: readonly RunHead[]): string[] {
  const sets = runs.map(({ metrics }) => new Set(metrics.map(pairText)));
  return [...(sets[0] ?? [])].filter(
    (pair) => pair !== pairText(chosen) && sets.every((set) => set.has(pair)),
  );
}

function isSame(a: GradedMetric, b: GradedMetric): boolean {
  return a.metric === b.metric && a.filter === b.filter;
}
