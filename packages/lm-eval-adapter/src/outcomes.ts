import type { Outcome } from "@eip-eval/core";
import type { CountedRun, Items } from "./identity.ts";
import { sampleRecord } from "./record.ts";
import { readSamplePieces, type SampleOptions } from "./samples.ts";
import { textsOf } from "./text.ts";

/** A run that counts, with all that is decided about its benchmark. */
export interface PlannedRun extends CountedRun {
  readonly metric: string;
  readonly items: Items;
}

/** The outcomes of one run without texts, in the order of its file. */
export function* outcomesOf(planned: PlannedRun): Generator<Outcome> {
  for (const row of planned.run.table.rowsOf(planned.filter)) {
    const outcome = outcomeOfRow(planned, row);
    if (outcome) yield outcome;
  }
}

/** The outcomes of the runs of one file with texts: passes over it again, because none are kept. */
export async function* outcomesWithTexts(
  ofFile: readonly PlannedRun[],
  { isWhole, ...options }: Omit<SampleOptions, "onProblem"> & { readonly isWhole: boolean },
): AsyncGenerator<Outcome> {
  const rows = new Map(ofFile.map((planned) => [planned.run.benchmark, { planned, next: 0 }]));
  const [only] = rows.values();
  // What is damaged was reported when the file was read first.
  const pieces = readSamplePieces(ofFile[0]!.run.file, { ...options, onProblem() {} });
  for await (const values of pieces) {
    for (const { task, value } of values) {
      const at = task === undefined ? only : rows.get(task);
      if (!at || !sampleRecord(value)) continue;
      const row = at.next++;
      const { run, filter } = at.planned;
      if (run.table.filterOfRow[row] !== filter) continue;
      const outcome = outcomeOfRow(at.planned, row);
      if (outcome) yield Object.assign(outcome, textsOf(value, { isWhole }));
    }
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The outcome of one row; none where the metric does not apply to it. Version 0.5.0.dev1 logs the
 * score of each repetition beside their combination: the combination is the score, the others are
 * in `metadata.repeats`.
 */
function outcomeOfRow(
  { run, metric, filter, items }: PlannedRun,
  row: number,
): Writable<Outcome> | undefined {
  const column = run.table.metrics.get(metric)!;
  const score = column.scores.get(row);
  if (score === undefined) return undefined;
  const outcome: Writable<Outcome> = {
    model: run.model,
    benchmark: run.benchmark,
    item: items.itemOf(run, row),
    score,
    metric,
    filter: run.filters[filter]!,
  };
  const contentHash = items.hashOf(run, row);
  const repeats = column.repeats.get(row);
  if (run.date !== undefined) outcome.run = run.date;
  if (contentHash !== undefined) outcome.contentHash = contentHash;
  const carried = run.table.carriedAt(row);
  if (repeats || carried) outcome.metadata = { ...carried, ...(repeats ? { repeats } : {}) };
  return outcome;
}
