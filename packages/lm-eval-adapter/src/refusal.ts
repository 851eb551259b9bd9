import { EipError } from "@eip-eval/core";
import type { MetricRequest, ReviewedRun } from "./metric.ts";
import { NO_FILTER } from "./run.ts";
import { metricText, type Refusal } from "./usable.ts";

const MOST_REASONS = 2;

/** Why a run has no score per item, with every metric that it does have. */
export function refusalError({ run, review: { refused } }: ReviewedRun): EipError {
  const where = run.file.path;
  const ungraded = refused.every(({ isEmpty }) => isEmpty);
  if (ungraded) {
    return new EipError("predictions-only", {
      where,
      found: `${taskPart(run)}predictions only, nothing was graded`,
      try: "run it again without --predict_only",
    });
  }
  const reasons = distinct(refused.filter(({ isEmpty }) => !isEmpty));
  const more = reasons.length - MOST_REASONS;
  return (
    offScaleError(where, reasons[0]!) ??
    new EipError("not-an-item-score", {
      where,
      found:
        taskPart(run) +
        reasons.slice(0, MOST_REASONS).map(said).join("; ") +
        (more > 0 ? `; and ${more} more such metrics` : ""),
      try: `leave the task out: --benchmark '!${run.benchmark}'`,
    })
  );
}

/** Why the metric that was asked for by name cannot be used. */
export function requestError({ run, review }: ReviewedRun, request: MetricRequest): EipError {
  const where = run.file.path;
  const refusal = review.refused.find(({ metric }) => metric === request.metric);
  const filters = review.usable
    .filter(({ metric }) => metric === request.metric)
    .map(({ filter }) => run.filters[filter] ?? NO_FILTER);
  const usable = review.usable.map((one) => metricText(run, one));
  const advice =
    usable.length > 0
      ? usable.map((text) => `--metric ${run.benchmark}=${text}`).join(" or ")
      : `leave the task out: --benchmark '!${run.benchmark}'`;
  if (filters.length > 0) {
    return new EipError("choose-metric", {
      where,
      found: `"${request.metric}" has no filter "${request.filter}"`,
      expected: filters.join(" or "),
      try: advice,
    });
  }
  if (!refusal) {
    const has = [...run.table.metrics.keys()].join(", ") || "none";
    return new EipError("not-an-item-score", {
      where,
      found: `${taskPart(run)}no metric "${request.metric}"; it has ${has}`,
      try: advice,
    });
  }
  const offScale = offScaleError(where, refusal);
  if (offScale) return offScale;
  return new EipError(refusal.isEmpty ? "predictions-only" : "not-an-item-score", {
    where,
    found: taskPart(run) + said(refusal),
    try: advice,
  });
}

function offScaleError(path: string, { metric, reason, line }: Refusal): EipError | undefined {
  if (line === undefined) return undefined;
  return new EipError("off-scale", {
    where: `${path}:${line}`,
    found: `"${metric}" ${reason}`,
    expected: "a grade on the scale given for it",
    try: "correct the scale in eip.yaml",
  });
}

/** One file can hold several tasks; then the path does not name the one that is meant. */
function taskPart({ file, benchmark }: ReviewedRun["run"]): string {
  return file.layout === "records" ? "" : `${benchmark}: `;
}

function distinct(refused: readonly Refusal[]): Refusal[] {
  return refused.filter(
    ({ metric }, at) => refused.findIndex((one) => one.metric === metric) === at,
  );
}

function said({ metric, reason }: Refusal): string {
  return `"${metric}" ${reason}`;
}
