/** What judging would take, before anything is sent. */

import { injectionFlags } from "./injection.ts";
import { JudgementCache, keyText } from "./judge-cache.ts";
import { estimatedTokens, systemMessage } from "./judge-prompt.ts";
import {
  judgedTexts,
  judgeIdentity,
  judgeRequests,
  type JudgeableAnswer,
} from "./judge-request.ts";
import { correctness } from "./judge-rubric.ts";
import { JUDGE_DEFAULTS, type JudgeOptions } from "./judged-answer.ts";

export interface JudgePlan {
  readonly answers: number;
  /** Answers without question or answer in the log: they cannot be judged. */
  readonly withoutText: number;
  /** Blank answers: they get no score, and cost nothing. */
  readonly empty: number;
  /** Answers without a reference: the judge goes by what it knows. */
  readonly withoutReference: number;
  /** Answers that are a letter or a short number, as their references are: exact match can grade those. */
  readonly singleMarks: number;
  /** Answers with a text that speaks to its judge. */
  readonly flagged: number;
  /** Judgements that are needed: a number for each answer that can be judged. */
  readonly judgements: number;
  /** Those of them that are known. */
  readonly fromCache: number;
  /** Those that equal another one of this run. */
  readonly shared: number;
  /** What is left to be called for. */
  readonly calls: number;
  /** About four characters each, system and user message of each call. */
  readonly inputTokens: number;
  /** If every reply were as long as it may be. */
  readonly maxOutputTokens: number;
  readonly damagedCacheLines: number;
  /** What the first call would send; absent where nothing can be judged. */
  readonly example?: { readonly system: string; readonly user: string } | undefined;
}

/**
 * Counts what `judge` would send for these answers with these options. Sends nothing, and needs no
 * model.
 *
 * @throws EipError for a cache that cannot be read.
 * @example
 * ```ts
 * const answers = [{ text: "What is 2 + 2?", key: "4", answer: "Four." }];
 * (await planJudging(answers, { judge: "qwen" })).calls; // 1
 * ```
 */
export async function planJudging(
  answers: Iterable<JudgeableAnswer>,
  options: JudgeOptions & { readonly judge: string },
): Promise<JudgePlan> {
  const system = systemMessage(options.rubric ?? correctness);
  const identity = judgeIdentity(system, options.judge);
  const cache =
    options.cache === undefined ? undefined : await JudgementCache.open(options.cache, identity);
  const counts = {
    answers: 0,
    withoutText: 0,
    empty: 0,
    withoutReference: 0,
    singleMarks: 0,
    flagged: 0,
  };
  const cost = { judgements: 0, fromCache: 0, shared: 0, calls: 0, inputTokens: 0 };
  const seen = new Set<string>();
  let user: string | undefined;
  for (const answer of answers) {
    counts.answers += 1;
    const texts = judgedTexts(answer);
    if (texts === "no-text") counts.withoutText += 1;
    if (texts === "empty-answer") counts.empty += 1;
    if (typeof texts === "string") continue;
    if (texts.reference === null) counts.withoutReference += 1;
    if (isSingleMark(texts.answer) && isSingleMark(texts.reference ?? "")) counts.singleMarks += 1;
    const isFlagged = injectionFlags(texts).length > 0;
    if (isFlagged) counts.flagged += 1;
    if (isFlagged && options.withholdFlagged) continue;
    for (const { key, prompt } of judgeRequests(texts, identity, options)) {
      cost.judgements += 1;
      const text = keyText(key);
      if (cache?.find(key)) cost.fromCache += 1;
      else if (seen.has(text)) cost.shared += 1;
      else {
        seen.add(text);
        cost.calls += 1;
        cost.inputTokens += estimatedTokens(system + prompt);
      }
      user ??= prompt;
    }
  }
  const { maxOutputTokens = JUDGE_DEFAULTS.maxOutputTokens } = options;
  return {
    ...counts,
    ...cost,
    maxOutputTokens: cost.calls * maxOutputTokens,
    damagedCacheLines: cache?.damaged ?? 0,
    example: user === undefined ? undefined : { system, user },
  };
}

function isSingleMark(text: string): boolean {
  return /^\s*(?:[A-Za-z]|\d{1,2})\s*$/.test(text);
}
