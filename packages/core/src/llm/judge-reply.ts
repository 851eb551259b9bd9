/** What a judge said, read strictly. */

import { z } from "zod";

/** The form of a judgement. The reason comes first, so that the score follows from it. */
export const judgementForm: z.ZodType<{ reason: string; score: number }> = z.strictObject({
  reason: z.string(),
  score: z.number().min(0).max(1),
});

/** A judgement, or why a reply is none. */
export type ReadReply =
  | { readonly reason: string; readonly score: number }
  | { readonly invalid: string };

/**
 * Reads a reply: one JSON object with a reason and a score from 0 to 1, perhaps in a code fence, perhaps
 * behind a `<think>` part, of which some servers give the closing tag alone. Anything else is no judgement; nothing is guessed, completed or brought
 * into range.
 *
 * @example
 * ```ts
 * readReply('{"reason": "right", "score": 1}'); // { reason: "right", score: 1 }
 * readReply('{"reason": "right", "score": 10}'); // { invalid: "a score that is no number from 0 to 1" }
 * ```
 */
export function readReply(text: string): ReadReply {
  const json = unfenced(withoutThoughts(text).trim());
  if (json === "") return { invalid: "an empty reply" };
  const value = parsed(json);
  if (value === undefined) return { invalid: "not one JSON object" };
  const result = judgementForm.safeParse(value);
  if (!result.success) return { invalid: whatIsWrong(result.error.issues) };
  if (hasTwice(json)) return { invalid: "a name given twice" };
  // Adding 0 makes 0 of -0.
  return { reason: result.data.reason, score: result.data.score + 0 };
}

function withoutThoughts(text: string): string {
  // A judgement may speak of such a tag.
  const isJudgement = /^\s*[{`]/.test(text);
  const end = isJudgement ? null : /<\/think(?:ing)?>/.exec(text);
  return end ? text.slice(end.index + end[0].length) : text;
}

function unfenced(text: string): string {
  return /^```(?:json)?[ \t]*\r?\n([^]*?)\r?\n?```$/i.exec(text)?.[1] ?? text;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function whatIsWrong(issues: readonly z.core.$ZodIssue[]): string {
  const at = issues[0]?.path[0];
  if (at === "score") return "a score that is no number from 0 to 1";
  if (at === "reason") return "no reason";
  return "no object with a reason and a score alone";
}

/** Whether a name stands twice in an object of texts and numbers; a parser takes the last in silence. */
function hasTwice(json: string): boolean {
  const names = [...json.matchAll(/"(?:[^"\\]|\\.)*"(?=(\s*:)?)/g)]
    .filter(([, colon]) => colon !== undefined)
    .map(([name]) => JSON.parse(name) as string);
  return new Set(names).size < names.length;
}
