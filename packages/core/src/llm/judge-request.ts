/** The requests that an answer needs, each with what makes it the same as another. */

import type { Outcome } from "../outcomes/adapter.ts";
import type { JudgementKey } from "./judge-cache.ts";
import { shortHash, userMessage, type JudgedTexts, type PromptOrder } from "./judge-prompt.ts";

/** What is judged: an outcome that was read with its texts will do. */
export type JudgeableAnswer = Pick<Outcome, "text" | "key" | "answer">;

export interface RequestOptions {
  /** Judgements of each answer. Default 1. */
  readonly repeats?: number | undefined;
  /** One more with the answer in front of the reference. */
  readonly swapped?: boolean | undefined;
}

export interface JudgeRequest {
  readonly key: JudgementKey;
  /** The user message. */
  readonly prompt: string;
}

/** Who judges by what; equal for all requests of a run. */
export type JudgeIdentity = Pick<JudgementKey, "judge" | "instructions">;

/**
 * The texts to judge, or why there is nothing to judge: the log has no question or no answer, or the answer is
 * blank. A reference may be missing.
 *
 * @example
 * ```ts
 * judgedTexts({ text: "2 + 2?", key: "4", answer: " " }); // "empty-answer"
 * ```
 */
export function judgedTexts({
  text,
  key,
  answer,
}: JudgeableAnswer): JudgedTexts | "empty-answer" | "no-text" {
  if (text === undefined || text.trim() === "" || answer === undefined) return "no-text";
  if (answer.trim() === "") return "empty-answer";
  return { question: text, reference: key ?? null, answer };
}

/**
 * Who judges by what, as judgements are kept under it.
 *
 * @example
 * ```ts
 * judgeIdentity(systemMessage(correctness), "localhost#qwen").judge; // "localhost#qwen"
 * ```
 */
export function judgeIdentity(system: string, judge: string): JudgeIdentity {
  return { judge, instructions: shortHash(system) };
}

/** One request for each repeat, and one more with the order swapped where that is asked for. */
export function judgeRequests(
  texts: JudgedTexts,
  identity: JudgeIdentity,
  { repeats = 1, swapped = false }: RequestOptions = {},
): readonly JudgeRequest[] {
  const { question, reference, answer } = texts;
  const hashes = {
    item: shortHash(JSON.stringify([question, reference])),
    answer: shortHash(answer),
  };
  const request = (order: PromptOrder, repeat: number, prompt: string): JudgeRequest => ({
    key: { ...identity, ...hashes, order, repeat },
    prompt,
  });
  const prompt = userMessage(texts);
  return [
    ...Array.from({ length: repeats }, (_, repeat) => request("reference-first", repeat, prompt)),
    ...(swapped ? [request("answer-first", 0, userMessage(texts, "answer-first"))] : []),
  ];
}
