import { groupBy, type Notice, type ReadSummary, type RunSummary } from "@eip-eval/core";
import { byCodeUnit, count, listText } from "@eip-eval/core/io";
import type { LocalRuns } from "./local-runs.ts";
import type { ReadRun } from "./read-chosen.ts";
import { shownStamp } from "./stamp.ts";

/** The summary with the runs that were passed over, each with the reason. */
export function withPassedOver(summary: ReadSummary, chosen: readonly ReadRun[]): ReadSummary {
  return { ...summary, runs: [...summary.runs, ...chosen.flatMap(passedOverRuns)] };
}

/** What has to be said of local files before their runs are joined. */
export function localNotices(parts: LocalParts): Notice[] {
  return [...parts.local.notices, ...passedOverNotice(parts.chosen), ...missingNotices(parts)];
}

/** What was found in local files, and what was taken. */
export interface LocalParts {
  readonly local: LocalRuns;
  readonly chosen: readonly ReadRun[];
  readonly wants: ((benchmark: string) => boolean) | undefined;
}

function passedOverRuns({ passedOver }: ReadRun): RunSummary[] {
  return passedOver.map(({ run: { about, file, rows = 0 }, reason }) => ({
    model: about.model,
    benchmark: about.benchmark,
    path: file.path,
    date: about.run,
    items: rows,
    used: false,
    reason,
  }));
}

/** One sentence for all of them: a leaderboard has thousands. */
function passedOverNotice(chosen: readonly ReadRun[]): Notice[] {
  const others = chosen.flatMap(({ passedOver }) => passedOver);
  if (others.length === 0) return [];
  const models = [...new Set(others.map(({ run }) => run.about.model))].toSorted(byCodeUnit);
  const { run, reason } = others[0]!;
  const of = run.stamp === undefined ? run.file.path : `the run of ${shownStamp(run.stamp)}`;
  return [
    {
      severity: "note",
      code: "rerun",
      message: `${listText(models)}: the newest complete run of each task was used; ${count(others.length, "other")} passed over, such as ${of} on ${run.about.benchmark} (${reason}).`,
      models,
    },
  ];
}

/** Tasks that a results file has, and no details file of the same repository. */
function missingNotices({ local, wants = () => true }: LocalParts): Notice[] {
  const byRoot = groupBy(local.runs, ({ file }) => file.root);
  return local.results.flatMap(({ root, path, results }) => {
    const runs = byRoot.get(root) ?? [];
    const here = new Set(runs.flatMap(({ about }) => [about.task, about.benchmark]));
    const missing = [...results.tasks.keys()].filter((task) => !here.has(task) && wants(task));
    if (missing.length === 0 || missing.length === results.tasks.size) return [];
    const models = [...new Set(runs.map(({ about }) => about.model))];
    return [
      {
        severity: "note",
        code: "partial-run",
        message: `${path}: ${missing.length} of its ${results.tasks.size} tasks have no details here: ${listText(missing)}.`,
        models,
      },
    ];
  });
}
