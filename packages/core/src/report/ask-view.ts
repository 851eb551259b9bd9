/** A model placed by few questions, as people read it. */

import { percent } from "../analysis/wording.ts";
import type { Standing } from "../analysis/placing.ts";
import { count } from "../outcomes/wording.ts";
import type { AskedRow, AskHead, AskPlan, AskReport } from "./ask-report.ts";
import type { CsvColumn } from "./csv.ts";
import { textTable, type Column, type TextTable } from "./table.ts";

/** What a series would take, a line for each thing to know. */
export function askPlanLines(plan: AskPlan): readonly string[] {
  const { settings, questions, earlier } = plan;
  const number = (value: number): string => value.toLocaleString("en-US");
  return [
    `Nothing was sent. With --send, up to ${count(plan.calls, "call")} would go to ${plan.endpoint}, model ${plan.endpointModel}, one after the other, until its place among the ${count(plan.bank.models, "model")} of the bank is known to ${count(settings.within, "place")}.${plan.judge === null ? "" : ` Each answer would go to ${plan.judge.endpoint}, model ${plan.judge.model}, to be judged: as many calls again, and more where a reply is no judgement.`}`,
    `In: about ${number(plan.inputTokens)} tokens (prompts of average length, 4 characters each). Out: at most ${number(plan.maxOutputTokens)}.`,
    `${number(questions.askable)} of ${count(questions.wanted, "item")} that tell the bank's models apart can be asked, with ${percent(questions.weight)} of their weight.${leftOut(plan)}`,
    ...(earlier > 0
      ? [`${count(earlier, "answer")} in ${plan.log} would not be asked for again.`]
      : [
          `Answers would be kept in ${plan.log}; the same command goes on from there after a break.`,
        ]),
  ];
}

function leftOut({ questions: { differing, unfit, withoutText }, grade }: AskHead): string {
  const parts = [
    differing === 0 ? "" : `${count(differing, "question")} with another hash than the bank's`,
    unfit === 0 ? "" : `${count(unfit, "question")} whose reference does not suit --grade ${grade}`,
    withoutText === 0 ? "" : `${count(withoutText, "item")} without a text`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` Left out: ${parts.join(", ")}.`;
}

/** One line above the table. */
export function askLead({ model, standing, settings, bank, spent, stopped }: AskReport): string {
  const why = {
    narrow: "narrow enough",
    budget: "the budget is spent",
    "nothing-left": "nothing is left to ask",
  }[stopped];
  return `${model} stands at place ${rangeText(standing)} of ${standing.of}, with weighted accuracy ${shareText(standing)} (${percent(settings.level)} interval), after ${count(spent.questions, "question")} of ${count(bank.itemsKept, "item")}: ${why}.`;
}

function rangeText({ rank, rankLower, rankUpper }: Standing): string {
  return rankLower === rankUpper ? String(rank) : `${rank} (${rankLower} to ${rankUpper})`;
}

function shareText({ weightedAccuracy, weightedLower, weightedUpper }: Standing): string {
  const value = (share: number): string => (share * 100).toFixed(1);
  return `${value(weightedAccuracy)} % [${value(weightedLower)}, ${value(weightedUpper)}]`;
}

/** Rows of a path, a row per question. */
export function askTable({ path }: Pick<AskReport, "path">): TextTable {
  const right = (
    header: string,
    cell: (row: AskedRow) => string,
    dropFirst?: number,
  ): Column<AskedRow> => ({ header, align: "right", cell, dropFirst });
  const hasOne = new Set(path.map(({ benchmark }) => benchmark)).size < 2;
  return textTable<AskedRow>(
    [
      right("question", ({ number }) => String(number)),
      {
        header: "item",
        align: "left",
        cell: ({ benchmark, item }) => (hasOne ? item : `${benchmark}:${item}`),
        mayShrink: true,
      },
      right("solved by", ({ facility }) => (facility === null ? "-" : percent(facility))),
      { header: "answer", align: "left", cell: gradeText },
      right("place", rangeText),
      right("weighted", shareText, 1),
    ],
    path,
  );
}

/** A grade in a word. */
export function gradeText({ score }: Pick<AskedRow, "score">): string {
  if (score === null) return "no grade";
  return score === 1 ? "right" : score === 0 ? "wrong" : score.toFixed(2);
}

/** What the table does not say. */
export function askSentences(report: AskReport): readonly string[] {
  const { standing, spent, settings, ungraded, metric, bank } = report;
  const { tierFirst, tierLast } = standing;
  const tiers =
    tierFirst === null || tierLast === null
      ? ""
      : ` These places are in ${tierFirst === tierLast ? `tier ${tierFirst}` : `tiers ${tierFirst} to ${tierLast}`} of the bank.`;
  return [
    `Place: where it would stand by all ${count(bank.itemsKept, "item")} (Empirical Interaction Propagation, EIP; weights frozen at smoothing ${bank.smoothing}), and in brackets where it could.${tiers}`,
    `The interval is widened by what a rehearsal on the bank's own models shows. It does not know that the questions were put in another way than when the bank's models answered them: try a model of the bank first, and see whether it lands in its place.`,
    ungraded > 0
      ? `${count(ungraded, "answer")} without a grade by ${metric}: counted as ${bank.ungraded === "wrong" ? "wrong" : "not asked"}, as in the bank.`
      : "",
    `Spent: ${spentText(spent)} as the endpoint reports them${spent.failed > 0 ? `; ${count(spent.failed, "question")} set aside, because the call failed` : ""}.${spent.judging ? ` By the judge: ${spentText(spent.judging)}.` : ""} Order of the questions: ${settings.order}, seed ${settings.seed}.`,
  ].filter((sentence) => sentence !== "");
}

function spentText({
  sent,
  inputTokens,
  outputTokens,
}: Pick<AskReport["spent"], "sent" | "inputTokens" | "outputTokens">): string {
  return `${count(sent, "call")}, ${inputTokens.toLocaleString("en-US")} tokens in and ${outputTokens.toLocaleString("en-US")} out`;
}

/** Columns of `ask --csv`: the path. */
export const askCsvColumns: readonly CsvColumn<AskedRow>[] = [
  { name: "question", value: (row) => row.number },
  { name: "benchmark", value: (row) => row.benchmark },
  { name: "item_id", value: (row) => row.item },
  { name: "facility", value: (row) => row.facility },
  { name: "score", value: (row) => row.score },
  { name: "weighted_accuracy", value: (row) => row.weightedAccuracy },
  { name: "weighted_lower", value: (row) => row.weightedLower },
  { name: "weighted_upper", value: (row) => row.weightedUpper },
  { name: "rank", value: (row) => row.rank },
  { name: "rank_lower", value: (row) => row.rankLower },
  { name: "rank_upper", value: (row) => row.rankUpper },
  { name: "tier_first", value: (row) => row.tierFirst },
  { name: "tier_last", value: (row) => row.tierLast },
];
