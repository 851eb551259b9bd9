/** How few questions place a model, as data, tables and sentences. */

import type { PlacingFigures, PlacingOfOrder, PlacingStudy } from "../analysis/placing-study.ts";
import type { PropagateSettings } from "../estimate/propagate.ts";
import { count } from "../outcomes/wording.ts";
import type { CsvColumn } from "./csv.ts";
import { finite } from "./finite.ts";
import { numberColumn } from "./study-format.ts";
import type { StudySection } from "./study-page.ts";
import { textTable } from "./table.ts";

/** What `study placing --json` prints. */
export interface PlacingReport {
  readonly schema: "eip-placing/1";
  readonly settings: Pick<PropagateSettings, "damping" | "smoothing" | "missing"> & {
    readonly seed: number;
    readonly repeats: number;
    readonly budget: number;
    readonly within: number;
  };
  readonly data: { readonly models: number; readonly items: number };
  readonly tiers: PlacingStudy["tiers"];
  readonly orders: readonly {
    readonly order: PlacingOfOrder["order"];
    readonly figures: readonly PlacingFigures[];
    /** `null` where that share of the series does not get there. */
    readonly needed: {
      readonly quarter: number | null;
      readonly median: number | null;
      readonly threeQuarters: number | null;
      readonly ninety: number | null;
      readonly never: number;
    };
    /** Series that end when at most `within` places are left; `null` where none does. */
    readonly narrow: {
      readonly reached: number;
      readonly median: number | null;
      readonly rankHeld: number | null;
    };
  }[];
}

/** The study as plain data. */
export function placingReport(
  study: PlacingStudy,
  { damping, smoothing, missing }: PropagateSettings,
): PlacingReport {
  const { seed, repeats, questions, within, models, items, tiers, orders } = study;
  return {
    schema: "eip-placing/1",
    settings: { damping, smoothing, missing, seed, repeats, budget: questions, within },
    data: { models, items },
    tiers,
    orders: orders.map(({ order, figures, needed, narrow }) => ({
      order,
      figures,
      needed: {
        quarter: finite(needed.quarter),
        median: finite(needed.median),
        threeQuarters: finite(needed.threeQuarters),
        ninety: finite(needed.ninety),
        never: needed.never,
      },
      narrow: {
        reached: narrow.reached,
        median: finite(narrow.median),
        rankHeld: finite(narrow.rankHeld),
      },
    })),
  };
}

/** One line of `study placing --csv`. */
export interface PlacingCsvRow extends PlacingFigures {
  readonly order: string;
}

/** Rows for {@link placingCsvColumns}. */
export function placingCsvRows({ orders }: PlacingReport): readonly PlacingCsvRow[] {
  return orders.flatMap(({ order, figures }) => figures.map((one) => ({ order, ...one })));
}

/** Columns of `study placing --csv`. */
export const placingCsvColumns: readonly CsvColumn<PlacingCsvRow>[] = [
  { name: "order", value: (row) => row.order },
  { name: "questions", value: (row) => row.questions },
  { name: "error", value: (row) => row.error },
  { name: "rank_error", value: (row) => row.rankError },
  { name: "within_tier", value: (row) => row.withinTier },
  { name: "held", value: (row) => row.held },
  { name: "rank_held", value: (row) => row.rankHeld },
  { name: "places", value: (row) => row.places },
];

interface Pair {
  readonly questions: number;
  readonly chosen: PlacingFigures;
  readonly random: PlacingFigures;
}

