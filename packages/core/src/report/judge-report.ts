/** Answers that a language model judged, as plain, versioned data: what `judge --json` prints. */

import { judgeAgreement, type JudgeAgreement } from "../analysis/judge-agreement.ts";
import { lengthBias, type LengthBias } from "../analysis/length-bias.ts";
import { orderBias, type OrderBias } from "../analysis/order-bias.ts";
import { repeatAgreement, type RepeatAgreement } from "../analysis/repeated-judgements.ts";
import { groupBy } from "../outcomes/group-by.ts";
import { byCodeUnit } from "../outcomes/order.ts";
import { finite } from "./finite.ts";
import { judgeWarnings, type JudgeWarning } from "./judge-warnings.ts";

/** One answer with what both sides gave it. */
export interface JudgedRow {
  readonly model: string;
  readonly benchmark: string;
  readonly item: string;
  /** By the harness, 0 to 1; `null` where it could not grade the answer. */
  readonly harness: number | null;
  /** By a label of the user's; `undefined` where there is none. */
  readonly label?: number | undefined;
  /** By the judge; `null` where it gave none. */
  readonly judged: number | null;
  /** One for each repeat. */
  readonly scores: readonly (number | null)[];
  readonly swapped?: number | null | undefined;
  /** Characters of the answer. */
  readonly length: number;
  readonly reason: string;
  /** Why there is no score: `empty-answer`, `failed`, `flagged`, `invalid` or `no-text`. */
  readonly unjudged?: string | undefined;
  /** Which text speaks to its judge and how, as `answer: asks-for-score`. */
  readonly flags: readonly string[];
}

/** Who judged by what. */
export interface JudgeHead {
  readonly model: string;
  /** Host of the endpoint. */
  readonly endpoint: string;
  readonly rubric: string;
  /** The metric of the new scores, as in `judge:qwen`. */
  readonly metric: string;
  /** The file of the user's labels; `null` where the harness's scores stand in for them. */
  readonly labels: string | null;
  readonly repeats: number;
}

/** What it took. Tokens are those that the endpoint reported. */
export interface JudgeCost {
  readonly sent: number;
  readonly retries: number;
  readonly failed: number;
  readonly invalid: number;
  readonly fromCache: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Settings that the endpoint refused. */
  readonly without: readonly string[];
  readonly damagedCacheLines: number;
}

/** Answers of one model on one benchmark. Means are over answers with both scores. */
export interface JudgedGroup {
  readonly model: string;
  readonly benchmark: string;
  readonly answers: number;
  readonly harnessMean: number | null;
  readonly judgedMean: number | null;
  readonly graded: number;
  readonly ungraded: number;
  readonly flagged: number;
}

/** Figures that are `NaN` in the analysis are `null`. */
export type Nullable<Figures> = {
  readonly [Key in keyof Figures]: Figures[Key] extends number ? number | null : Figures[Key];
};

export interface JudgeReport {
  readonly schema: "eip-judge/1";
  readonly judge: JudgeHead;
  readonly cost: JudgeCost;
  /** By benchmark, then by model. */
  readonly groups: readonly JudgedGroup[];
  readonly agreement: Nullable<JudgeAgreement>;
  /** Where there is more than one benchmark. */
  readonly byBenchmark: readonly ({ readonly benchmark: string } & Nullable<JudgeAgreement>)[];
  /** With more than one repeat. */
  readonly repeats: Nullable<RepeatAgreement> | null;
  /** With `--check order`. */
  readonly order: Nullable<OrderBias> | null;
  /** With `--check length`. */
  readonly length:
    | {
        readonly [Part in keyof LengthBias]: Nullable<LengthBias[Part]>;
      }
    | null;
  readonly flagged: readonly FlaggedAnswer[];
  readonly ungraded: readonly UngradedAnswer[];
  readonly warnings: readonly JudgeWarning[];
}

interface NamedAnswer {
  readonly model: string;
  readonly benchmark: string;
  readonly item: string;
}

export interface FlaggedAnswer extends NamedAnswer {
  readonly flags: readonly string[];
  readonly judged: number | null;
}

export interface UngradedAnswer extends NamedAnswer {
  readonly why: string;
  readonly reason: string;
}

export interface JudgeReportInput {
  readonly judge: JudgeHead;
  readonly cost: JudgeCost;
  readonly rows: readonly JudgedRow[];
  readonly checks: readonly ("length" | "order")[];
}

