/** Which warnings a reader must see first. */

import type { ReportWarning } from "./report.ts";

/** Codes from the most to the least serious. */
const seriousness: readonly ReportWarning["code"][] = [
  "no-informative-items",
  "disconnected",
  "metric-mismatch",
  "low-reliability",
  "single-item",
  "gap-bias",
  "mixed-score-types",
  "too-few-items",
  "few-clusters",
  "low-coverage",
  "constant-scores",
  "partial-run",
  "dominant-benchmark",
  "duplicate-models",
  "filter-ambiguous",
  "prompt-differs",
  "near-perfect",
  "item-identity",
  "label",
  "unmatched-option",
  "few-replicates",
  "small-pool",
  "fails-nothing",
  "rerun",
  "mapping",
];

/** Warnings before notes, then by seriousness; equal ones keep their order. */
export function worstFirst(warnings: readonly ReportWarning[]): readonly ReportWarning[] {
  const place = (warning: ReportWarning) =>
    (warning.severity === "warning" ? 0 : seriousness.length) + seriousness.indexOf(warning.code);
  return warnings.toSorted((a, b) => place(a) - place(b));
}
