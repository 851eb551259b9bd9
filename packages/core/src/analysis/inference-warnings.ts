/** What resampling a pool says against quoting its order. */

import type { Fitted } from "../estimate/fitted.ts";
import type { Inference } from "./inference.ts";
import type { Warning } from "./warnings.ts";

export function inferenceWarnings(
  { fit }: Fitted,
  { intervals, reliability, smoothing }: Inference,
): readonly Warning[] {
  const warnings: Warning[] = [];
  if (reliability.low) {
    const agree = (reliability.splitHalfTau ?? 0).toFixed(2);
    const accuracy = (reliability.accuracySplitHalfTau ?? 0).toFixed(2);
    warnings.push({
      severity: "warning",
      code: "low-reliability",
      message: `Two random halves of the items agree on this order at ${agree} of 1 (on the order by accuracy at ${accuracy}): much of it is chance.`,
      try:
        fit.settings.smoothing === 0 && smoothing.chosen > 0
          ? `--smoothing auto, which takes ${smoothing.chosen} here`
          : "more items, or the order by accuracy",
    });
  }
  if (intervals.cautions.includes("few-clusters")) {
    warnings.push({
      severity: "warning",
      code: "few-clusters",
      message:
        "Fewer than ten clusters of items: intervals rest on very little, and may be missing.",
      try: "drop --cluster only if the items do not belong together",
    });
  }
  if (intervals.cautions.includes("few-replicates")) {
    warnings.push({
      severity: "note",
      code: "few-replicates",
      message: "Fewer than 200 replicates give no tiers and no ranges of ranks.",
      try: "--bootstrap 1000",
    });
  }
  return warnings;
}
