import { count } from "@eip-eval/core/io";
import { shownStamp } from "./stamp.ts";

/** One run of one task, before it is read. */
export interface TaskRun {
  /** In the spelling of `stampIn`; runs without one are taken to be the oldest. */
  readonly stamp?: string | undefined;
  /** Bytes of the file. */
  readonly size: number;
  /** Items in the file, where known: from the results file, the footer, or after reading. */
  readonly rows?: number | undefined;
  /** Items of a complete run, where the results file says so. */
  readonly expected?: number | undefined;
}

/** A run that was not used, and why. */
export interface PassedOver<Run> {
  readonly run: Run;
  /** A clause: `"partial: 100 of 250 items"`. */
  readonly reason: string;
}

/** The run of a task that counts. */
export interface RunChoice<Run> {
  readonly used: Run;
  /** Whether even this run is not whole, as far as is known. */
  readonly isPartial: boolean;
  /** Newest first. */
  readonly passedOver: readonly PassedOver<Run>[];
}

/** Files of complete runs of one task are much alike; a file of less than this share is a part. */
const PARTIAL_SIZE = 0.5;

/**
 * Chooses among the runs of one task by one model: the newest complete one; where none is, the one
 * with most items, later runs breaking ties. A run is complete when it has the items that its
 * results file expects, else as many as any run has. Where the number of items is not known the
 * size of the file speaks: less than half of the largest is a part.
 *
 * @param runs At least one.
 * @example
 * ```ts
 * chooseRun([
 *   { stamp: "2024-07-18T23-44-05", size: 9000, rows: 250, expected: 250 },
 *   { stamp: "2024-09-03T04-05-06", size: 400, rows: 10, expected: 250 },
 * ]);
 * // { used: the first, isPartial: false, passedOver: [{ run: the second, reason: "partial: 10 of 250 items" }] }
 * ```
 */
export function chooseRun<Run extends TaskRun>(runs: readonly Run[]): RunChoice<Run> {
  const judged = runs.map((run) => ({ run, ...judge(run, runs) }));
  const [used, ...others] = judged.toSorted(
    (a, b) =>
      Number(a.isPartial) - Number(b.isPartial) ||
      (a.isPartial ? b.amount - a.amount : 0) ||
      newerFirst(a.run, b.run) ||
      b.amount - a.amount,
  );
  return {
    used: used!.run,
    isPartial: used!.isPartial,
    passedOver: others
      .toSorted((a, b) => newerFirst(a.run, b.run))
      .map(({ run, isPartial, part }) => ({
        run,
        reason: isPartial ? part : unusedReason(run, used!.run),
      })),
  };
}

interface Judgement {
  readonly isPartial: boolean;
  /** Items, or bytes scaled to the items of other runs. */
  readonly amount: number;
  readonly part: string;
}

function judge(run: TaskRun, runs: readonly TaskRun[]): Judgement {
  const needed =
    run.expected ?? Math.max(...runs.map(({ rows = 0, expected = 0 }) => Math.max(rows, expected)));
  if (run.rows !== undefined) {
    const part = `partial: ${run.rows.toLocaleString("en-US")} of ${count(needed, "item")}`;
    return { isPartial: run.rows < needed, amount: run.rows, part };
  }
  const largest = Math.max(...runs.map(({ size }) => size));
  const part = `probably partial: ${bytesText(run.size)}, where another run has ${bytesText(largest)}`;
  const share = largest === 0 ? 1 : run.size / largest;
  return { isPartial: share < PARTIAL_SIZE, amount: share * Math.max(needed, 1), part };
}

function newerFirst(a: TaskRun, b: TaskRun): number {
  const [one, other] = [a.stamp ?? "", b.stamp ?? ""];
  if (one === other) return 0;
  return one < other ? 1 : -1;
}

function unusedReason(run: TaskRun, used: TaskRun): string {
  if (run.stamp === used.stamp) return "the same run again";
  if (newerFirst(run, used) < 0) return "a run with more items was used";
  return used.stamp === undefined
    ? "another run was used"
    : `the run of ${shownStamp(used.stamp)} is newer`;
}

function bytesText(bytes: number): string {
  if (bytes < 1000) return count(bytes, "byte");
  const [divisor, unit] = bytes < 1e6 ? [1e3, "kB"] : [1e6, "MB"];
  return `${Number((bytes / divisor).toPrecision(3))} ${unit}`;
}
