/** What a reader should know before quoting a ranking. Each rule is a function of a fitted pool. */

import type { Fitted } from "../estimate/fitted.ts";
import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { descending } from "../stats/ranks.ts";
import { accuracies, benchmarkWeights } from "./benchmarks.ts";
import { connectedModels } from "./connected.ts";
import { decisiveItems } from "./decisive-items.ts";
import { countedScore } from "./explain.ts";
import { biasedGaps } from "./gap-bias.ts";
import { itemKey, itemLabel, list, percent, type ItemKey } from "./wording.ts";
import { count } from "../outcomes/wording.ts";

export type WarningCode =
  | "disconnected"
  | "dominant-benchmark"
  | "duplicate-models"
  | "fails-nothing"
  | "few-clusters"
  | "few-replicates"
  | "gap-bias"
  | "low-coverage"
  | "low-reliability"
  | "mixed-score-types"
  | "near-perfect"
  | "no-informative-items"
  | "single-item"
  | "small-pool"
  | "too-few-items";

/** A doubt about a ranking, with the models and items it is about. */
export interface Warning {
  readonly severity: "warning" | "note";
  readonly code: WarningCode;
  /** One sentence, without the code. */
  readonly message: string;
  /** What to do about it. */
  readonly try?: string | undefined;
  readonly models?: readonly string[] | undefined;
  readonly items?: readonly ItemKey[] | undefined;
  readonly benchmark?: string | undefined;
}

/** All warnings of a pool, in no particular order. */
export function poolWarnings(pool: Fitted): readonly Warning[] {
  return [
    ...uninformative(pool),
    ...disconnected(pool),
    ...singleItem(pool),
    ...gapBias(pool),
    ...mixedScoreTypes(pool),
    ...dominantBenchmark(pool),
    ...lowCoverage(pool),
    ...nearPerfect(pool),
    ...failsNothing(pool),
    ...duplicateModels(pool),
    ...smallPool(pool),
  ];
}

function uninformative({ matrix, fit }: Fitted): readonly Warning[] {
  const kept = fit.keptItems.length;
  if (matrix.models.length === 1) return [];
  if (kept === 0) {
    return [
      {
        severity: "warning",
        code: "no-informative-items",
        message: `${sameForAll({ matrix, fit })}, so every model gets the same value.`,
        try: "add harder or easier items, or more models",
      },
    ];
  }
  if (kept >= 20) return [];
  return [
    {
      severity: "warning",
      code: "too-few-items",
      message: `Only ${count(kept, "item")} of ${matrix.items.length} ${kept === 1 ? "tells" : "tell"} these models apart; with fewer than 20 a ranking is mostly chance.`,
      try: "add items",
    },
  ];
}

function sameForAll({ matrix, fit }: Fitted): string {
  const items = count(matrix.items.length, "item");
  if (fit.settings.missing === "common" && fit.droppedUnobserved > 0) {
    return `No item that every model was asked tells them apart (${matrix.items.length - fit.droppedUnobserved} of ${items} were put to all)`;
  }
  return fit.droppedSameObserved + fit.droppedUnobserved > 0
    ? `No item tells these models apart: on each of the ${items} all that were asked did the same`
    : `No item tells these models apart: all ${items} were solved by every model or by none`;
}

/** Models that share no item, directly or through others, cannot be put in one order. */
function disconnected({ matrix }: Fitted): readonly Warning[] {
  const groups = connectedModels(matrix);
  if (groups.length < 2) return [];
  const sizes = groups.map((group) => count(group.length, "model")).join(", ");
  return [
    {
      severity: "warning",
      code: "disconnected",
      message: `The pool is ${groups.length} groups with no item in common (${sizes}); any order across them is made up.`,
      try: "rank them apart, or add runs of one model on both",
    },
  ];
}

