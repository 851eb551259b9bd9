/** How few questions place a model, tried on models that had no part in the bank. */

import { EipError } from "../errors.ts";
import type { Fitted } from "../estimate/fitted.ts";
import { propagate } from "../estimate/propagate.ts";
import { scoreAt } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import { count } from "../outcomes/wording.ts";
import { bootstrap } from "../stats/bootstrap.ts";
import type { Crew } from "../stats/crew.ts";
import { tiers } from "../stats/tiers.ts";
import { freezeBank } from "./item-bank.ts";
import type { AskingOrder } from "./next-item.ts";
import { openBank, type OpenBank } from "./open-bank.ts";
import { fewestItems } from "./place-in-bank.ts";
import { fewestModels, preparePlacing, type PlacingBank } from "./placing.ts";
import type { OnStep } from "./study-progress.ts";

/** Both ways to choose the next question. */
const askingOrders: readonly AskingOrder[] = ["informative", "random"];

export interface PlacingStudyOptions {
  /** Questions to each model. Default 100. */
  readonly questions?: number | undefined;
  /** Series with other draws for each model and order. Default 5. */
  readonly repeats?: number | undefined;
  /** A range of so many places ends a series, as it does in `ask`. Default 5. */
  readonly within?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  readonly crew?: Crew | undefined;
  readonly onStep?: OnStep | undefined;
}

/** Means over all models and series after a number of questions. */
export interface PlacingFigures {
  readonly questions: number;
  /** Distance of the expected weighted accuracy from the true one, 0 to 1. */
  readonly error: number;
  /** Distance in places, and the share of series at most one tier away. */
  readonly rankError: number;
  readonly withinTier: number;
  /** Share of the 95 % intervals that hold the true weighted accuracy, and the true place. */
  readonly held: number;
  readonly rankHeld: number;
  /** Places that an interval spans. */
  readonly places: number;
}

/**
 * Questions after which a series stays within one tier of the truth until it ends: so many or fewer in a
 * quarter, half … of the series. `Infinity` where the quarter, half … does not get there.
 */
export interface QuestionsNeeded {
  readonly quarter: number;
  readonly median: number;
  readonly threeQuarters: number;
  readonly ninety: number;
  /** Share of the series that are further away at their end. */
  readonly never: number;
}

/** Series that end as soon as the range of places is narrow enough, as those of `ask` do. */
export interface NarrowSeries {
  /** Share of the series that get there. */
  readonly reached: number;
  /** Questions until then: half of those that get there need so many or fewer. `NaN` where none does. */
  readonly median: number;
  /** Share of them whose range holds the true place: stopping at a lucky moment costs something. */
  readonly rankHeld: number;
}

export interface PlacingOfOrder {
  readonly order: AskingOrder;
  readonly figures: readonly PlacingFigures[];
  readonly needed: QuestionsNeeded;
  readonly narrow: NarrowSeries;
}

export interface PlacingStudy {
  readonly models: number;
  readonly items: number;
  /** Fewest and most tiers of the banks: with one, every place is within one tier. */
  readonly tiers: { readonly fewest: number; readonly most: number };
  readonly questions: number;
  readonly within: number;
  readonly repeats: number;
  readonly seed: number;
  readonly orders: readonly PlacingOfOrder[];
}

/** Refits behind the tiers of each bank. */
const replicates = 200;

/**
 * In turn each model is left out, a bank is made of the others, and the model is placed in it by the answers
 * that it gave, asked one by one: in the order of what they would tell, and in random order. The truth is
 * its weighted accuracy by all its answers and the same weights.
 *
 * @throws EipError `unsupported` for fewer than six models.
 * @example
 * ```ts
 * const { orders } = await placingStudy({ matrix, fit: propagate(matrix) });
 * orders[0].needed.median; // 10
 * ```
 */
export async function placingStudy(
  { matrix, fit }: Fitted,
  { questions = 100, within = 5, repeats = 5, seed = 1, crew, onStep }: PlacingStudyOptions = {},
): Promise<PlacingStudy> {
  const models = [...matrix.models.keys()].filter(
    (model) => !Number.isNaN(fit.weightedAccuracy[model]!),
  );
  if (models.length <= fewestModels) {
    throw new EipError("unsupported", {
      found: `a pool of ${count(models.length, "model")} that can be placed`,
      expected: `${fewestModels + 1} at least: one is left out, the others make the bank`,
      try: "add models",
    });
  }
  const series = askingOrders.map((order) => ({ order, all: [] as Series[] }));
  const numbers: number[] = [];
  for (const [done, left] of models.entries()) {
    const what = matrix.models[left]!;
    await onStep?.({ done, total: models.length, what });
    const others = Uint32Array.from(models.filter((model) => model !== left));
    const part = selectFrom(matrix, { models: others });
    const bank = bankOf({ matrix: part, fit: propagate(part, fit.settings) }, { seed, crew });
    numbers.push(Math.max(1, ...bank.models.map(({ tier }) => tier ?? 1)));
    const answers = Float64Array.from(matrix.items, (_, item) => {
      const score = scoreAt(matrix, left, item);
      // Under this rule what it was not asked it failed, as its rivals did.
      return Number.isNaN(score) && fit.settings.missing === "wrong" ? 0 : score;
    });
    const own = bankFor(bank, answers);
    if (own.totalWeight === 0) continue;
    const prepared = preparePlacing(own, { seed, questions });
    for (const { order, all } of series) {
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const one = seriesOf(own, prepared, { answers, questions, order, seed: seed + repeat });
        if (one.steps.length > 0) all.push(one);
      }
    }
  }
  return {
    models: models.length,
    items: matrix.items.length,
    tiers: { fewest: Math.min(...numbers), most: Math.max(...numbers) },
    questions,
    within,
    repeats,
    seed,
    orders: series.map(({ order, all }) => ({
      order,
      figures: marksTo(questions).flatMap((mark) => figuresAt(all, mark) ?? []),
      needed: neededIn(all),
      narrow: narrowIn(all, within),
    })),
  };
}

