/** Judged answers, as people read them. */

import { SCORE_BANDS } from "../analysis/judge-agreement.ts";
import { count } from "../outcomes/wording.ts";
import type { CsvColumn } from "./csv.ts";
import type { JudgedGroup, JudgeReport } from "./judge-report.ts";
import { textTable, type Column, type TextTable } from "./table.ts";

/** One line above the table. */
export function judgeLead({ judge, groups }: JudgeReport): string {
  const answers = groups.reduce((sum, group) => sum + group.answers, 0);
  const models = new Set(groups.map(({ model }) => model)).size;
  return `${count(answers, "answer")} of ${count(models, "model")}, judged by ${judge.model} at ${judge.endpoint} (rubric: ${judge.rubric}). The scores are the metric ${judge.metric}; those of the harness stay what they are.`;
}

/** A row for each model and benchmark. */
export function judgeTable({ groups }: JudgeReport): TextTable {
  const right = (
    header: string,
    cell: (row: JudgedGroup) => string,
    dropFirst?: number,
  ): Column<JudgedGroup> => ({ header, align: "right", cell, dropFirst });
  const left = (header: string, cell: (row: JudgedGroup) => string): Column<JudgedGroup> => ({
    header,
    align: "left",
    cell,
    mayShrink: true,
  });
  return textTable<JudgedGroup>(
    [
      left("model", ({ model }) => model),
      left("benchmark", ({ benchmark }) => benchmark),
      right("harness", ({ harnessMean }) => share(harnessMean)),
      right("judged", ({ judgedMean }) => share(judgedMean)),
      right("graded", ({ graded }) => graded.toLocaleString("en-US")),
      right("ungraded", ({ ungraded }) => ungraded.toLocaleString("en-US"), 1),
      right("flagged", ({ flagged }) => flagged.toLocaleString("en-US"), 2),
    ],
    groups,
  );
}

/** One line above the table of bands. */
export function bandsLead({ judge }: JudgeReport): string {
  const labels = judge.labels === null ? "the harness gave" : "the labels say";
  return `How many answers: what ${labels} down, what the judge gave across.`;
}

/** Labels down, judged scores across: how many answers are in each pair of bands. */
export function bandsTable({ agreement, judge }: JudgeReport): TextTable {
  const labels = judge.labels === null ? "harness" : "label";
  const rows = SCORE_BANDS.map((name, at) => ({ name, counts: agreement.bands[at]! }));
  return textTable(
    [
      { header: `${labels} \\ judged`, align: "left", cell: ({ name }) => name },
      ...SCORE_BANDS.map((header, at): Column<(typeof rows)[number]> => ({
        header,
        align: "right",
        cell: ({ counts }) => counts[at]!.toLocaleString("en-US"),
      })),
    ],
    // Scores of a harness are mostly all or nothing.
    rows.filter(({ counts }) => counts.some((number) => number > 0)),
  );
}

/** Agreement for each benchmark; no rows where there is one only. */
export function byBenchmarkTable({ byBenchmark, judge }: JudgeReport): TextTable {
  type Row = (typeof byBenchmark)[number];
  const right = (header: string, cell: (row: Row) => string): Column<Row> => ({
    header,
    align: "right",
    cell,
  });
  return textTable<Row>(
    [
      { header: "benchmark", align: "left", cell: ({ benchmark }) => benchmark, mayShrink: true },
      right("answers", ({ answers }) => (answers ?? 0).toLocaleString("en-US")),
      right("agree", ({ agreement }) => share(agreement)),
      right("kappa", ({ kappa }) => fixed(kappa)),
      right(judge.labels === null ? "harness" : "label", ({ meanLabel }) => share(meanLabel)),
      right("judged", ({ meanJudged }) => share(meanJudged)),
    ],
    byBenchmark,
  );
}

/** What the tables do not say. */
export function judgeSentences(report: JudgeReport): readonly string[] {
  return [
    agreementSentence(report),
    repeatSentence(report),
    orderSentence(report),
    lengthSentence(report),
  ].filter((sentence) => sentence !== "");
}