/** One warning, however many models hang on an item: it names the worst and counts the others. */
function singleItem(pool: Fitted): readonly Warning[] {
  const decisive = decisiveItems(pool);
  const [worst] = decisive;
  if (!worst) return [];
  const names = [...new Set(decisive.map(({ model }) => pool.matrix.models[model]!))];
  const name = pool.matrix.models[worst.model]!;
  const others =
    names.length === 1
      ? ""
      : ` ${count(names.length - 1, "other model")} ${names.length === 2 ? "hangs" : "hang"} on one item in the same way.`;
  return [
    {
      severity: "warning",
      code: "single-item",
      message: `One item, ${itemLabel(pool.matrix, worst.item)}, carries ${percent(worst.share)} of the score of ${name}; without it the model falls from rank ${worst.rankNow} to ${worst.rankWithout}.${others}`,
      try: "--smoothing 0.1, which keeps one lucky answer from deciding",
      models: names,
      items: [...new Set(decisive.map(({ item }) => item))].map((item) =>
        itemKey(pool.matrix, item),
      ),
    },
  ];
}

function gapBias(pool: Fitted): readonly Warning[] {
  if (pool.fit.settings.missing !== "weighted") return [];
  const biased = biasedGaps(pool).toSorted((a, b) => Math.abs(b.z) - Math.abs(a.z));
  const [worst] = biased;
  if (!worst) return [];
  const names = biased.map(({ model }) => pool.matrix.models[model]!);
  const part = worst.z > 0 ? "easier" : "harder";
  const others =
    biased.length === 1
      ? "its place is not comparable."
      : `${count(biased.length - 1, "other model")} answered an easier or harder part too; their places are not comparable.`;
  return [
    {
      severity: "warning",
      code: "gap-bias",
      message: `${names[0]} answered the ${part} part only (${worst.asked.toLocaleString("en-US")} of ${count(worst.kept, "item")} that tell models apart, z = ${Math.abs(worst.z).toFixed(0)}); ${others}`,
      try: "--missing common, which ranks on items that all were asked",
      models: names,
    },
  ];
}

/** One benchmark with more than half of the weight decides the order almost alone. */
function dominantBenchmark(pool: Fitted): readonly Warning[] {
  if (pool.matrix.benchmarks.length < 2) return [];
  const dominant = benchmarkWeights(pool).find(({ weight }) => weight > 0.5);
  if (!dominant) return [];
  const { models } = pool.matrix;
  const byTaskMean = descending(accuracies(pool.matrix).map(({ taskMean }) => taskMean))[0];
  const leader = descending(pool.fit.competency)[0];
  const other =
    byTaskMean === undefined || byTaskMean === leader
      ? ""
      : ` By the mean of tasks ${models[byTaskMean]!} comes first.`;
  return [
    {
      severity: "warning",
      code: "dominant-benchmark",
      message: `${dominant.benchmark} is ${percent(dominant.items)} of the items and ${percent(dominant.weight)} of the weight.${other}`,
      try: "--by benchmark",
      benchmark: dominant.benchmark,
    },
  ];
}

/** Averages over trials next to single 0/1 answers: a part of a credit earns more than its share. */
function mixedScoreTypes({ matrix, fit }: Fitted): readonly Warning[] {
  if (matrix.binary) return [];
  const fractional = matrix.models.map((_, model) => {
    let asked = 0;
    let between = 0;
    for (const item of fit.keptItems) {
      const score = scoreAt(matrix, model, item);
      if (Number.isNaN(score)) continue;
      asked += 1;
      if (score > 0 && score < 1) between += 1;
    }
    return asked === 0 ? Number.NaN : between / asked;
  });
  const graded = matrix.models.filter((_, model) => fractional[model]! > 0.02);
  const whole = matrix.models.filter((_, model) => fractional[model] === 0);
  if (graded.length === 0 || whole.length === 0) return [];
  return [
    {
      severity: "warning",
      code: "mixed-score-types",
      message: `${list(graded)} ${graded.length === 1 ? "has" : "have"} partial credit where ${list(whole)} ${whole.length === 1 ? "has" : "have"} only 0 and 1; a small credit on a hard item pays more than its share, so these are not comparable.`,
      try: "give all models the same kind of score, for instance one trial each",
      models: graded,
    },
  ];
}

function lowCoverage({ matrix, fit }: Fitted): readonly Warning[] {
  const places = [...matrix.models.keys()].filter((model) => fit.coverage[model]! < 0.5);
  if (places.length === 0) return [];
  const low = places.map((model) => matrix.models[model]!);
  return [
    {
      severity: "warning",
      code: "low-coverage",
      message:
        low.length === 1
          ? `${low[0]} was asked only ${percent(fit.coverage[places[0]!]!)} of the items that tell models apart.`
          : `${list(low)} were asked less than half of the items that tell models apart.`,
      try: "--missing common, or leave them out with --model '!NAME'",
      models: low,
    },
  ];
}

