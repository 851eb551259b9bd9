import {
  type BenchmarkSummary,
  groupBy,
  type Notice,
  type ReadOptions,
  type ReadSummary,
  type RunSummary,
} from "@eip-eval/core";
import { listText, unmatchedOptions } from "@eip-eval/core/io";
import { completeness } from "./completeness.ts";
import type { Logs } from "./gather.ts";
import { shortNames } from "./label.ts";
import type { BenchmarkPlan } from "./plan.ts";
import type { Results } from "./results.ts";
import type { LabelledRun } from "./run.ts";

/** What was read and what was not, with everything that has to be said about it. */
export function summaryOf(
  logs: Logs,
  { plans, options }: { plans: readonly BenchmarkPlan[]; options: ReadOptions },
): ReadSummary {
  const { sorted, results, runs } = logs;
  const read = new Set([...runs.map(({ file }) => file.path), ...results.map(({ path }) => path)]);
  const wants = options.wants ?? (() => true);
  return {
    adapter: "lm-eval",
    filesFound: logs.filesFound,
    filesRead: read.size,
    runs: [...plans.flatMap(runSummaries), ...runsWithoutSamples(logs, wants)],
    benchmarks: plans.flatMap(({ summary }): BenchmarkSummary[] => (summary ? [summary] : [])),
    ignored: sorted.ignored,
    notices: [
      ...logs.notices,
      ...plans.flatMap(({ notices }) => notices),
      ...incompleteNotices(logs, wants),
      ...unmatchedOptions(options, runs),
    ],
  };
}

function runSummaries({ runs, unused, refused }: BenchmarkPlan): RunSummary[] {
  return [
    ...runs.map(({ run }) => ({ ...shortRun(run), used: true })),
    ...unused.map(({ run, reason }) => ({ ...shortRun(run), used: false, reason })),
    ...refused.map(({ run, error }) => ({ ...shortRun(run), used: false, reason: error.found })),
  ];
}

function shortRun(run: LabelledRun): Omit<RunSummary, "used"> {
  const { model, benchmark, file, date, table, setup } = run;
  return { model, benchmark, path: file.path, date, items: table.docs, expected: setup?.items };
}

type Wants = (benchmark: string) => boolean;

/** Runs of which only the totals are here; they cannot be chosen, however large they were. */
function runsWithoutSamples({ results, runs }: Logs, wants: Wants): RunSummary[] {
  const withSamples = groupBy(runs, (run) => run.results?.path);
  return results
    .filter(({ path }) => !withSamples.has(path))
    .flatMap(({ path, date, modelName = "", tasks }) =>
      [...tasks.keys()].filter(wants).map((benchmark) => ({
        model: shortNames([modelName]).get(modelName)!,
        benchmark,
        path,
        date,
        items: 0,
        used: false,
        reason: "no samples file that is surely of this run",
      })),
    );
}

function incompleteNotices({ results, runs }: Logs, wants: Wants): Notice[] {
  const ofResults = groupBy(runs, (run) => run.results?.path);
  const totalsOnly = results.filter(
    ({ path, tasks }) => !ofResults.has(path) && [...tasks.keys()].some(wants),
  );
  const notices = results.flatMap((one) => missingNotice(one, ofResults.get(one.path), wants));
  if (totalsOnly.length === 0) return notices;
  const files =
    totalsOnly.length === 1 ? "1 results file is" : `${totalsOnly.length} results files are`;
  return [
    ...notices,
    {
      severity: "note",
      code: "partial-run",
      message: `${files} without per-item logs, so only totals are known of those runs.`,
      try: "run again with lm_eval … --log_samples",
    },
  ];
}

function missingNotice(
  results: Results,
  runs: readonly LabelledRun[] | undefined,
  wants: Wants,
): Notice[] {
  if (!runs) return [];
  const { tasks, missing } = completeness(results, runs);
  const wanted = missing.filter(wants);
  if (wanted.length === 0) return [];
  return [
    {
      severity: "note",
      code: "partial-run",
      message: `${results.path}: ${wanted.length} of its ${tasks} tasks have no samples file here: ${listText(wanted)}.`,
      models: [...new Set(runs.map(({ model }) => model))],
    },
  ];
}
