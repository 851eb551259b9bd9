/**
 * Whether a name fits a pattern with `*` and `?` as in file names; everything else is literal.
 *
 * @example
 * ```ts
 * fits("arc_*", "arc_challenge"); // true
 * ```
 */
export function fits(pattern: string, name: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\*+/g, ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "su").test(name);
}

/** The value of the first pattern that a name fits. */
export function firstFitting<T>(
  patterns: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return Object.entries(patterns ?? {}).find(([pattern]) => fits(pattern, name))?.[1];
}
