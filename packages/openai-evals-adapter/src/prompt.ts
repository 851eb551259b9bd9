import { fingerprint } from "./fingerprint.ts";
import { canonicalText, isObject, member, textOf } from "@eip-eval/core/io";

/** Fingerprints by which the same question is known in another run (format document, section 5). */
export interface PromptPrint {
  /** Of the last user message alone: a completion function may put a system prompt before it. */
  readonly question: number;
  /** Of the whole prompt. */
  readonly prompt: number;
}

/**
 * Fingerprints of a logged prompt: a text, a list of messages or `{ raw_prompt }`. `undefined`
 * where there is none.
 *
 * @example
 * ```ts
 * const [a, b] = ["be brief", "be kind"].map((system) =>
 *   promptPrint([{ role: "system", content: system }, { role: "user", content: "2+2?" }]),
 * );
 * a.question === b.question; // true
 * a.prompt === b.prompt; // false
 * ```
 */
export function promptPrint(prompt: unknown): PromptPrint | undefined {
  if (prompt === undefined || prompt === null || prompt === "") return undefined;
  if (isObject(prompt) && Object.hasOwn(prompt, "raw_prompt")) {
    return promptPrint(prompt["raw_prompt"]);
  }
  const at = questionAt(prompt);
  if (!Array.isArray(prompt) || at === -1) {
    const whole = fingerprint(typeof prompt === "string" ? prompt : canonicalText(prompt));
    return { question: whole, prompt: whole };
  }
  const content = member(prompt[at], "content");
  const question = fingerprint(typeof content === "string" ? content : canonicalText(content));
  if (prompt.length === 1) return { question, prompt: question };
  const around = canonicalText(prompt.toSpliced(at, 1));
  return { question, prompt: fingerprint(`${around} ${at} ${question}`) };
}

/**
 * The question at the end of a prompt, as text: of a list of messages the last one by the user, of
 * which only the parts that are text.
 *
 * @example
 * ```ts
 * questionText([{ role: "system", content: "…" }, { role: "user", content: "2+2?" }]); // "2+2?"
 * ```
 */
export function questionText(prompt: unknown): string | undefined {
  if (isObject(prompt)) return questionText(prompt["raw_prompt"]);
  if (!Array.isArray(prompt)) return textOf(prompt);
  return contentText(member(prompt[questionAt(prompt)], "content"));
}

/** The text of a message: its content, or the parts of it that are text. */
export function contentText(content: unknown): string | undefined {
  if (!Array.isArray(content)) return textOf(content) ?? textOf(member(content, "text"));
  const texts = content.flatMap((part) => contentText(part) ?? []);
  return texts.length === 0 ? undefined : texts.join("\n");
}

function questionAt(prompt: unknown): number {
  if (!Array.isArray(prompt)) return -1;
  const byUser = prompt.findLastIndex((message) => member(message, "role") === "user");
  return byUser === -1 ? prompt.findLastIndex(isObject) : byUser;
}
