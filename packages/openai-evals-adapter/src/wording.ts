const MOST_LISTED = 8;

/** Names in a sentence, the first few of many. */
export function listText(names: readonly string[]): string {
  const rest = names.length - MOST_LISTED;
  return rest > 0 ? `${names.slice(0, MOST_LISTED).join(", ")} and ${rest} more` : names.join(", ");
}

/**
 * A number with its noun.
 *
 * @example
 * ```ts
 * countText(1, "run"); // "1 run"
 * countText(1200, "run"); // "1,200 runs"
 * ```
 */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A share as people read it. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
