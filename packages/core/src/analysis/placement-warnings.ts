/** When a bank is too old, too narrow or too coarse for one model, in sentences. */

import { count } from "../outcomes/wording.ts";
import { remakeBank, type BankWarning } from "./bank-warnings.ts";
import type { OpenBank } from "./open-bank.ts";
import { fewestItems, type Placement } from "./place-in-bank.ts";
import { list, percent } from "./wording.ts";

/** Below this share of the items that tell models apart. */
const coverageRule = 0.5;
/** So many of the items without weight, and more than this share of them, are a sign. */
const signRule = { items: 3, share: 0.1 };
/** From so many tiers on a range is wide. */
const widthRule = { tiers: 3 };

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
    ...wide(bank, placement),
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
  } else if (coverage < coverageRule && missing.length === 0) {
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
      try: remakeBank,
    };
  } else if (of > 1 && rankUpper === 1) {
    yield {
      severity: "warning",
      code: "ceiling",
      message: `${model} is clearly above all ${count(bank.models.length, "model")} of the bank: none of them could say how hard an item is for a model like it.`,
      try: remakeBank,
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
  if (earned.hard >= signRule.items && earned.hard > signRule.share * asked.hard) {
    yield {
      severity: "warning",
      code: "hard-items-solved",
      message: `${model} solved ${percent(earned.hard / asked.hard)} of the ${count(asked.hard, "item")} that no model of the bank solved; the bank gives these no weight, so it is too old for this model.`,
      try: remakeBank,
    };
  }
  if (
    asked.easy - earned.easy >= signRule.items &&
    asked.easy - earned.easy > signRule.share * asked.easy
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

function* wide(bank: OpenBank, placement: Placement): Generator<BankWarning> {
  const { model, tierFirst, tierLast, rankLower, rankUpper, of } = placement;
  if (rankLower === null || rankUpper === null) return;
  const range = `places ${rankLower} to ${rankUpper} of ${of}`;
  const tiers = tierFirst === null || tierLast === null ? 0 : tierLast - tierFirst + 1;
  if (tiers < widthRule.tiers && (tiers > 0 || rankUpper - rankLower < Math.max(2, of / 3))) return;
  const across = tiers === 0 ? "" : `, across ${tiers} tiers of the bank`;
  yield {
    severity: "note",
    code: "wide-interval",
    message: `${model} could hold ${range}${across}: too wide to call it better or worse than these.`,
    try: narrowing(bank, placement),
  };
}

function narrowing({ settings }: OpenBank, { coverage }: Placement): string | undefined {
  if (coverage < 0.95) return "a run over more of the bank's items";
  return settings.smoothing === 0 ? "--smoothing 0.5 at bank make" : undefined;
}
