import type { Notice, ReadOptions } from "./adapter.ts";
import { matchesPattern } from "./pattern.ts";
import { listText } from "./wording.ts";

/** A warning for each metric or scale that was given for a benchmark which is not there. */
export function unmatchedOptions(
  { metrics, scales }: Pick<ReadOptions, "metrics" | "scales">,
  runs: readonly { readonly benchmark: string }[],
): Notice[] {
  const names = [...new Set(runs.map(({ benchmark }) => benchmark))].toSorted();
  const patterns = [
    ...Object.keys(metrics ?? {}).map((pattern) => ({ pattern, option: "--metric" })),
    ...Object.keys(scales ?? {}).map((pattern) => ({ pattern, option: "scale" })),
  ];
  return patterns
    .filter(({ pattern }) => !names.some((name) => matchesPattern(pattern, name)))
    .map(({ pattern, option }) => ({
      severity: "warning",
      code: "unmatched-option",
      message: `${option} ${pattern}: no such benchmark here; there are ${listText(names)}.`,
    }));
}
