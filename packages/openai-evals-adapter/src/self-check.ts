import type { MeanCheck, Notice } from "@eip-eval/core";
import { count, member } from "@eip-eval/core/io";
import type { LabelledRun, Run } from "./run.ts";
import { scoreOfGrade, type ScoreRule } from "./score-rule.ts";

const TOLERANCE = 1e-6;

interface Total {
  /** Column whose mean over all outcomes the total is. */
  readonly key: string;
  /** Key of the final report. */
  readonly total: string;
}

/**
 * Totals of the final report that can be worked out again from the outcomes (format document,
 * section 2.6).
 */
const TOTALS: readonly Total[] = [
  { key: "match.correct", total: "accuracy" },
  { key: "metrics.score", total: "score" },
  { key: "metrics.f1_score", total: "f1_score" },
  { key: "metrics.accuracy", total: "accuracy" },
];

function totalFor({ report, table }: Run, key: string): number | undefined {
  const own = TOTALS.find((one) => one.key === key);
  const isShadowed = key === "metrics.accuracy" && table.columns.has("match.correct");
  const value = own && !isShadowed ? member(report, own.total) : undefined;
  return typeof value === "number" ? value : undefined;
}

/** The mean that the harness takes: over every outcome, repeated ones too, as they were logged. */
function meanOfAll({ table }: Run, key: string): number {
  let [sum, graded] = [0, 0];
  for (let sample = 0; sample < table.samples.length; sample += 1) {
    for (const row of table.rowsOf(sample)) {
      const grade = table.columns.get(key)?.at(row);
      if (typeof grade !== "number" && typeof grade !== "boolean") continue;
      sum += Number(grade);
      graded += 1;
    }
  }
  return sum / graded;
}

/** Warns where the totals of the final report do not come out of the outcomes that are here. */
export function mismatchNotices(run: LabelledRun): Notice[] {
  const { model, benchmark, table } = run;
  return TOTALS.flatMap(({ key, total }) => {
    const reported = totalFor(run, key);
    const mean = meanOfAll(run, key);
    if (reported === undefined || Number.isNaN(mean) || Math.abs(mean - reported) <= TOLERANCE) {
      return [];
    }
    return [
      {
        severity: "warning" as const,
        code: "metric-mismatch" as const,
        message: `${model} on ${benchmark}: ${total} is ${percent(mean)} over the ${count(table.samples.length, "item")} here, ${percent(reported)} in the final report; lines may be missing.`,
        benchmark,
        models: [model],
      },
    ];
  });
}

/**
 * Our mean beside the harness's own, on our scale. Nothing is compared where repeated outcomes were
 * settled, as the harness counts each of them, or where the report has no such mean.
 */
export function checkMean(
  run: LabelledRun,
  { rule, mean, isPlain }: { rule: ScoreRule; mean: number; isPlain: boolean },
): MeanCheck {
  const harnessMean = isPlain ? harnessMeanOf(run, rule) : undefined;
  return {
    model: run.model,
    mean,
    harnessMean: harnessMean ?? null,
    agrees: harnessMean === undefined ? null : Math.abs(mean - harnessMean) <= TOLERANCE,
  };
}

function harnessMeanOf(run: Run, rule: ScoreRule): number | undefined {
  if (rule.metric === "criteria") return meanOfCriteria(run, rule);
  const total = totalFor(run, rule.metric);
  return total === undefined ? undefined : (scoreOfGrade(total, rule.scale) ?? undefined);
}

/** The mean over the criteria of `score/<criterion>`. */
function meanOfCriteria({ report }: Run, { parts = [] }: ScoreRule): number | undefined {
  const totals = parts.map(({ name }) => member(report, `score/${name}`));
  const known = totals.filter((total) => typeof total === "number");
  if (known.length === 0 || known.length < totals.length) return undefined;
  return known.reduce((sum, total) => sum + total, 0) / known.length;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
