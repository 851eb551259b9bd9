/** Agreement with people as data, tables and sentences. */

import type {
  EstimatorAgreementWithPeople,
  HumanAgreement,
  Matched,
  RaterFigures,
} from "../analysis/agreement.ts";
import { list } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import type { CsvColumn } from "./csv.ts";
import { finite } from "./finite.ts";
import { figure, nameColumn, numberColumn } from "./study-format.ts";
import type { StudySection } from "./study-page.ts";
import { textTable, type Column } from "./table.ts";

/** What `study agree --json` prints; `null` where there is no figure. */
export interface AgreeReport {
  readonly schema: "eip-agree/1";
  readonly pairs: number;
  readonly withoutConsensus: number;
  readonly amongRaters: {
    readonly comparisons: number;
    readonly agreement: number | null;
    readonly byChance: number | null;
    readonly kappa: number | null;
  };
  readonly raters: readonly {
    readonly rater: string;
    readonly judgements: number;
    readonly ties: number;
    readonly withOthers: MatchedJson;
  }[];
  readonly estimators: readonly {
    readonly estimator: string;
    readonly consensus: MatchedJson;
    readonly byRater: readonly (MatchedJson & { readonly rater: string })[];
  }[];
}

/** Pairs on which two sides name the same item. */
export interface MatchedJson {
  readonly pairs: number;
  readonly agree: number;
  readonly disagree: number;
  readonly tied: number;
  readonly share: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

function matchedJson({ share, lower, upper, ...counts }: Matched): MatchedJson {
  return { ...counts, share: finite(share), lower: finite(lower), upper: finite(upper) };
}

/** Agreement with people as plain data. */
export function agreeReport(found: HumanAgreement): AgreeReport {
  const { pairs, withoutConsensus, amongRaters, raters, estimators } = found;
  const { comparisons, agreement, byChance, kappa } = amongRaters;
  return {
    schema: "eip-agree/1",
    pairs,
    withoutConsensus,
    amongRaters: {
      comparisons,
      agreement: finite(agreement),
      byChance: finite(byChance),
      kappa: finite(kappa),
    },
    raters: raters.map(({ withOthers, ...rest }) => ({
      ...rest,
      withOthers: matchedJson(withOthers),
    })),
    estimators: estimators.map(({ estimator, consensus, byRater }) => ({
      estimator,
      consensus: matchedJson(consensus),
      byRater: byRater.map((one, place) => ({ rater: raters[place]!.rater, ...matchedJson(one) })),
    })),
  };
}

/** One line of `study agree --csv`: an estimator, and the consensus or a rater. */
export interface AgreeCsvRow extends MatchedJson {
  readonly estimator: string;
  /** Empty for the consensus. */
  readonly rater: string;
}

/** Rows for {@link agreeCsvColumns}. */
export function agreeCsvRows({ estimators, raters }: AgreeReport): readonly AgreeCsvRow[] {
  return [
    ...estimators.flatMap(({ estimator, consensus, byRater }) => [
      { estimator, rater: "", ...consensus },
      ...byRater.map((one) => ({ estimator, ...one })),
    ]),
    ...raters.map(({ rater, withOthers }) => ({ estimator: "other raters", rater, ...withOthers })),
  ];
}

/** Columns of `study agree --csv`. */
export const agreeCsvColumns: readonly CsvColumn<AgreeCsvRow>[] = [
  { name: "estimator", value: (row) => row.estimator },
  { name: "rater", value: (row) => row.rater },
  { name: "pairs", value: (row) => row.pairs },
  { name: "agree", value: (row) => row.agree },
  { name: "disagree", value: (row) => row.disagree },
  { name: "tied", value: (row) => row.tied },
  { name: "share", value: (row) => row.share },
  { name: "lower", value: (row) => row.lower },
  { name: "upper", value: (row) => row.upper },
];

/** The tables and their plain reading. */
export function agreeSections(found: HumanAgreement): readonly StudySection[] {
  return [estimatorSection(found), raterSection(found)];
}

function matchedColumns<Row>(of: (row: Row) => Matched): readonly Column<Row>[] {
  return [
    numberColumn("agreement [95 %]", (row) => shareText(of(row))),
    numberColumn("agree", (row) => String(of(row).agree)),
    numberColumn("disagree", (row) => String(of(row).disagree)),
    numberColumn("tied", (row) => String(of(row).tied)),
    numberColumn("pairs", (row) => String(of(row).pairs)),
  ];
}

function shareText({ share, lower, upper }: Matched): string {
  const number = (value: number) => (100 * value).toFixed(0);
  if (Number.isNaN(share)) return "none";
  return `${number(share)} % [${number(lower)}, ${number(upper)}]`;
}

function estimatorSection({ pairs, withoutConsensus, estimators }: HumanAgreement): StudySection {
  return {
    heading: "Which of two items is harder: estimators and the raters' consensus",
    before: [
      `${count(pairs, "pair")} of items were judged; on ${withoutConsensus} of them as many raters chose either item, and these are left out.`,
    ],
    table: textTable<EstimatorAgreementWithPeople>(
      [
        nameColumn("difficulty by", ({ title }) => title),
        ...matchedColumns<EstimatorAgreementWithPeople>(({ consensus }) => consensus),
      ],
      estimators,
    ),
    after: [
      "agreement: share of the pairs on which the estimator names the item that most raters chose, a tie counting half; 50 % is a coin. Interval of Wilson over the pairs.",
      `In words: ${reading(estimators)}`,
    ],
  };
}

function reading(estimators: readonly EstimatorAgreementWithPeople[]): string {
  const usable = estimators.filter(({ consensus }) => consensus.pairs > 0);
  const ordered = usable.toSorted((a, b) => b.consensus.share - a.consensus.share);
  const [best] = ordered;
  if (!best) return "no pair can be compared.";
  const near = ordered.slice(1).filter(({ consensus }) => consensus.upper >= best.consensus.lower);
  const blind = usable.filter(({ consensus }) => consensus.lower <= 0.5);
  return [
    near.length === 0 && ordered.length > 1
      ? `${best.title} is closest to the raters, beyond what the intervals allow for chance.`
      : ordered.length > 1
        ? `The intervals of ${list([best, ...near].map(({ title }) => title))} overlap; these pairs do not say which is closer to the raters.`
        : "",
    blind.length > 0
      ? `Not clearly better than a coin: ${list(blind.map(({ title }) => title))}.`
      : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function raterSection({ raters, amongRaters, estimators }: HumanAgreement): StudySection {
  const { comparisons, agreement, kappa } = amongRaters;
  const among =
    comparisons === 0
      ? "No pair was judged by two raters, so nothing says how far raters agree."
      : `Two raters of one pair give the same answer in ${Math.round(100 * agreement)} % of ${count(comparisons, "comparison")}; kappa ${figure(kappa, 2)} (1 full agreement, 0 chance). No estimator can be expected to agree with raters more than they do with each other.`;
  return {
    heading: "Raters",
    before: [among],
    table: textTable<RaterFigures & { readonly place: number }>(
      [
        nameColumn("rater", ({ rater }) => rater),
        numberColumn("judgements", ({ judgements }) => String(judgements)),
        numberColumn("ties", ({ ties }) => String(ties)),
        numberColumn("with the other raters", ({ withOthers }) => shareText(withOthers)),
        ...estimators.map(({ title, byRater }) =>
          numberColumn<RaterFigures & { readonly place: number }>(
            `with ${title}`,
            ({ place }) => shareText(byRater[place]!),
            1,
          ),
        ),
      ],
      raters.map((rater, place) => ({ ...rater, place })),
    ),
  };
}
