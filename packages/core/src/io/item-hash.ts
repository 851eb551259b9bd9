import { createHash } from "node:crypto";
import type { Outcome } from "../outcomes/adapter.ts";

const LONGEST_ID = 200;

/** Whether an item is given as a text of its own instead of an id: above 200 characters or two lines. */
export function isLongText(item: string): boolean {
  return item.length > LONGEST_ID || item.includes("\n");
}

/**
 * The outcome with the first 16 digits of the SHA-256 of its item for an id, so that equal texts
 * meet across files; the text goes along when texts are wanted.
 *
 * @example
 * ```ts
 * withHashedItem({ model: "m0", benchmark: "b", item: "abc", score: 1 }, false).item; // "ba7816bf8f01cfea"
 * ```
 */
export function withHashedItem(outcome: Outcome, withText: boolean): Outcome {
  const hash = createHash("sha256").update(outcome.item).digest("hex");
  return {
    ...outcome,
    item: hash.slice(0, 16),
    contentHash: outcome.contentHash ?? hash,
    ...(withText ? { text: outcome.text ?? outcome.item } : {}),
  };
}