/** The tables and their plain reading. */
export function placingSections(report: PlacingReport): readonly StudySection[] {
  const [chosen, random] = report.orders;
  const pairs = chosen!.figures.flatMap((one): Pair[] => {
    const other = random!.figures.find(({ questions }) => questions === one.questions);
    return other ? [{ questions: one.questions, chosen: one, random: other }] : [];
  });
  const points = (value: number) => `${(100 * value).toFixed(1)} pt`;
  const share = (value: number) => `${Math.round(100 * value)} %`;
  const both = (name: string, text: (figures: PlacingFigures) => string, dropFirst?: number) => [
    numberColumn<Pair>(name, (pair) => text(pair.chosen), dropFirst),
    numberColumn<Pair>("random", (pair) => text(pair.random), dropFirst),
  ];
  return [
    {
      heading: "Questions in the order of what they tell, beside random order",
      before: [
        `Each of ${count(report.data.models, "model")} was left out in turn and placed by its own answers in a bank of the others, ${report.settings.repeats === 1 ? "once" : `${report.settings.repeats} times`} by up to ${count(report.settings.budget, "question")} in either order (smoothing ${report.settings.smoothing}; ${tiersText(report)}).`,
      ],
      table: textTable<Pair>(
        [
          numberColumn("questions", ({ questions }) => String(questions)),
          ...both("places off", ({ rankError }) => rankError.toFixed(1)),
          ...both("within a tier", ({ withinTier }) => share(withinTier)),
          ...both("error", ({ error }) => points(error), 2),
          ...both("interval holds", ({ held }) => share(held), 1),
          ...both("places it spans", ({ places }) => places.toFixed(0), 3),
        ],
        pairs,
      ),
      after: [
        "places off: mean distance from the place by all answers. within a tier: share of the series at most one tier away from it. error: mean distance of the weighted accuracy, in percentage points. interval holds: share of the 95 % intervals that hold the true weighted accuracy.",
      ],
    },
    {
      heading: "Questions needed to stay within one tier",
      table: textTable<PlacingReport["orders"][number]>(
        [
          { header: "order", align: "left", cell: ({ order }) => order },
          numberColumn("a quarter of the series", ({ needed }) => needText(report, needed.quarter)),
          numberColumn("half", ({ needed }) => needText(report, needed.median)),
          numberColumn("three quarters", ({ needed }) => needText(report, needed.threeQuarters)),
          numberColumn("nine in ten", ({ needed }) => needText(report, needed.ninety)),
          numberColumn("not within the budget", ({ needed }) => share(needed.never)),
        ],
        report.orders,
      ),
    },
    {
      heading: `Stopping when at most ${count(report.settings.within, "place")} ${report.settings.within === 1 ? "is" : "are"} left`,
      table: textTable<PlacingReport["orders"][number]>(
        [
          { header: "order", align: "left", cell: ({ order }) => order },
          numberColumn("series that stop", ({ narrow }) => share(narrow.reached)),
          numberColumn("after, half of them", ({ narrow }) =>
            narrow.median === null ? "-" : String(narrow.median),
          ),
          numberColumn("range holds", ({ narrow }) =>
            narrow.rankHeld === null ? "-" : share(narrow.rankHeld),
          ),
        ],
        report.orders,
      ),
      after: [
        "range holds: share of these series whose range of places holds the true one. To look after every question and stop at a good moment costs some of the 95 %.",
        `In words: ${reading(report, pairs.at(-1))}`,
      ],
    },
  ];
}

function tiersText({ tiers: { fewest, most } }: PlacingReport): string {
  return fewest === most
    ? `the banks have ${count(most, "tier")}`
    : `the banks have ${fewest} to ${most} tiers`;
}

const needText = ({ settings }: PlacingReport, needed: number | null): string =>
  needed === null ? `over ${settings.budget}` : String(needed);

function reading({ orders, tiers, settings }: PlacingReport, last: Pair | undefined): string {
  if (tiers.most === 1) {
    return "the banks have one tier, so that any place is within one tier and the second table says nothing; the places off do.";
  }
  const [chosen, random] = orders.map(({ needed }) => needed.ninety);
  const first =
    chosen === null || chosen === undefined
      ? `within ${settings.budget} questions nine series in ten do not get within one tier`
      : `nine series in ten are within one tier after ${count(chosen, "question")}, with random ones after ${random === null || random === undefined ? `more than ${settings.budget}` : random}`;
  const rest =
    last === undefined
      ? ""
      : ` After ${last.questions} a model is ${last.chosen.rankError.toFixed(1)} places off on average (random ${last.random.rankError.toFixed(1)}).`;
  return `${first}.${rest}`;
}
