import {
  type BenchmarkSummary,
  groupBy,
  type MeanCheck,
  type Notice,
  type ReadOptions,
  type ScoreScale,
} from "@eip-eval/core";
import { byCodeUnit } from "@eip-eval/core/io";
import { tallyCells, type CellTally, type PlannedRun } from "./cells.ts";
import { chooseRules } from "./choose-rules.ts";
import type { Grader } from "./graders.ts";
import { identifyItems } from "./identity.ts";
import { labelRuns } from "./label.ts";
import { graderNotice, invalidNotice, repeatsNotice } from "./notices.ts";
import { partialNotice } from "./partial.ts";
import { conflictError } from "./refusal.ts";
import { countRepeats, repeatsOf, type RepeatCount } from "./repeats.ts";
import type { Request } from "./request.ts";
import type { Run } from "./run.ts";
import { samplesInOrder } from "./sample-order.ts";
import type { ScoreRule } from "./score-rule.ts";
import { checkMean, mismatchNotices } from "./self-check.ts";
import { repeatsProblem, reviewRuns, type RefusedRun } from "./usable.ts";
import { usableKeys } from "./usable-keys.ts";

/** All that is decided about one benchmark before its outcomes are given out. */
export interface BenchmarkPlan {
  readonly runs: readonly PlannedRun[];
  /** Absent where no run of the benchmark has a score per item. */
  readonly summary: BenchmarkSummary | undefined;
  readonly refused: readonly RefusedRun[];
  readonly notices: readonly Notice[];
}

interface PlanOptions extends Pick<ReadOptions, "allowMixed"> {
  readonly request: Request;
  readonly scale: ScoreScale | undefined;
}

/**
 * Decides for one benchmark, over all its runs: by which rule each is scored, which of several
 * outcomes of a sample counts, what its model is called and what identifies an item.
 *
 * @throws EipError where no honest choice is possible.
 */
export function planBenchmark(
  runs: readonly Run[],
  { request, scale, allowMixed = [] }: PlanOptions,
): BenchmarkPlan {
  for (const run of runs) {
    const conflict = conflictError(run);
    if (conflict) throw conflict;
  }
  const review = reviewRuns(runs, { request, scale });
  const choice = chooseRules(review.usable, { request, scale, allowMixed });
  const settled = choice.ruled.map((one) => ({ ...one, repeats: countRepeats(one.run, one.rule) }));
  const refused = [...review.refused, ...choice.refused];
  const kept = settled.filter(({ run, rule, repeats }) => {
    const error = repeatsProblem(run, { rule, request, repeats });
    if (error) refused.push({ run, error });
    return !error;
  });
  if (kept.length === 0) return { runs: [], summary: undefined, refused, notices: [] };
  const { graders } = review;
  return { ...planKept(kept, { request, allowMixed, graders }), refused };
}

interface SettledRun {
  readonly run: Run;
  readonly rule: ScoreRule;
  readonly repeats: RepeatCount;
}

interface KeptOptions {
  readonly request: Request;
  readonly allowMixed: readonly string[];
  readonly graders: readonly Grader[];
}

function planKept(
  kept: readonly SettledRun[],
  { request, allowMixed, graders }: KeptOptions,
): Omit<BenchmarkPlan, "refused"> {
  const labels = labelRuns(kept.map(({ run }) => run));
  const items = identifyItems(labels.runs, { request, allowMixed });
  const settled = new Map(kept.map((one) => [one.run.raw, one]));
  const tallied = labels.runs.map((run) => {
    const { rule, repeats: count } = settled.get(run.raw)!;
    const repeats = repeatsOf(run, request);
    const order = samplesInOrder(run.table.samples);
    const trials = { firstTrial: 0, hasTrials: false };
    const planned: PlannedRun = { run, rule, repeats, request, items, order, ...trials };
    return { ...planned, count, tally: tallyCells(planned) };
  });
  const planned = withTrials(tallied);
  return {
    runs: planned,
    summary: summaryOf(planned),
    notices: [
      ...labels.notices,
      ...items.notices,
      ...partialNotice(labels.runs),
      ...repeatsNotice(planned),
      ...invalidNotice(planned),
      ...graderNotice(planned, graders),
      ...labels.runs.flatMap(mismatchNotices),
    ],
  };
}

/** A planned run with what its cells come to. */
interface TalliedRun extends PlannedRun {
  readonly count: RepeatCount;
  readonly tally: CellTally;
}

/** Numbers the trials of each model on from run to run. */
function withTrials(runs: readonly TalliedRun[]): TalliedRun[] {
  return [...groupBy(runs, ({ run }) => run.model).values()].flatMap((same) => {
    let trials = 0;
    const numbered = same.map((one) => {
      const firstTrial = trials;
      trials += one.tally.trials;
      return { ...one, firstTrial };
    });
    return numbered.map((one) => ({ ...one, hasTrials: trials > 1 }));
  });
}

function summaryOf(planned: readonly TalliedRun[]): BenchmarkSummary {
  const { run, rule, request } = planned[0]!;
  const items = new Set<string>();
  for (const { tally } of planned) for (const item of tally.items) items.add(item);
  return {
    benchmark: run.benchmark,
    metric: rule.metric,
    filter: request.filter,
    models: new Set(planned.map((one) => one.run.model)).size,
    items: items.size,
    alternatives: usableKeys(planned.map((one) => one.run)).filter((key) => key !== rule.metric),
    means: planned.flatMap(meanOf).toSorted((a, b) => byCodeUnit(a.model, b.model)),
  };
}

function meanOf({ run, rule, repeats, request, count, tally: { mean } }: TalliedRun): MeanCheck[] {
  const isWhole = count.repeated === 0 || repeats === "trials";
  const isPlain = isWhole && request.filter === "none";
  return mean === undefined ? [] : [checkMean(run, { rule, mean, isPlain })];
}
