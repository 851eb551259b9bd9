/** Benchmarks whose items another one has too, as a part of their names: the narrower, the wider. */
export const KNOWN_SUBSETS: readonly (readonly [narrow: string, wide: string])[] = [
  ["gpqa_diamond", "gpqa_main"],
  ["gpqa_diamond", "gpqa_extended"],
  ["gpqa_main", "gpqa_extended"],
];

/**
 * The names under which the wider benchmarks of a narrower one would run.
 *
 * @example
 * ```ts
 * widerThan("leaderboard_gpqa_main"); // ["leaderboard_gpqa_extended"]
 * ```
 */
export function widerThan(benchmark: string): string[] {
  return KNOWN_SUBSETS.filter(([narrow]) => benchmark.includes(narrow)).map(([narrow, wide]) =>
    benchmark.replace(narrow, wide),
  );
}
