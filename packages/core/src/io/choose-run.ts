/** Which of several runs of one benchmark by one model counts. */

import type { RunHead } from "../outcomes/graded-run.ts";
import { byCodeUnit } from "../outcomes/order.ts";

export interface RunChoice {
  readonly used: RunHead;
  readonly others: readonly RunHead[];
}

/**
 * Chooses the newest run that is complete, else the one with the most rows; the newer, then the first
 * by its source, breaks ties. A run that does not say how much was asked is complete when it has as
 * much as any other.
 *
 * @example
 * ```ts
 * chooseRun([partialOfMay, completeOfMarch]).used; // completeOfMarch
 * ```
 */
export function chooseRun(runs: readonly RunHead[]): RunChoice {
  const most = Math.max(...runs.map(({ rows, expected }) => expected ?? rows));
  const isComplete = ({ rows, expected = most }: RunHead): boolean => rows >= expected;
  const [used, ...others] = runs.toSorted(
    (a, b) =>
      Number(isComplete(b)) - Number(isComplete(a)) ||
      (isComplete(a) ? 0 : b.rows - a.rows) ||
      byCodeUnit(b.run ?? "", a.run ?? "") ||
      b.rows - a.rows ||
      byCodeUnit(a.source, b.source),
  );
  return { used: used!, others };
}

/** Whether fewer rows are here than were to be asked. */
export function isPartial({ rows, expected }: RunHead): boolean {
  return expected !== undefined && rows < expected;
}

/** Why a run was not used, beside the one that was. */
export function unusedReason(run: RunHead, used: RunHead): string {
  if (run.rows < used.rows) return `a run with more items was used (${used.rows})`;
  return run.run === used.run ? "the same run again" : "a newer run was used";
}