/**
 * A model that fails almost nothing hands all it has to the few items it fails: at most two, or one in
 * a hundred, and fewer than it solves.
 */
function nearPerfect(pool: Fitted): readonly Warning[] {
  const kept = pool.fit.keptItems.length;
  const few = Math.min(Math.max(2, kept / 100), (kept - 1) / 2);
  const names = pool.matrix.models.filter((_, model) => {
    const failed = failureMass(pool, model);
    return failed > 0 && failed <= few;
  });
  if (names.length === 0) return [];
  return [
    {
      severity: "warning",
      code: "near-perfect",
      message: `${list(names)} ${names.length === 1 ? "fails" : "fail"} almost nothing here, so the few failed items weigh a great deal.`,
      try: "--smoothing 0.1",
      models: names,
    },
  ];
}

function failureMass(pool: Fitted, model: number): number {
  let sum = 0;
  for (const item of pool.fit.keptItems) {
    const score = countedScore(pool, model, item);
    if (!Number.isNaN(score)) sum += 1 - score;
  }
  return sum;
}

function failsNothing({ matrix, fit }: Fitted): readonly Warning[] {
  if (fit.failsNothing.length === 0) return [];
  const names = fit.failsNothing.map((model) => matrix.models[model]!);
  return [
    {
      severity: "note",
      code: "fails-nothing",
      message: `${list(names)} ${names.length === 1 ? "solves" : "solve"} every item that tells models apart; ${names.length === 1 ? "its" : "their"} part in the difficulties is spread evenly.`,
      models: names,
    },
  ];
}

/** Models with equal outcomes on all the items both were asked. */
function duplicateModels({ matrix, fit }: Fitted): readonly Warning[] {
  const kept = fit.keptItems;
  if (kept.length === 0) return [];
  const placed = new Set<number>();
  const twins: number[][] = [];
  for (let first = 0; first < matrix.models.length; first += 1) {
    if (placed.has(first)) continue;
    const group = [first];
    for (let second = first + 1; second < matrix.models.length; second += 1) {
      // Across gaps two models may each equal a third and yet differ, so all pairs are compared.
      if (placed.has(second) || !group.every((one) => sameOutcomes(matrix, kept, one, second))) {
        continue;
      }
      placed.add(second);
      group.push(second);
    }
    if (group.length > 1) twins.push(group);
  }
  const groups = twins.map((group) => group.map((model) => matrix.models[model]!));
  if (groups.length === 0) return [];
  const largest = groups.toSorted((one, other) => other.length - one.length)[0]!;
  const others = groups.length === 1 ? "" : ` So have ${count(groups.length - 1, "other group")}.`;
  return [
    {
      severity: "warning",
      code: "duplicate-models",
      message: `${largest.length} models have identical answers: ${list(largest)}.${others}`,
      try: "if they are one model, leave the copies out: they dilute each other",
      models: groups.flat(),
    },
  ];
}

function sameOutcomes(
  matrix: ResponseMatrix,
  kept: Uint32Array,
  first: number,
  second: number,
): boolean {
  let common = 0;
  for (const item of kept) {
    const a = scoreAt(matrix, first, item);
    const b = scoreAt(matrix, second, item);
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    if (a !== b) return false;
    common += 1;
  }
  return common > 0;
}

function smallPool({ matrix }: Fitted): readonly Warning[] {
  const models = matrix.models.length;
  if (models === 1) {
    return [
      {
        severity: "warning",
        code: "small-pool",
        message: `Only one model, ${matrix.models[0]!}: there is nothing to compare it with, and nobody to say which items are hard.`,
        try: "add runs of other models on the same items",
      },
    ];
  }
  if (models >= 20) return [];
  return [
    {
      severity: "note",
      code: "small-pool",
      message: `Only ${models} models judge how hard an item is; hints at wrong keys need twenty or more.`,
      try: "add older runs of other models",
    },
  ];
}