function bankOf(
  pool: Fitted,
  { seed, crew }: { readonly seed: number; readonly crew: Crew | undefined },
): OpenBank {
  const drawn = bootstrap(pool, { replicates, seed, crew });
  return openBank(
    freezeBank(pool, {
      seed,
      replicates,
      tiers: tiers(pool, { bootstrap: drawn }),
      metrics: [],
      newestRun: null,
      contentHashes: [],
    }),
  );
}

/** A model can only be held to what it was asked: the other items have no weight. */
function bankFor(bank: OpenBank, answers: Float64Array): OpenBank {
  const weight = bank.weight.map((value, item) => (Number.isNaN(answers[item]!) ? 0 : value));
  return { ...bank, weight, totalWeight: weight.reduce((sum, value) => sum + value, 0) };
}

/** What was known after each question, beside the truth. */
interface Step {
  readonly error: number;
  readonly rankError: number;
  readonly tierError: number;
  readonly held: boolean;
  readonly rankHeld: boolean;
  readonly places: number;
}

interface Series {
  readonly steps: readonly Step[];
}

function seriesOf(
  bank: OpenBank,
  prepared: PlacingBank,
  {
    answers,
    questions,
    ...own
  }: {
    readonly answers: Float64Array;
    readonly questions: number;
    readonly order: AskingOrder;
    readonly seed: number;
  },
): Series {
  const placing = prepared.begin(own);
  const truth = weightedAccuracyOf(bank, answers);
  const place = prepared.placeOf(truth);
  const steps: Step[] = [];
  while (steps.length < questions) {
    const item = placing.next();
    if (item === undefined) break;
    placing.observe(item, answers[item]!);
    const { weightedAccuracy, weightedLower, weightedUpper, ...ranks } = placing.standing();
    const found = prepared.placeOf(weightedAccuracy);
    steps.push({
      error: Math.abs(weightedAccuracy - truth),
      rankError: Math.abs(found.rank - place.rank),
      tierError: Math.abs((found.tier ?? 1) - (place.tier ?? 1)),
      held: weightedLower <= truth && truth <= weightedUpper,
      rankHeld: ranks.rankLower <= place.rank && place.rank <= ranks.rankUpper,
      places: ranks.rankUpper - ranks.rankLower + 1,
    });
  }
  return { steps };
}

function weightedAccuracyOf({ weight }: OpenBank, answers: Float64Array): number {
  let [earned, sum] = [0, 0];
  for (const [item, score] of answers.entries()) {
    if (Number.isNaN(score)) continue;
    earned += weight[item]! * score;
    sum += weight[item]!;
  }
  return earned / sum;
}

/** 5, 10, 20, 50, 100, 200, 500 … up to a number, and it. */
function marksTo(most: number): readonly number[] {
  const marks = [5, 10, 20];
  while (marks.at(-1)! < most)
    marks.push(...[50, 100, 200].map((mark) => mark * (marks.at(-1)! / 20)));
  return [...new Set([...marks.filter((mark) => mark < most), most])];
}

function figuresAt(series: readonly Series[], questions: number): PlacingFigures | undefined {
  if (series.every(({ steps: all }) => all.length < questions)) return undefined;
  // A series without a question left stands where it ended.
  const steps = series.map(({ steps: all }) => all[Math.min(questions, all.length) - 1]!);
  const mean = (of: (step: Step) => number) =>
    steps.reduce((sum, step) => sum + of(step), 0) / steps.length;
  return {
    questions,
    error: mean(({ error }) => error),
    rankError: mean(({ rankError }) => rankError),
    withinTier: mean(({ tierError }) => (tierError <= 1 ? 1 : 0)),
    held: mean(({ held }) => (held ? 1 : 0)),
    rankHeld: mean(({ rankHeld }) => (rankHeld ? 1 : 0)),
    places: mean(({ places }) => places),
  };
}

function neededIn(series: readonly Series[]): QuestionsNeeded {
  const needed = series.map(({ steps }) => {
    const last = steps.findLastIndex(({ tierError }) => tierError > 1);
    return last === steps.length - 1 ? Infinity : last + 2;
  });
  const sorted = needed.toSorted((x, y) => x - y);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!;
  return {
    quarter: at(0.25),
    median: at(0.5),
    threeQuarters: at(0.75),
    ninety: at(0.9),
    never: needed.filter((one) => one === Infinity).length / needed.length,
  };
}

function narrowIn(series: readonly Series[], within: number): NarrowSeries {
  const ends = series.flatMap(({ steps }) => {
    const at = steps.findIndex(({ places }, asked) => asked + 1 >= fewestItems && places <= within);
    return at < 0 ? [] : [{ questions: at + 1, rankHeld: steps[at]!.rankHeld }];
  });
  const sorted = ends.map(({ questions }) => questions).toSorted((x, y) => x - y);
  return {
    reached: ends.length / series.length,
    median: sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN,
    rankHeld: ends.filter(({ rankHeld }) => rankHeld).length / ends.length,
  };
}
