/** Which warnings a reader must see first. */

import type { ReportWarning } from "./report.ts";

/** The lower the number, the more serious. */
const seriousness: Readonly<Record<ReportWarning["code"], number>> = {
  "no-informative-items": 0,
  "unmatched-option": 1,
  disconnected: 2,
  "metric-mismatch": 3,
  "low-reliability": 4,
  "single-item": 5,
  "gap-bias": 6,
  "mixed-score-types": 7,
  "too-few-items": 8,
  "few-clusters": 9,
  "low-coverage": 10,
  "constant-scores": 11,
  "partial-run": 12,
  "dominant-benchmark": 13,
  "duplicate-models": 14,
  "filter-ambiguous": 15,
  "prompt-differs": 16,
  "near-perfect": 17,
  "item-identity": 18,
  label: 19,
  "few-replicates": 20,
  "small-pool": 21,
  "fails-nothing": 22,
  rerun: 23,
  mapping: 24,
};

/** Warnings before notes, then by seriousness; equal ones keep their order. */
export function worstFirst(warnings: readonly ReportWarning[]): readonly ReportWarning[] {
  const place = ({ severity, code }: ReportWarning) =>
    (severity === "warning" ? 0 : 1000) + seriousness[code];
  return warnings.toSorted((a, b) => place(a) - place(b));
}
