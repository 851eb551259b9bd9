/** The prompt of a call as text, and as the identity of a question. */

import { createHash } from "node:crypto";

/** A message of a prompt, as far as it matters here. */
export interface PromptMessage {
  readonly role: string;
  readonly content: unknown;
}

/**
 * Roles and texts of the messages. Of anything else, a picture for instance, its JSON, in which bytes are
 * their hash.
 *
 * @example
 * ```ts
 * promptText([{ role: "user", content: [{ type: "text", text: "6 * 7?" }] }]); // "user: 6 * 7?"
 * ```
 */
export function promptText(messages: readonly PromptMessage[]): string {
  return messages.map(({ role, content }) => `${role}: ${contentText(content)}`).join("\n\n");
}

/**
 * SHA-256 of what the model was asked, in hexadecimal digits: the messages up to its first answer. What
 * comes behind, tool calls with ids of their own for instance, belongs to the way and not to the question.
 */
export function promptHash(messages: readonly PromptMessage[]): string {
  const first = messages.findIndex(({ role }) => role === "assistant" || role === "tool");
  const question = first < 0 ? messages : messages.slice(0, first);
  return createHash("sha256").update(promptText(question)).digest("hex");
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return jsonOf(content);
  return content.map(partText).join("\n");
}

function partText(part: unknown): string {
  const { type, text } = (part ?? {}) as { readonly type?: unknown; readonly text?: unknown };
  return type === "text" && typeof text === "string" ? text : jsonOf(part);
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === "bigint") return String(inner);
    if (!(inner instanceof Uint8Array)) return inner;
    return `sha256:${createHash("sha256").update(inner).digest("hex")}`;
  });
}
