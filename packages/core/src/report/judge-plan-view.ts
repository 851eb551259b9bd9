/** What judging would take, as people read it before they pay. */

import { count } from "../outcomes/wording.ts";

/** Counts of a plan, as `planJudging` gives them. */
export interface PlannedJudging {
  readonly answers: number;
  readonly withoutText: number;
  readonly empty: number;
  readonly withoutReference: number;
  readonly singleMarks: number;
  readonly flagged: number;
  readonly judgements: number;
  readonly fromCache: number;
  readonly shared: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly maxOutputTokens: number;
  readonly damagedCacheLines: number;
  readonly example?: { readonly system: string; readonly user: string } | undefined;
}

export interface PlanHead {
  readonly endpoint: string;
  readonly model: string;
  readonly rubric: string;
  readonly metric: string;
  /** Where judgements are kept; `null` for nowhere. */
  readonly cache: string | null;
  /** Times that a reply which is no judgement is asked for again. */
  readonly askAgain: number;
}

/** A line for each thing to know, without the prompt. */
export function planLines(head: PlanHead, plan: PlannedJudging): readonly string[] {
  const number = (value: number): string => value.toLocaleString("en-US");
  const some = (value: number, line: string): readonly string[] => (value === 0 ? [] : [line]);
  return [
    `Nothing was sent. With --send, ${count(plan.calls, "call")} would go to ${head.endpoint}, model ${head.model}, rubric ${head.rubric}, for the metric ${head.metric}.`,
    `In: about ${number(plan.inputTokens)} tokens (estimated at 4 characters each). Out: at most ${number(plan.maxOutputTokens)}. A reply that is no judgement is asked for again, up to ${head.askAgain} times; those calls come on top.`,
    `${count(plan.answers, "answer")} read, ${count(plan.judgements, "judgement")} needed${known(plan)}.`,
    ...some(
      plan.withoutText,
      `${count(plan.withoutText, "answer")} cannot be judged: no question or no answer in the log.`,
    ),
    ...some(plan.empty, `${count(plan.empty, "answer")} without a word: no call, no score.`),
    ...some(
      plan.withoutReference,
      `${count(plan.withoutReference, "answer")} without a reference: the judge would go by what it knows.`,
    ),
    ...some(
      plan.singleMarks,
      `${count(plan.singleMarks, "answer")} of a letter or a short number, like the reference: exact match grades these as well. --benchmark chooses tasks.`,
    ),
    ...some(
      plan.flagged,
      `${count(plan.flagged, "answer")} with a text that speaks to whoever grades it.`,
    ),
    ...some(
      plan.damagedCacheLines,
      `${count(plan.damagedCacheLines, "line")} of the cache cannot be read and would be passed over.`,
    ),
    head.cache === null
      ? "Judgements would not be kept (--no-cache): a second run would cost the same."
      : `Judgements would be kept in ${head.cache}; a second run would cost only what got none.`,
  ];
}

function known({ fromCache, shared }: PlannedJudging): string {
  const parts = [
    fromCache === 0 ? "" : `${fromCache.toLocaleString("en-US")} in the cache`,
    shared === 0 ? "" : `${shared.toLocaleString("en-US")} the same as another one`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `, ${parts.join(", ")}`;
}
