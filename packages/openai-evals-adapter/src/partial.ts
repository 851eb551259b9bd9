import type { Notice } from "@eip-eval/core";
import { count, listText } from "@eip-eval/core/io";
import { exportFilter } from "./hosted-evals.ts";
import { sampleCount, type LabelledRun, type Run } from "./run.ts";

/** Why a run does not have all its items; `undefined` for one that was finished. */
export function partialReason(run: Run, runs: readonly Run[]): string | undefined {
  const items = sampleCount(run);
  if (run.source === "hosted") return hostedReason(run, items);
  if (run.source === "simple-evals") return undefined;
  if (!run.report) {
    const planned = plannedItems(run, runs);
    return `no final report, ${planned === undefined ? count(items, "item") : `${items} of ${planned} items`}`;
  }
  const { events } = run.raw;
  const here = run.table.records.reduce((sum, records) => sum + records, 0);
  return here < events ? `${here} of ${events} events arrived` : undefined;
}

function hostedReason({ hosted, raw }: Run, items: number): string | undefined {
  const { total, status } = hosted;
  if (total !== undefined && items < total) return `${items} of ${total} items`;
  if (status !== undefined && status !== "completed") return `status ${status}`;
  const filter = [...raw.paths].flatMap((path) => exportFilter(path) ?? [])[0];
  return filter === undefined ? undefined : `exported with the filter ${filter}`;
}

/**
 * As the spec says, else as many as a finished run of the same eval has (format document, section
 * 6.1).
 */
function plannedItems({ spec }: Run, runs: readonly Run[]): number | undefined {
  if (spec?.maxSamples !== undefined) return spec.maxSamples;
  const finished = runs.filter(({ report }) => report !== undefined).map(sampleCount);
  return finished.length === 0 ? undefined : Math.max(...finished);
}

/** Says, once per benchmark, which runs stopped before their end. */
export function partialNotice(runs: readonly LabelledRun[]): Notice[] {
  const partial = runs.flatMap((run) => {
    const reason = partialReason(run, runs);
    return reason === undefined ? [] : [{ run, reason }];
  });
  if (partial.length === 0) return [];
  const { benchmark } = runs[0]!;
  const named = partial.map(({ run, reason }) => `${run.model} (${reason})`);
  const verb = partial.length === 1 ? "is" : "are";
  return [
    {
      severity: "warning",
      code: "partial-run",
      message: `${benchmark}: ${count(partial.length, "run")} ${verb} not complete: ${listText(named)}.`,
      benchmark,
      models: [...new Set(partial.map(({ run }) => run.model))],
    },
  ];
}
