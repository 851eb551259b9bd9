/** What to know before one quotes judged scores. */

import { list } from "../analysis/wording.ts";
import { groupBy } from "../outcomes/group-by.ts";
import { count } from "../outcomes/wording.ts";
import type { JudgeReport, JudgedRow } from "./judge-report.ts";

export type JudgeWarningCode =
  | "cache-damaged"
  | "flagged-answers"
  | "judges-itself"
  | "setting-refused"
  | "ungraded-answers"
  | "weak-agreement";

export interface JudgeWarning {
  readonly severity: "warning" | "note";
  readonly code: JudgeWarningCode;
  readonly message: string;
  readonly try?: string | undefined;
}

export interface JudgeWarningInput extends Pick<
  JudgeReport,
  "judge" | "cost" | "flagged" | "ungraded" | "agreement"
> {
  readonly rows: readonly JudgedRow[];
}

/** Below this, what the judge adds to chance is slight by any usual reading. */
const WEAK_KAPPA = 0.4;
/** Fewer answers say nothing about agreement. */
const FEW_ANSWERS = 20;

/** The worst first. */
export function judgeWarnings(input: JudgeWarningInput): readonly JudgeWarning[] {
  return [
    flagged(input),
    weak(input),
    ungraded(input),
    itself(input),
    refused(input),
    damaged(input),
  ]
    .flat()
    .toSorted((a, b) => Number(a.severity === "note") - Number(b.severity === "note"));
}

function flagged({ flagged: answers, rows }: JudgeWarningInput): JudgeWarning[] {
  if (answers.length === 0) return [];
  const names = answers.map(({ model, benchmark, item }) => `${benchmark}:${item} by ${model}`);
  const withheld = answers.every(({ judged }) => judged === null);
  return [
    {
      severity: "warning",
      code: "flagged-answers",
      message: `${count(answers.length, "answer")} of ${rows.length.toLocaleString("en-US")} ${answers.length === 1 ? "has" : "have"} a text that speaks to whoever grades it: ${list(names)}. ${withheld ? "None of them has a score." : "Read them; their scores may be what they asked for."}`,
      try: withheld ? undefined : "--flagged ungraded",
    },
  ];
}

function weak({ agreement, judge }: JudgeWarningInput): JudgeWarning[] {
  const { kappa, answers } = agreement;
  if (kappa === null || kappa >= WEAK_KAPPA || answers === null || answers < FEW_ANSWERS) return [];
  const others = judge.labels === null ? "the harness" : "the labels";
  return [
    {
      severity: "warning",
      code: "weak-agreement",
      message: `The judge and ${others} hardly agree (Cohen's kappa ${kappa.toFixed(2)}). One of them is wrong often; label some answers by hand before you believe either.`,
      try: "--labels FILE",
    },
  ];
}

const reasons: Readonly<Record<string, string>> = {
  "empty-answer": "empty answers",
  failed: "failed calls",
  flagged: "flagged",
  invalid: "replies in another form",
  "no-text": "no question or answer in the log",
};

function ungraded({ ungraded: answers, rows }: JudgeWarningInput): JudgeWarning[] {
  if (answers.length === 0) return [];
  const parts = [...groupBy(answers, ({ why }) => why)].map(
    ([why, own]) => `${reasons[why] ?? why}: ${own.length.toLocaleString("en-US")}`,
  );
  return [
    {
      severity: "warning",
      code: "ungraded-answers",
      message: `${count(answers.length, "answer")} of ${rows.length.toLocaleString("en-US")} got no score (${parts.join(", ")}). They are not wrong, and not right.`,
    },
  ];
}

/** Models rate their own answers higher. */
function itself({ judge, rows }: JudgeWarningInput): JudgeWarning[] {
  const name = judge.model.slice(judge.model.lastIndexOf("/") + 1).toLowerCase();
  const own = [...new Set(rows.map(({ model }) => model))].filter(
    (model) => name !== "" && model.toLowerCase().endsWith(name),
  );
  if (own.length === 0) return [];
  return [
    {
      severity: "warning",
      code: "judges-itself",
      message: `${list(own)} may be the judge itself. Models tend to like their own answers.`,
    },
  ];
}

const settings: Readonly<Record<string, string>> = {
  form: "a form for replies; they were asked for it in words",
  temperature: "temperature 0; the same answer may be judged otherwise next time",
  maxOutputTokens: "a limit for the length of replies",
};

function refused({ cost }: JudgeWarningInput): JudgeWarning[] {
  return cost.without.map((setting) => ({
    severity: "note",
    code: "setting-refused",
    message: `The endpoint does not take ${settings[setting] ?? setting}.`,
  }));
}

function damaged({ cost }: JudgeWarningInput): JudgeWarning[] {
  if (cost.damagedCacheLines === 0) return [];
  return [
    {
      severity: "note",
      code: "cache-damaged",
      message: `${count(cost.damagedCacheLines, "line")} of the cache could not be read and ${cost.damagedCacheLines === 1 ? "was" : "were"} passed over.`,
    },
  ];
}
