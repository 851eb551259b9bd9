/** What to know about a bank before new models are placed in it, in sentences. */

import { count } from "../outcomes/wording.ts";
import type { BankMetric } from "./item-bank.ts";
import type { JoinedItems, OpenBank } from "./open-bank.ts";
import type { Placement } from "./place-in-bank.ts";
import { list } from "./wording.ts";

export type BankWarningCode =
  | "benchmark-missing"
  | "ceiling"
  | "different-questions"
  | "easy-items-failed"
  | "fails-nothing"
  | "few-common-items"
  | "floor"
  | "hard-items-solved"
  | "in-bank"
  | "low-coverage"
  | "metric-differs"
  | "not-held-out"
  | "old-bank"
  | "small-bank"
  | "solves-nothing"
  | "unknown-items"
  | "wide-interval";

/** A doubt about a placement. */
export interface BankWarning {
  readonly severity: "warning" | "note";
  readonly code: BankWarningCode;
  /** One sentence, without the code. */
  readonly message: string;
  /** What to do about it. */
  readonly try?: string | undefined;
  /** Absent for one about the bank itself. */
  readonly model?: string | undefined;
}

/** Below so many models a bank is small; after so many days it is old. */
const rule = { models: 20, days: 365 };

/** What is known about the new runs besides their answers. */
export interface NewRuns {
  readonly joined: JoinedItems;
  readonly metrics: readonly BankMetric[];
  /** Day of the latest of them. */
  readonly newestRun: string | null;
  readonly trustIds: boolean;
}

/** What helps when a bank no longer fits. */
export const remakeBank = "bank make with the new runs among the paths";

/** Doubts about the bank as a whole. */
export function bankWarnings(bank: OpenBank, runs: NewRuns): readonly BankWarning[] {
  return [
    ...differentQuestions(runs),
    ...otherMetrics(bank, runs.metrics),
    ...unknownItems(runs.joined),
    ...oldBank(bank, runs.newestRun),
    ...smallBank(bank),
  ];
}

function* differentQuestions({ joined, trustIds }: NewRuns): Generator<BankWarning> {
  for (const { benchmark, items, compared } of joined.differing) {
    const done = trustIds ? "they count all the same, as asked" : "they do not count";
    const reason =
      items === compared
        ? "other questions, or hashes of another version of the harness"
        : "other questions under the same ids";
    yield {
      severity: "warning",
      code: "different-questions",
      message: `${benchmark}: ${count(items, "item")} of ${compared.toLocaleString("en-US")} have another hash than in the bank (${reason}); ${done}.`,
      try: trustIds ? undefined : "--trust-ids if you know that the questions are the same",
    };
  }
}

function* otherMetrics(bank: OpenBank, metrics: readonly BankMetric[]): Generator<BankWarning> {
  for (const { benchmark, metric, filter } of metrics) {
    const old = bank.metrics.filter((one) => one.benchmark === benchmark);
    if (old.length === 0 || old.some((one) => one.metric === metric && one.filter === filter)) {
      continue;
    }
    const name = (one: Omit<BankMetric, "benchmark">) =>
      one.filter === "none" ? one.metric : `${one.metric},${one.filter}`;
    yield {
      severity: "warning",
      code: "metric-differs",
      message: `${benchmark}: the score is ${name({ metric, filter })} here and ${list(old.map(name))} in the bank, so the two may not be comparable.`,
      try: `--metric ${benchmark}=${name(old[0]!)}`,
    };
  }
}

function* unknownItems({ unknown }: JoinedItems): Generator<BankWarning> {
  if (unknown === 0) return;
  yield {
    severity: "note",
    code: "unknown-items",
    message: `${count(unknown, "item")} of the new logs ${unknown === 1 ? "is" : "are"} not in the bank and ${unknown === 1 ? "does" : "do"} not count.`,
  };
}

function* oldBank(bank: OpenBank, newestRun: string | null): Generator<BankWarning> {
  if (bank.newestRun === null || newestRun === null) return;
  const days = Math.round((Date.parse(newestRun) - Date.parse(bank.newestRun)) / 86_400_000);
  if (!(days > rule.days)) return;
  yield {
    severity: "note",
    code: "old-bank",
    message: `The latest run in the bank is of ${bank.newestRun}, ${days.toLocaleString("en-US")} days before the latest here: newer models may find other items hard.`,
    try: remakeBank,
  };
}

function* smallBank({ models }: OpenBank): Generator<BankWarning> {
  if (models.length < rule.models) {
    yield {
      severity: "note",
      code: "small-bank",
      message: `The bank rests on ${count(models.length, "model")}: below ${rule.models} a single one moves its weights.`,
    };
  }
  if (models.every(({ heldOut }) => heldOut === null)) {
    yield {
      severity: "note",
      code: "not-held-out",
      message:
        "The bank's models stand by weights that they helped to set, which puts a new model a little too high.",
    };
  }
}

/** Models that the bank has already. */
export function namesakeWarnings(placements: readonly Placement[]): readonly BankWarning[] {
  const names = placements.flatMap(({ model, inBank }) => (inBank ? [model] : []));
  if (names.length === 0) return [];
  const [has, their] = names.length === 1 ? ["a model", "its"] : ["models", "their"];
  return [
    {
      severity: "note",
      code: "in-bank",
      message: `The bank has ${has} called ${list(names)}: ${their} earlier answers helped to set the weights, and each is compared with the others only.`,
    },
  ];
}
