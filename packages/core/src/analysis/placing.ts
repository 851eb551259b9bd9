/** Placing a new model among those of a bank by few questions, each chosen by the answers so far. */

import { EipError } from "../errors.ts";
import { normalQuantile } from "../numeric/normal.ts";
import { count } from "../outcomes/wording.ts";
import type { BankModel } from "./item-bank.ts";
import { itemCurves } from "./item-curves.ts";
import { nextItem, type AskingOrder } from "./next-item.ts";
import type { OpenBank } from "./open-bank.ts";
import { beliefFrom, unanswered } from "./placing-belief.ts";
import { rehearsal, rehearsedWidening } from "./placing-rehearsal.ts";

export interface PlacingOptions {
  /** Name of the new model: a model of the bank that has it is no rival. */
  readonly model?: string | undefined;
  /** Start of the draws. Default 1. */
  readonly seed?: number | undefined;
  /** Confidence of the intervals. Default 0.95. */
  readonly level?: number | undefined;
  /** So many questions are rehearsed; intervals after more are widened as after the last. Default 100. */
  readonly questions?: number | undefined;
}

export interface SeriesOptions {
  /** Default `informative`. */
  readonly order?: AskingOrder | undefined;
  /** Start of the draws of this series. Default: that of the preparation. */
  readonly seed?: number | undefined;
  /** Whether an item can be asked. Default: all with a weight. */
  readonly askable?: ((item: number) => boolean) | undefined;
}

/** A bank whose items are known well enough to ask by. */
export interface PlacingBank {
  /** Begins a series of questions to a model. */
  begin(options?: SeriesOptions): Placing;
  /** Where a weighted accuracy over all items would stand. */
  placeOf(weightedAccuracy: number): { readonly rank: number; readonly tier: number | null };
}

/** Where the model stands after the questions so far. All shares are from 0 to 1. */
export interface Standing {
  /** Questions that were answered and graded. */
  readonly answered: number;
  /** Weighted accuracy to expect over all items of the bank. */
  readonly weightedAccuracy: number;
  readonly weightedLower: number;
  readonly weightedUpper: number;
  /** Place among the bank's models, and between which places it could be. */
  readonly rank: number;
  readonly rankLower: number;
  readonly rankUpper: number;
  /** Models that have a place, the new one among them. */
  readonly of: number;
  /** Tiers of the bank next to these places; `null` where the bank has none. */
  readonly tierFirst: number | null;
  readonly tierLast: number | null;
}

/** A series of questions to one model. Items are numbered as in the bank. */
export interface Placing {
  /** The item to ask next; `undefined` where every item was asked. */
  next(): number | undefined;
  /**
   * Takes the grade of an answer, or `null` for one that could not be graded: it counts as wrong where it
   * does in the bank, and else tells nothing.
   */
  observe(item: number, score: number | null): void;
  /** Leaves out an item that could not be asked, as if it had never been open. */
  setAside(item: number): void;
  standing(): Standing;
}

/** With fewer models there is nothing to learn the items from. */
export const fewestModels = 5;
/** The curves of items are known well enough from so many models. */
const mostModels = 100;

/**
 * Learns the items of a bank. What is placed is the weighted accuracy over all items of the bank, with the bank's
 * frozen weights: answered items count as answered, the others as the curves of the bank's models predict
 * (`placing-belief.ts`). The interval is `mean -+ z * sd * widening`, the widening rehearsed on the bank's
 * own models, and never beyond what is still possible. Rivals stand where `bank score` has them: at the
 * weighted accuracy they have in a bank without them.
 *
 * @throws EipError `unsupported` for a bank of fewer than 5 models.
 * @example
 * ```ts
 * const placing = preparePlacing(openBank(bank)).begin();
 * const item = placing.next() ?? 0;
 * placing.observe(item, 1);
 * placing.standing().rankUpper; // 23
 * ```
 */
