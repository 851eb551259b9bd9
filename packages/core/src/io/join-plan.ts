/** What is decided about one benchmark before the rows of its runs are read. */

import { EipError } from "../errors.ts";
import type { Notice } from "../outcomes/adapter.ts";
import { groupBy } from "../outcomes/group-by.ts";
import type { GradedMetric, RunHead } from "../outcomes/graded-run.ts";
import { byCodeUnit } from "../outcomes/order.ts";
import { count, listText } from "../outcomes/wording.ts";
import { choosePair, isAsked, pairText, type PairChoice, type PairRequest } from "./choose-pair.ts";
import { chooseRun, unusedReason } from "./choose-run.ts";
import type { Remark } from "./folded-notices.ts";
import { partialRemark, rerunRemark } from "./join-notices.ts";
import type { Refused } from "./refused.ts";

/** One benchmark with the runs that count, one for each model. */
export interface JoinPlan {
  readonly benchmark: string;
  readonly pair: GradedMetric;
  readonly runs: readonly RunHead[];
  readonly unused: readonly { readonly run: RunHead; readonly reason: string }[];
  readonly refused: readonly Refused[];
  readonly notices: readonly Notice[];
  readonly remarks: readonly Remark[];
}

/** The plan of a benchmark of which nothing can be used has no runs. */
export function planJoin(heads: readonly RunHead[], request: PairRequest | undefined): JoinPlan {
  const { benchmark } = heads[0]!;
  const remarks: Remark[] = [];
  const unused: { run: RunHead; reason: string }[] = [];
  const chosen = oneRunEach(heads, request).map(({ used, others }) => {
    unused.push(...others.map((run) => ({ run, reason: unusedReason(run, used) })));
    if (others.length > 0) remarks.push(rerunRemark(used, others));
    return used;
  });
  const choice = choosePair(chosen, request);
  const runs = choice ? chosen.filter((run) => hasPair(run, choice.pair)) : [];
  const without = chosen.filter((run) => !runs.includes(run));
  const reason = `no score by ${request ? requestText(request) : pairText(choice!.pair)}`;
  unused.push(...without.map((run) => ({ run, reason })));
  const given = new Map(heads.map((head, at) => [head, at]));
  return {
    benchmark,
    pair: choice?.pair ?? heads[0]!.metrics[0]!,
    // In the order given: that of the files.
    runs: runs.toSorted((a, b) => given.get(a)! - given.get(b)!),
    unused,
    refused: refusals(without, { benchmark, choice, request }),
    notices: choice ? pairNotices(choice, { benchmark, runs, chosen }) : [],
    remarks: [...remarks, ...runs.flatMap(partialRemark)],
  };
}

/** A run without the metric that was asked for cannot take the place of one that has it. */
function oneRunEach(heads: readonly RunHead[], request: PairRequest | undefined) {
  const byModel = [...groupBy(heads, ({ model }) => model)].toSorted(([a], [b]) =>
    byCodeUnit(a, b),
  );
  return byModel.map(([, runs]) => {
    const fitting = runs.filter(
      ({ metrics }) => !request || metrics.some((pair) => isAsked(pair, request)),
    );
    const { used, others } = chooseRun(fitting.length > 0 ? fitting : runs);
    return {
      used,
      others: [...others, ...runs.filter((run) => fitting.length > 0 && !fitting.includes(run))],
    };
  });
}

function hasPair({ metrics }: RunHead, { metric, filter }: GradedMetric): boolean {
  return metrics.some((pair) => pair.metric === metric && pair.filter === filter);
}

const requestText = ({ metric, filter }: PairRequest): string =>
  filter === undefined ? metric : `${metric}, ${filter}`;

interface Refusing {
  readonly benchmark: string;
  readonly choice: PairChoice | undefined;
  readonly request: PairRequest | undefined;
}

/** One refusal for all runs that have the same metrics. */
function refusals(runs: readonly RunHead[], { benchmark, choice, request }: Refusing): Refused[] {
  const alike = groupBy(runs, ({ metrics }) => metrics.map(pairText).join("; "));
  return [...alike].map(([pairs, same]) => {
    const models = listText(same.map(({ model }) => model));
    const wanted = choice ? choice.pair : request;
    const error = new EipError("choose-metric", {
      where: same[0]!.source,
      found: `${benchmark} of ${models} has scores by ${pairs} only`,
      expected:
        wanted && `${wanted.metric}${wanted.filter === undefined ? "" : `, ${wanted.filter}`}`,
      try: `--metric '${benchmark}=${pairText(same[0]!.metrics[0]!)}'`,
    });
    return { error, path: same[0]!.source };
  });
}

interface Pooled {
  readonly benchmark: string;
  readonly runs: readonly RunHead[];
  readonly chosen: readonly RunHead[];
}

function pairNotices(choice: PairChoice, { benchmark, runs, chosen }: Pooled): Notice[] {
  const { pair, by } = choice;
  if (by === "request" || by === "usual") return [];
  const usual = [...new Set(chosen.map(({ metrics }) => pairText(metrics[0]!)))];
  const which = by === "common" ? "which all runs have" : `which ${count(runs.length, "run")} have`;
  return [
    {
      severity: by === "common" ? "note" : "warning",
      code: "filter-ambiguous",
      message: `${benchmark}: the usual score differs between runs (${listText(usual)}); ${pairText(pair)}, ${which}, was used.`,
      try: `--metric '${benchmark}=${usual.find((text) => text !== pairText(pair)) ?? usual[0]!}'`,
      benchmark,
    },
  ];
}
