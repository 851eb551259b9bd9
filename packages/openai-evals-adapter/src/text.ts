import type { Outcome } from "@eip-eval/core";
import { withoutMarks, type HostedRow } from "./hosted-row.ts";
import { canonicalText, isObject, member } from "@eip-eval/core/io";
import { contentText, questionText } from "./prompt.ts";
import type { EventRecord } from "./record.ts";

/** Question, reference and answer of one sample. */
export type Texts = Pick<Outcome, "text" | "key" | "answer">;

/** Texts of one sample as its records pass by; kept until the last one did. */
export interface TextsSoFar extends Partial<Record<keyof Texts, string>> {
  /** Number of the event that the question and answer are from. */
  firstCall?: number;
}

/**
 * Adds what one event says. The question and the answer are those of the first call: later ones may
 * be a grader's (format document, section 4).
 */
export function addEventTexts(texts: TextsSoFar, { type, data, eventId }: EventRecord): void {
  if (type === "sampling") {
    if (texts.firstCall !== undefined && !(eventId < texts.firstCall)) return;
    texts.firstCall = eventId;
    set(texts, "text", questionText(member(data, "prompt")));
    set(texts, "answer", sampledText(member(data, "sampled")));
  } else if (type === "raw_sample") {
    setIfAbsent(texts, "text", questionText(member(data, "input")));
    set(texts, "key", plainText(member(data, "ideal")));
  } else if (type === "match" || type === "metrics") {
    set(texts, "key", plainText(member(data, "expected")));
    setIfAbsent(texts, "answer", sampledText(member(data, "sampled")));
  }
}

function setIfAbsent(texts: TextsSoFar, key: keyof Texts, text: string | undefined): void {
  if (!texts[key]) set(texts, key, text);
}

function set(texts: TextsSoFar, key: keyof Texts, text: string | undefined): void {
  if (text !== undefined) texts[key] = text;
}

/** A sampled answer is a text, which may be empty, or a list of texts. */
function sampledText(sampled: unknown): string | undefined {
  const text: unknown = Array.isArray(sampled) ? sampled[0] : sampled;
  return typeof text === "string" ? text : undefined;
}

function plainText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : canonicalText(value);
}

/** The texts of an item of a hosted run: the last user message, else the item itself. */
export function hostedTexts({ raw }: HostedRow): Texts {
  const sample = member(raw, "sample");
  const item = member(raw, "item") ?? member(raw, "datasource_item");
  const prompt = member(sample, "trajectory") ?? member(sample, "input");
  const outputs = member(sample, "outputs") ?? member(sample, "output");
  const last: unknown = Array.isArray(outputs) ? outputs.at(-1) : undefined;
  return {
    text: questionText(prompt) ?? (isObject(item) ? canonicalText(withoutMarks(item)) : undefined),
    key: undefined,
    answer: contentText(member(last, "content")),
  };
}
