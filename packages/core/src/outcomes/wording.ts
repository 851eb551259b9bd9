/** Numbers and names in sentences. */

/**
 * A number with its noun.
 *
 * @example
 * ```ts
 * count(13800, "item"); // "13,800 items"
 * ```
 */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

const MOST_LISTED = 8;

/** The names that there are, the first eight of many: `"a, b, c"`. */
export function listText(names: readonly string[]): string {
  const rest = names.length - MOST_LISTED;
  return rest > 0 ? `${names.slice(0, MOST_LISTED).join(", ")} and ${rest} more` : names.join(", ");
}
