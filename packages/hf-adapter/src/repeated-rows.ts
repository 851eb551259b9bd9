import { EipError, type GradedRun } from "@eip-eval/core";
import type { TaskResults } from "./run-results.ts";

const UNNAMED = /^filter-(\d+)$/;

/**
 * A run in which some rows of the file stand there twice, as one row for each item. Its reader takes
 * further rows of an item for those of further filters, which it then numbers; they are repetitions
 * where the results file knows of one filter only, or where they do not cover all items.
 *
 * @throws EipError `conflicting-outcomes` where rows of one item differ.
 */
export function withoutRepeats(
  run: GradedRun,
  { where, results }: { where: string; results: TaskResults | undefined },
): GradedRun {
  const numbers = run.metrics.map(({ filter }) => Number(UNNAMED.exec(filter)?.[1] ?? 0));
  if (numbers.every((number) => number === 0)) return run;
  const names = new Set(
    [...(results?.means.keys() ?? [])].map((key) => key.slice(key.lastIndexOf(",") + 1)),
  );
  const first = numbers.indexOf(Math.min(...numbers.filter((number) => number > 0)));
  const isWhole = run.scores.every(
    (scores, at) => numbers[at] === numbers[first] || rowsIn(scores) === rowsIn(run.scores[first]!),
  );
  if (names.size > 1 || (names.size === 0 && isWhole)) return run;
  const kept = numbers.flatMap((number, at) => (number === numbers[first] ? [at] : []));
  for (const [at, { metric }] of run.metrics.entries()) {
    const same = kept.find((one) => run.metrics[one]!.metric === metric);
    if (same !== undefined) checkEqual(run, { at, same, where });
  }
  const [filter = "none"] = names;
  return {
    ...run,
    metrics: kept.map((at) => ({ metric: run.metrics[at]!.metric, filter })),
    scores: kept.map((at) => run.scores[at]!),
  };
}

function rowsIn(scores: GradedRun["scores"][number]): number {
  return scores.reduce((rows: number, score) => rows + Number(score !== undefined), 0);
}

function checkEqual(
  { scores, items, metrics }: GradedRun,
  { at, same, where }: { at: number; same: number; where: string },
): void {
  const differing = scores[at]!.findIndex(
    (score, row) => score !== undefined && score !== scores[same]![row],
  );
  if (differing === -1) return;
  throw new EipError("conflicting-outcomes", {
    where,
    found: `two rows for item ${items[differing]!}, with different "${metrics[same]!.metric}"`,
    expected: "one row for each item",
    try: "download it again",
  });
}
