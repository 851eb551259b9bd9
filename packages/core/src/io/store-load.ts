/** A run of a store as the rest of the program knows it. */

import type { GradedMetric, GradedRun } from "../outcomes/graded-run.ts";
import { EipError } from "../errors.ts";
import type { PlacedRun } from "./store-files.ts";
import type { StoreRows } from "./store-rows.ts";
import { plainHead, type Part } from "./store-run.ts";

/**
 * The rows of a run: those with a score under one metric, or all.
 *
 * @throws EipError `damaged` for a file that is not what its metadata say, `choose-metric` for a
 *   metric that the run does not have.
 */
export async function loadRun(
  run: PlacedRun,
  rows: StoreRows,
  metric?: GradedMetric,
): Promise<GradedRun> {
  if (metric) {
    const at = metricNumber(run, metric);
    const { items, contentHashes, trials, scores } = await rows.part(run, at);
    return {
      ...plainHead(run.head),
      metrics: [metric],
      items,
      contentHashes,
      trials,
      scores: [scores],
    };
  }
  const parts: Part[] = [];
  for (const number of run.head.parts.keys()) parts.push(await rows.part(run, number));
  return { ...plainHead(run.head), ...together(parts) };
}

function metricNumber({ head, path }: PlacedRun, { metric, filter }: GradedMetric): number {
  const at = head.metrics.findIndex((one) => one.metric === metric && one.filter === filter);
  if (at >= 0) return at;
  throw new EipError("choose-metric", {
    where: path,
    found: `no scores by ${metric}, ${filter} of ${head.model} on ${head.benchmark}`,
  });
}

/** Columns over all metrics: a row for each item and trial that has a score under any. */
function together(
  parts: readonly Part[],
): Pick<GradedRun, "items" | "contentHashes" | "trials" | "scores"> {
  const [first] = parts;
  if (first && parts.every(({ layout }) => layout === first.layout)) {
    const { items, contentHashes, trials } = first;
    return { items, contentHashes, trials, scores: parts.map(({ scores }) => scores) };
  }
  const rows = new Map<string, number>();
  const items: string[] = [];
  const hashes: (string | undefined)[] = [];
  const trials: number[] = [];
  const scores = parts.map((part) => {
    const column: (number | null)[] = [];
    const seen = new Map<string, number>();
    for (const [row, item] of part.items.entries()) {
      const [hash, trial] = [part.contentHashes?.[row], part.trials?.[row] ?? 0];
      const cell = JSON.stringify([item, trial, hash]);
      const time = seen.get(cell) ?? 0;
      seen.set(cell, time + 1);
      const key = `${time} ${cell}`;
      let place = rows.get(key);
      if (place === undefined) {
        rows.set(key, (place = items.length));
        items.push(item);
        hashes.push(hash);
        trials.push(trial);
      }
      column[place] = part.scores[row]!;
    }
    return column;
  });
  return {
    items,
    contentHashes: hashes.some((hash) => hash !== undefined) ? hashes : undefined,
    trials: trials.some((trial) => trial !== 0) ? trials : undefined,
    scores: scores.map((column) => items.map((_, row) => column[row])),
  };
}