/** Puts everything together that is said about judged answers. */
export function judgeReport({ judge, cost, rows, checks }: JudgeReportInput): JudgeReport {
  const groups = groupsOf(rows);
  const benchmarks = [...groupBy(rows, ({ benchmark }) => benchmark)].toSorted(([a], [b]) =>
    byCodeUnit(a, b),
  );
  const flagged = rows.filter(({ flags }) => flags.length > 0).map(flaggedAnswer);
  const ungraded = rows.filter(({ judged }) => judged === null).map(ungradedAnswer);
  const agreement = agreementOf(rows, judge);
  return {
    schema: "eip-judge/1",
    judge,
    cost,
    groups,
    agreement,
    byBenchmark:
      benchmarks.length < 2
        ? []
        : benchmarks
            .map(([benchmark, own]) => ({ benchmark, ...agreementOf(own, judge) }))
            .filter(({ answers }) => answers !== null && answers > 0),
    repeats: judge.repeats > 1 ? figures(repeatAgreement(rows.map(({ scores }) => scores))) : null,
    order: checks.includes("order") ? orderOf(rows) : null,
    length: checks.includes("length") ? lengthOf(rows) : null,
    flagged,
    ungraded,
    warnings: judgeWarnings({ judge, cost, rows, flagged, ungraded, agreement }),
  };
}

function groupsOf(rows: readonly JudgedRow[]): readonly JudgedGroup[] {
  const groups = groupBy(rows, ({ benchmark, model }) => JSON.stringify([benchmark, model]));
  return [...groups.values()]
    .map((own): JudgedGroup => {
      const both = own.filter(({ harness, judged }) => harness !== null && judged !== null);
      const graded = own.filter(({ judged }) => judged !== null).length;
      return {
        model: own[0]!.model,
        benchmark: own[0]!.benchmark,
        answers: own.length,
        harnessMean: meanOf(both.map(({ harness }) => harness!)),
        judgedMean: meanOf(both.map(({ judged }) => judged!)),
        graded,
        ungraded: own.length - graded,
        flagged: own.filter(({ flags }) => flags.length > 0).length,
      };
    })
    .toSorted((a, b) => byCodeUnit(a.benchmark, b.benchmark) || byCodeUnit(a.model, b.model));
}

function meanOf(values: readonly number[]): number | null {
  return finite(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** With labels of the user only answers that have one are compared, and never the harness's scores. */
function agreementOf(
  rows: readonly JudgedRow[],
  { labels }: Pick<JudgeHead, "labels">,
): Nullable<JudgeAgreement> {
  const pairs = rows.flatMap(({ label = null, harness, judged }) => {
    const own = labels === null ? harness : label;
    return own === null || judged === null ? [] : [{ label: own, judged }];
  });
  return figures(judgeAgreement(pairs));
}

function orderOf(rows: readonly JudgedRow[]): Nullable<OrderBias> {
  const items = new Map<string, number>();
  const pairs = rows.flatMap(({ benchmark, item, scores: [first], swapped }) => {
    const key = JSON.stringify([benchmark, item]);
    if (!items.has(key)) items.set(key, items.size);
    return typeof first === "number" && typeof swapped === "number"
      ? [{ referenceFirst: first, answerFirst: swapped, item: items.get(key)! }]
      : [];
  });
  return figures(orderBias(pairs));
}

function lengthOf(rows: readonly JudgedRow[]): NonNullable<JudgeReport["length"]> {
  const { all, right, wrong } = lengthBias(
    rows.flatMap((row) =>
      row.judged === null
        ? []
        : [{ length: row.length, judged: row.judged, label: row.label ?? row.harness }],
    ),
  );
  return { all: figures(all), right: figures(right), wrong: figures(wrong) };
}

function figures<Figures extends object>(given: Figures): Nullable<Figures> {
  const entries = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === "number" ? finite(value) : (value as unknown),
  ]);
  return Object.fromEntries(entries) as Nullable<Figures>;
}

function flaggedAnswer({ model, benchmark, item, flags, judged }: JudgedRow): FlaggedAnswer {
  return { model, benchmark, item, flags, judged };
}

function ungradedAnswer({
  model,
  benchmark,
  item,
  unjudged = "failed",
  reason,
}: JudgedRow): UngradedAnswer {
  return { model, benchmark, item, why: unjudged, reason };
}
