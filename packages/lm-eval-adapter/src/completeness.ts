import type { Results } from "./results.ts";
import type { Run } from "./run.ts";

/** How much of one run of the harness is here (format document, section 9). */
export interface Completeness {
  readonly tasks: number;
  readonly withSamples: number;
  /** Tasks without a per-sample file. */
  readonly missing: readonly string[];
  /** Tasks with fewer items than were asked. */
  readonly short: readonly ShortTask[];
  /** `null` where the version does not log how many items were asked. */
  readonly isComplete: boolean | null;
}

export interface ShortTask {
  readonly task: string;
  readonly items: number;
  readonly expected: number;
}

/** Compares a results file with the per-sample records that belong to it. */
export function completeness({ tasks }: Results, runs: readonly Run[]): Completeness {
  const docs = new Map(runs.map(({ benchmark, table }) => [benchmark, table.docs]));
  const names = [...tasks.keys()];
  const missing = names.filter((task) => !docs.has(task)).toSorted();
  const present = names.filter((task) => docs.has(task));
  const short = present.flatMap((task) => {
    const expected = tasks.get(task)?.items ?? 0;
    const items = docs.get(task)!;
    return items < expected ? [{ task, items, expected }] : [];
  });
  const isKnown = present.every((task) => tasks.get(task)?.items !== undefined);
  return {
    tasks: names.length,
    withSamples: present.length,
    missing,
    short,
    isComplete: missing.length + short.length > 0 ? false : isKnown ? true : null,
  };
}
