import {
  type BenchmarkSummary,
  groupBy,
  type IgnoredFile,
  type Notice,
  type ReadOptions,
  type ReadSummary,
  type RunSummary,
} from "@eip-eval/core";
import { count, listText, unmatchedOptions } from "@eip-eval/core/io";
import type { Gathered } from "./gather.ts";
import type { NamedRuns } from "./named-runs.ts";
import type { BenchmarkPlan } from "./plan.ts";
import { sampleCount, type Run } from "./run.ts";

/** What was read and what was not, with everything that has to be said about it. */
export function summaryOf(
  { filesFound, sorted, book }: Gathered,
  {
    named,
    plans,
    options,
  }: { named: NamedRuns; plans: readonly BenchmarkPlan[]; options: ReadOptions },
): ReadSummary {
  return {
    adapter: "openai-evals",
    filesFound,
    filesRead: book.files.size,
    runs: [...plans.flatMap(runSummaries), ...named.empty.map(emptySummary)],
    benchmarks: plans.flatMap(({ summary }): BenchmarkSummary[] => (summary ? [summary] : [])),
    ignored: [...sorted.ignored, ...unknownEvents(named.runs)],
    notices: [
      ...emptyNotice(named.empty),
      ...plans.flatMap(({ notices }) => notices),
      ...unmatchedOptions(options, named.runs),
    ],
  };
}

function runSummaries({ runs, refused }: BenchmarkPlan): RunSummary[] {
  return [
    ...runs.map(({ run }) => ({ ...shortRun(run), model: run.model, used: true })),
    ...refused.map(({ run, error }) => ({ ...shortRun(run), used: false, reason: error.found })),
  ];
}

function shortRun(run: Run): Omit<RunSummary, "used"> {
  const { modelName: model, benchmark, path, date } = run;
  return { model, benchmark, path, date, items: sampleCount(run) };
}

function emptySummary(run: Run): RunSummary {
  return { ...shortRun(run), used: false, reason: emptyReason(run) };
}

function emptyReason({ source, report }: Run): string {
  if (source !== "log") return "none of its items is here";
  return report
    ? "a final report but no events"
    : "nothing but a spec line: it stopped before the first sample";
}

/** Counts the runs that left a spec line and nothing else (format document, section 1.4). */
function emptyNotice(empty: readonly Run[]): Notice[] {
  if (empty.length === 0) return [];
  const models = [...new Set(empty.map(({ modelName }) => modelName))].toSorted();
  return [
    {
      severity: "note",
      code: "partial-run",
      message: `${count(empty.length, "run")} without a single sample left out: ${listText(models)}.`,
      models,
    },
  ];
}

/** Events of types that no eval of the registry writes: counted, not read. */
function unknownEvents(runs: readonly Run[]): IgnoredFile[] {
  return [...groupBy(runs, ({ path }) => path)].flatMap(([path, same]) => {
    const types = [...new Set(same.flatMap(({ table }) => [...table.unknown.keys()]))].toSorted();
    if (types.length === 0) return [];
    const events = same
      .flatMap(({ table }) => [...table.unknown.values()])
      .reduce((sum, times) => sum + times, 0);
    return [{ path, reason: `${count(events, "event")} of unknown types: ${listText(types)}` }];
  });
}
