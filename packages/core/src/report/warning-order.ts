/** Which warnings a reader must see first. */

import type { ReportWarning } from "./report.ts";

/** The lower the number, the more serious. */
const seriousness: Readonly<Record<ReportWarning["code"], number>> = {
  "no-informative-items": 0,
  disconnected: 1,
  "metric-mismatch": 2,
  "low-reliability": 3,
  "single-item": 4,
  "gap-bias": 5,
  "mixed-score-types": 6,
  "too-few-items": 7,
  "few-clusters": 8,
  "low-coverage": 9,
  "constant-scores": 10,
  "partial-run": 11,
  "dominant-benchmark": 12,
  "duplicate-models": 13,
  "filter-ambiguous": 14,
  "prompt-differs": 15,
  "near-perfect": 16,
  "item-identity": 17,
  label: 18,
  "unmatched-option": 19,
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
