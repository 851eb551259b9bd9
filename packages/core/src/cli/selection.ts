/** Which names are wanted. */

import { matchesPattern } from "../outcomes/pattern.ts";

/**
 * A test for names from patterns in which `*` and `?` stand for letters and a leading `!` leaves
 * names out. Without a pattern that asks for something everything is wanted.
 *
 * @example
 * ```ts
 * const wanted = selection(["arc_*", "!arc_easy"]);
 * wanted("arc_challenge"); // true
 * wanted("arc_easy"); // false
 * ```
 */
export function selection(patterns: readonly string[]): (name: string) => boolean {
  const without = patterns.filter((pattern) => pattern.startsWith("!")).map((p) => p.slice(1));
  const only = patterns.filter((pattern) => !pattern.startsWith("!"));
  return (name) =>
    (only.length === 0 || only.some((pattern) => matchesPattern(pattern, name))) &&
    !without.some((pattern) => matchesPattern(pattern, name));
}
