/** What joining runs has to say, sentence by sentence. */

import type { MeanCheck, Notice } from "../outcomes/adapter.ts";
import type { GradedMetric, RunHead } from "../outcomes/graded-run.ts";
import { listText } from "../outcomes/wording.ts";
import { isPartial } from "./choose-run.ts";
import type { Remark } from "./folded-notices.ts";
import type { JoinedItems, JoinedKind } from "./join-identity.ts";

/** Says which run of several was used. */
export function rerunRemark(used: RunHead, others: readonly RunHead[]): Remark {
  const { model, benchmark, rows, run } = used;
  const times = others.length === 1 ? "twice" : `${others.length + 1} times`;
  const which = run === undefined ? "the largest run" : `the run of ${shownDate(run)}`;
  return {
    severity: "note",
    code: "rerun",
    model,
    benchmark,
    alone: `${model} ran ${benchmark} ${times}; ${which} (${rows} items) was used.`,
    together: "ran it more than once; the newest complete run of each was used",
    detail: `${which.replace(/^the /, "")}, ${rows} items`,
  };
}

/** A date as people write it, where it is one. */
function shownDate(date: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d)[:-](\d\d)/.exec(date);
  return parts ? `${parts[1]} ${parts[2]}:${parts[3]}` : date;
}

/** Says that fewer items are here than were asked. */
export function partialRemark(run: RunHead): Remark[] {
  if (!isPartial(run)) return [];
  const { model, benchmark, rows, expected } = run;
  return [
    {
      severity: "warning",
      code: "partial-run",
      model,
      benchmark,
      alone: `${model} on ${benchmark}: ${rows} of ${expected} items are here.`,
      together: "have fewer items here than were asked",
      ofOne: "has fewer items here than were asked",
      detail: `${rows} of ${expected}`,
    },
  ];
}

/** Warns about the mean of a whole run that the harness has otherwise. */
export function mismatchRemark(
  run: RunHead,
  { metric, filter }: GradedMetric,
  { agrees, mean, harnessMean }: MeanCheck,
): Remark[] {
  if (agrees !== false || isPartial(run)) return [];
  const { model, benchmark, rows } = run;
  const pair = filter === "none" ? metric : `${metric}, ${filter}`;
  return [
    {
      severity: "warning",
      code: "metric-mismatch",
      model,
      benchmark,
      alone: `${model} on ${benchmark}: ${pair} is ${percent(mean)} over ${rows} items here, ${percent(harnessMean!)} by the harness.`,
      together: `have another mean of ${pair} by the harness`,
      ofOne: `has another mean of ${pair} by the harness`,
      detail: `${percent(mean)} here, ${percent(harnessMean!)} there`,
    },
  ];
}

/** A share as people read it. */
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Says how the items of a benchmark were joined, where ids alone would not do. */
export function identityNotices(
  benchmark: string,
  { kinds }: JoinedItems,
  /** Models whose run has another question under an id than most. */
  outliers: ReadonlyMap<JoinedKind, readonly string[]>,
): Notice[] {
  const hashed = kinds.filter(
    ({ hashKind, ledger }) => hashKind !== undefined || hasHashes(ledger),
  );
  return [
    ...hashed.flatMap((kind) => disagreementNotice(benchmark, kind, outliers.get(kind) ?? [])),
    ...(hashed.length > 1 ? [kindsNotice(benchmark, hashed)] : []),
  ];
}

function hasHashes(ledger: JoinedKind["ledger"]): boolean {
  return ledger.hashes().next().done !== true;
}

function disagreementNotice(
  benchmark: string,
  { by, ledger }: JoinedKind,
  models: readonly string[],
): Notice[] {
  if (by === "id") return [];
  if (by === "named") {
    return [
      {
        severity: "note",
        code: "item-identity",
        message: `${benchmark}: some runs number the questions in another way or do not name them; items are joined by the hash of the question.`,
        benchmark,
        models,
      },
    ];
  }
  const who = models.length > 0 ? ` (${listText(models)})` : "";
  const how =
    by === "unsure"
      ? "items are joined by id all the same, because some have no hash"
      : ledger.shared === 0
        ? "no question occurs twice, so these are different versions of the task"
        : "items are joined by the hash";
  return [
    {
      severity: "warning",
      code: "item-identity",
      message: `${benchmark}: id and hash of the question disagree for ${Math.max(ledger.differing, ledger.moved)} items${who}; ${how}.`,
      benchmark,
      models,
    },
  ];
}

function kindsNotice(benchmark: string, kinds: readonly JoinedKind[]): Notice {
  const names = kinds.map(({ hashKind }) => hashKind ?? "of an unknown kind");
  return {
    severity: "warning",
    code: "item-identity",
    message: `${benchmark}: the questions of some runs cannot be compared with those of others, since their hashes are of different things (${listText(names)}); items are joined by id.`,
    benchmark,
  };
}

/** Says that a benchmark is left out because another one has its items. */
export function subsetNotice(benchmark: string, wider: string, items: number): Notice {
  return {
    severity: "note",
    code: "item-identity",
    message: `${benchmark}: all its ${items} items are in ${wider} too, so it is left out and no question counts twice.`,
    try: `--benchmark ${benchmark} ranks by it alone`,
    benchmark,
  };
}

/** Says once that questions may count twice. */
export function unclearSubsetsNotice(pairs: readonly (readonly [string, string])[]): Notice {
  const text = pairs.map(([narrow, wider]) => `${narrow} and ${wider}`);
  return {
    severity: "warning",
    code: "item-identity",
    message: `${listText(text)} usually share questions; the logs do not show which, so these may count twice.`,
    try: `--benchmark '!${pairs[0]![0]}' leaves one out`,
  };
}