function agreementSentence({ agreement, judge }: JudgeReport): string {
  const { answers, agreement: agree, kappa, meanJudged, meanLabel } = agreement;
  const who = judge.labels === null ? "the harness" : `the labels of ${judge.labels}`;
  if (answers === 0) return `No answer has both a judged score and one of ${who}.`;
  const beyond =
    kappa === null
      ? "Cohen's kappa has no meaning here: one side knows only right, or only wrong."
      : `Cohen's kappa is ${fixed(kappa)} (0: as by chance, 1: always).`;
  return `The judge and ${who} agree on right or wrong, from 0.5 on, for ${share(agree)} of ${count(answers!, "answer")}. ${beyond} On average the judge gives ${share(meanJudged)}, ${who} ${share(meanLabel)}.`;
}

function repeatSentence({ repeats, judge }: JudgeReport): string {
  if (!repeats) return "";
  if (repeats.answers === 0) return "No answer was judged more than once.";
  return `Asked ${judge.repeats} times, the judge gave the same score each time to ${share(repeats.allEqual)} of ${count(repeats.answers!, "answer")}; two scores of one answer are ${fixed(repeats.meanDifference)} apart on average.`;
}

function orderSentence({ order }: JudgeReport): string {
  if (!order) return "";
  const { answers, difference, lower, upper, changed } = order;
  if (answers === 0) return "No answer was judged in both orders.";
  const interval =
    lower === null || upper === null ? "" : ` [95 %: ${signed(lower)}, ${signed(upper)}]`;
  return `With the answer in front of the reference, ${share(changed)} of ${count(answers!, "answer")} got another score, on average by ${signed(difference!)}${interval}.`;
}

function lengthSentence(report: JudgeReport): string {
  const { length } = report;
  if (!length) return "";
  const { all, right, wrong } = length;
  const value = ({ correlation }: (typeof length)["all"]): string =>
    correlation === null ? "unknown (nothing varies)" : signed(correlation);
  const number = ({ answers }: (typeof length)["all"]): string => count(answers ?? 0, "answer");
  return `Judged score and length of the answer (Spearman's correlation): ${value(all)} over ${number(all)}; among ${number(right)} that ${sideOf(report)} right ${value(right)}, among ${number(wrong)} that it calls wrong ${value(wrong)}. Far from 0 within either, the judge may go by length.`;
}

function sideOf({ judge }: JudgeReport): string {
  return judge.labels === null ? "the harness calls" : "the label, or else the harness, calls";
}

/** What it took, for standard error. */
export function costSentence({ cost }: JudgeReport): string {
  const { sent, retries, invalid, fromCache, inputTokens, outputTokens } = cost;
  const again =
    retries === 0 ? "" : `, ${retries.toLocaleString("en-US")} of them again after a fault`;
  const odd =
    invalid === 0 ? "" : `, ${invalid.toLocaleString("en-US")} of the replies no judgement`;
  const tokens = (number: number) => number.toLocaleString("en-US");
  return `${count(sent, "call")}${again}${odd}; ${tokens(inputTokens)} tokens in, ${tokens(outputTokens)} out, as the endpoint counts them. ${count(fromCache, "judgement")} from the cache.`;
}

/** Columns of `judge --csv`. */
export const judgeCsvColumns: readonly CsvColumn<JudgedGroup>[] = [
  { name: "model", value: (row) => row.model },
  { name: "benchmark", value: (row) => row.benchmark },
  { name: "answers", value: (row) => row.answers },
  { name: "harness_mean", value: (row) => row.harnessMean },
  { name: "judged_mean", value: (row) => row.judgedMean },
  { name: "graded", value: (row) => row.graded },
  { name: "ungraded", value: (row) => row.ungraded },
  { name: "flagged", value: (row) => row.flagged },
];

const share = (value: number | null) => (value === null ? "-" : `${(value * 100).toFixed(1)} %`);
const fixed = (value: number | null) => (value === null ? "-" : value.toFixed(2));

function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  // What rounds to nothing has no direction.
  if (Number(text) === 0) return text;
  return `${value < 0 ? "-" : "+"}${text}`;
}
