/** When a bank is too old, too narrow or too coarse for a model, in sentences. */

import { count } from "../outcomes/wording.ts";
import type { BankMetric } from "./item-bank.ts";
import type { JoinedItems, OpenBank } from "./open-bank.ts";
import { fewestItems, type Placement } from "./place-in-bank.ts";
import { list, percent } from "./wording.ts";

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

/** When a bank is called small or old, a coverage low, a range wide, and what items without weight show a sign. */
const rule = { models: 20, coverage: 0.5, tiers: 3, share: 0.1, signs: 3, days: 365 };

/** What is known about the new runs besides their answers. */
export interface NewRuns {
  readonly joined: JoinedItems;
  readonly metrics: readonly BankMetric[];
  /** Day of the latest of them. */
  readonly newestRun: string | null;
  readonly trustIds: boolean;
}

const fresh = "bank make with the new runs among the paths";

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
    try: fresh,
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

/** Doubts about one placement. */
export function placementWarnings(
  bank: OpenBank,
  placement: Placement,
  scores: Float64Array,
): readonly BankWarning[] {
  return [
    ...narrow(bank, placement, scores),
    ...extremes(bank, placement),
    ...signs(bank, placement, scores),
    ...wide(placement),
  ].map((warning) => ({ ...warning, model: placement.model }));
}

function* narrow(
  bank: OpenBank,
  placement: Placement,
  scores: Float64Array,
): Generator<BankWarning> {
  const { model, itemsKept, coverage, weightCoverage } = placement;
  const missing = bank.benchmarks.flatMap((benchmark, number) => {
    let weight = 0;
    for (let item = 0; item < scores.length; item += 1) {
      if (bank.benchmarkOf[item] !== number) continue;
      if (!Number.isNaN(scores[item]!)) return [];
      weight += bank.weight[item]!;
    }
    return weight > 0 ? [`${benchmark} (${percent(weight / bank.totalWeight)} of the weight)`] : [];
  });
  if (itemsKept < fewestItems) {
    yield {
      severity: "warning",
      code: "few-common-items",
      message: `${model} was asked ${count(itemsKept, "item")} that tell the bank's models apart; below ${fewestItems} there is no interval and no range of places.`,
      try: "a run over more of the bank's items",
    };
  } else if (coverage < rule.coverage && missing.length === 0) {
    yield {
      severity: "note",
      code: "low-coverage",
      message: `${model} was asked ${percent(coverage)} of the items that tell the bank's models apart (${percent(weightCoverage)} of their weight).`,
    };
  }
  if (missing.length > 0) {
    yield {
      severity: "warning",
      code: "benchmark-missing",
      message: `${model} was asked nothing of ${list(missing)}: its place says nothing about that.`,
    };
  }
}

function* extremes(
  bank: OpenBank,
  { model, weightedAccuracy, rankLower, rankUpper, of }: Placement,
): Generator<BankWarning> {
  if (weightedAccuracy === 1) {
    yield {
      severity: "warning",
      code: "fails-nothing",
      message: `${model} failed none of the items that tell the bank's models apart: the bank cannot say how good it is.`,
      try: fresh,
    };
  } else if (of > 1 && rankUpper === 1) {
    yield {
      severity: "warning",
      code: "ceiling",
      message: `${model} is clearly above all ${count(bank.models.length, "model")} of the bank: none of them could say how hard an item is for a model like it.`,
      try: fresh,
    };
  }
  if (weightedAccuracy === 0) {
    yield {
      severity: "warning",
      code: "solves-nothing",
      message: `${model} solved none of the items that tell the bank's models apart.`,
      try: "check: the log may hold no usable answers",
    };
  } else if (of > 1 && rankLower === of) {
    yield {
      severity: "note",
      code: "floor",
      message: `${model} is clearly below all ${count(bank.models.length, "model")} of the bank.`,
    };
  }
}

/** What a model does on the items to which the bank gives no weight. */
function* signs(
  bank: OpenBank,
  { model }: Placement,
  scores: Float64Array,
): Generator<BankWarning> {
  const { asked, earned } = extremeItems(bank, scores);
  if (earned.hard >= rule.signs && earned.hard > rule.share * asked.hard) {
    yield {
      severity: "warning",
      code: "hard-items-solved",
      message: `${model} solved ${percent(earned.hard / asked.hard)} of the ${count(asked.hard, "item")} that no model of the bank solved; the bank gives these no weight, so it is too old for this model.`,
      try: fresh,
    };
  }
  if (
    asked.easy - earned.easy >= rule.signs &&
    asked.easy - earned.easy > rule.share * asked.easy
  ) {
    yield {
      severity: "note",
      code: "easy-items-failed",
      message: `${model} failed ${percent(1 - earned.easy / asked.easy)} of the ${count(asked.easy, "item")} that every model of the bank solved; the bank gives these no weight.`,
    };
  }
}

function extremeItems({ items, kept }: OpenBank, scores: Float64Array) {
  const asked = { hard: 0, easy: 0 };
  const earned = { hard: 0, easy: 0 };
  for (let item = 0; item < scores.length; item += 1) {
    const score = scores[item]!;
    const { facility } = items[item]!;
    if (kept[item] === 1 || Number.isNaN(score) || (facility !== 0 && facility !== 1)) continue;
    const kind = facility === 0 ? "hard" : "easy";
    asked[kind] += 1;
    earned[kind] += score;
  }
  return { asked, earned };
}

function* wide({
  model,
  tierFirst,
  tierLast,
  rankLower,
  rankUpper,
  of,
}: Placement): Generator<BankWarning> {
  if (rankLower === null || rankUpper === null) return;
  const range = `places ${rankLower} to ${rankUpper} of ${of}`;
  const tiers = tierFirst === null || tierLast === null ? 0 : tierLast - tierFirst + 1;
  if (tiers >= rule.tiers) {
    yield {
      severity: "note",
      code: "wide-interval",
      message: `${model} could hold ${range}, across ${tiers} tiers of the bank: too wide to call it better or worse than these.`,
      try: "a run over more of the bank's items",
    };
  } else if (tiers === 0 && rankUpper - rankLower >= Math.max(2, of / 3)) {
    yield {
      severity: "note",
      code: "wide-interval",
      message: `${model} could hold ${range}.`,
      try: "a run over more of the bank's items",
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
