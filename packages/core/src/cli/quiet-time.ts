/** How long each run has not changed. */

import type { LiveRun } from "./live-harness.ts";

/** Seconds without a change after which a complete run is done. */
const SETTLED = 3;
/** Seconds without a change after which something incomplete is taken as it is. */
export const GIVEN_UP = 60;

/**
 * Remembers since when the stamps of each run are the same. The times of files count at the first
 * look only, where nothing else is known; after that our own clock decides, since the clock of a
 * network drive may be another.
 */
export class QuietTime {
  #since: Map<string, number> | undefined;

  /** Takes down what is there now; runs that are gone are forgotten. */
  observe(runs: readonly LiveRun[]): void {
    const now = performance.now();
    const before = this.#since;
    this.#since = new Map(
      runs.map((run) => {
        const start = before ? now : now - Math.max(0, Date.now() - run.modified);
        return [keyOf(run), before?.get(keyOf(run)) ?? start] as const;
      }),
    );
  }

  /** Whether a run may be told about: complete and settled, or given up on. */
  isOver(run: LiveRun): boolean {
    const needed = run.state === "complete" ? SETTLED : GIVEN_UP;
    const since = this.#since?.get(keyOf(run)) ?? Infinity;
    return performance.now() - since >= needed * 1000;
  }
}

function keyOf({ run, stamps }: LiveRun): string {
  return `${run}\n${stamps.join("\n")}`;
}