export function preparePlacing(bank: OpenBank, options: PlacingOptions = {}): PlacingBank {
  const { seed = 1, level = 0.95, questions = 100 } = options;
  const rivals = checkRivals(bank, options.model);
  const items = [...bank.items.keys()].filter((item) => bank.weight[item]! > 0);
  const weight = Float64Array.from(items, (item) => bank.weight[item]!);
  const rows = spread(rivals, mostModels).map(({ model }) =>
    items.map((item) => known(bank.scoreOf(model, item))),
  );
  const curves = itemCurves(rows);
  const whole = unanswered(curves, weight);
  const rehearsed = rehearsal(rows, weight);
  const widenings = new Map<AskingOrder, Float64Array>();
  const numberOf = new Map(items.map((item, number) => [item, number]));
  const z = normalQuantile((1 + level) / 2);
  return { begin, placeOf: (value) => placeNear(rivals, value) };

  function wideningIn(order: AskingOrder): Float64Array {
    let widening = widenings.get(order);
    if (!widening) {
      widening = rehearsedWidening(rehearsed, { order, seed, questions });
      widenings.set(order, widening);
    }
    return widening;
  }

  function begin(own: SeriesOptions = {}): Placing {
    const { order = "informative", seed: start = seed, askable = () => true } = own;
    const widening = wideningIn(order);
    const belief = beliefFrom(curves, weight, whole);
    const open = new Set(items.filter((item) => askable(item)).map((item) => numberOf.get(item)!));
    const close = (item: number): number => {
      const number = numberOf.get(item);
      if (number === undefined || !open.delete(number)) throw notOpen(bank, item);
      return number;
    };
    let [asked, answered] = [0, 0];
    return {
      next() {
        const number = nextItem(belief, [...open], { order, seed: start, asked });
        return number === undefined ? undefined : items[number]!;
      },
      observe(item, grade) {
        const number = close(item);
        asked += 1;
        const score = grade ?? (bank.settings.ungraded === "wrong" ? 0 : null);
        if (score === null) return;
        answered += 1;
        belief.observe(number, score);
      },
      setAside: (item) => void close(item),
      standing() {
        const { mean, sd, least, most } = belief.expected();
        const wider = answered === 0 ? 1 : widening[Math.min(answered, widening.length) - 1]!;
        const half = z * sd * wider;
        const lower = Math.min(mean, Math.max(mean - half, least));
        const upper = Math.max(mean, Math.min(mean + half, most));
        return {
          answered,
          weightedAccuracy: mean,
          weightedLower: lower,
          weightedUpper: upper,
          ...placesOf(rivals, { mean, lower, upper }),
        };
      },
    };
  }
}

function notOpen({ items }: OpenBank, item: number): EipError {
  return new EipError("usage", {
    where: items[item]?.item,
    found: "an answer to an item that was not open",
    expected: "each item with a weight once",
  });
}

export interface Rival {
  readonly model: BankModel;
  /** Weighted accuracy to stand beside a newcomer's. */
  readonly fair: number;
}

/**
 * The models to stand among, from the best to the weakest.
 *
 * @throws EipError `unsupported` for fewer than 5.
 */
export function checkRivals(bank: OpenBank, name: string | undefined): readonly Rival[] {
  const rivals = rivalsIn(bank, name);
  if (rivals.length >= fewestModels) return rivals;
  throw new EipError("unsupported", {
    found: `a bank of ${count(rivals.length, "model")} to place among`,
    expected: `${fewestModels} at least`,
    try: "bank make with more models",
  });
}

function rivalsIn({ models }: OpenBank, name: string | undefined): readonly Rival[] {
  return models
    .flatMap((model) => {
      const fair = model.heldOut ?? model.weightedAccuracy;
      return fair === null || model.model === name ? [] : [{ model, fair }];
    })
    .toSorted((a, b) => b.fair - a.fair);
}

/** At most so many, evenly over the list. */
function spread<Value>(values: readonly Value[], most: number): readonly Value[] {
  const taken = Math.min(most, values.length);
  return Array.from(
    { length: taken },
    (_, place) => values[Math.floor(((place + 0.5) * values.length) / taken)]!,
  );
}

/** The place of a value, and the tier of the model next to it. */
function placeNear(
  rivals: readonly Rival[],
  value: number,
): { readonly rank: number; readonly tier: number | null } {
  let nearest = rivals[0]!;
  for (const rival of rivals) {
    if (Math.abs(rival.fair - value) < Math.abs(nearest.fair - value)) nearest = rival;
  }
  return { rank: rankAmong(rivals, value), tier: nearest.model.tier };
}

const rankAmong = (rivals: readonly Rival[], value: number): number =>
  1 + rivals.filter(({ fair }) => fair > value).length;

const known = (score: number): number | undefined => (Number.isNaN(score) ? undefined : score);

function placesOf(
  rivals: readonly Rival[],
  { mean, lower, upper }: { readonly mean: number; readonly lower: number; readonly upper: number },
): Pick<Standing, "rank" | "rankLower" | "rankUpper" | "of" | "tierFirst" | "tierLast"> {
  const [rank, rankLower, rankUpper] = [mean, upper, lower].map((value) =>
    rankAmong(rivals, value),
  ) as [number, number, number];
  // The neighbours on either side of the range are in it: between two of a tier stands another of it.
  const around = rivals.slice(Math.max(0, rankLower - 2), rankUpper);
  const tiers = around.flatMap(({ model }) => model.tier ?? []);
  return {
    rank,
    rankLower,
    rankUpper,
    of: rivals.length + 1,
    tierFirst: tiers.length === 0 ? null : Math.min(...tiers),
    tierLast: tiers.length === 0 ? null : Math.max(...tiers),
  };
}
