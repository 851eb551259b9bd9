import type { GradedMetric, GradedRun, RunHead } from "@eip-eval/core";

/** Scores that are held in memory at most; a few hundred megabytes. */
const MOST_SCORES = 8_000_000;

/**
 * Holds runs in memory as long as there is room, and has the others read again. Runs with the same
 * items in the same order share their lists.
 */
export class RunShelf {
  readonly #kept = new Map<RunHead, GradedRun>();
  readonly #again = new Map<RunHead, () => Promise<GradedRun>>();
  readonly #lists = new Map<string, Pick<GradedRun, "items" | "contentHashes">>();
  #room: number;

  constructor(room: number = MOST_SCORES) {
    this.#room = room;
  }

  /** Takes a run in and gives out its head. */
  add(run: GradedRun, readAgain: () => Promise<GradedRun>): RunHead {
    const { items: _, contentHashes: __, trials: ___, scores, ...head } = run;
    const size = run.rows * scores.length;
    if (size <= this.#room) {
      this.#room -= size;
      this.#kept.set(head, this.#shared(run));
    } else this.#again.set(head, readAgain);
    return head;
  }

  /** The rows of a run that was taken in, under one of its metrics. */
  async load(
    head: RunHead,
    { metric: { metric, filter } }: { metric: GradedMetric },
  ): Promise<GradedRun> {
    const run = this.#kept.get(head) ?? this.#shared(await this.#again.get(head)!());
    const at = run.metrics.findIndex((one) => one.metric === metric && one.filter === filter);
    return {
      ...run,
      metrics: [{ metric, filter }],
      // A file that changed in the meantime may have another metric.
      scores: [run.scores[at] ?? run.items.map(() => undefined)],
    };
  }

  #shared(run: GradedRun): GradedRun {
    const known = this.#lists.get(run.fingerprint);
    if (!known) {
      this.#lists.set(run.fingerprint, { items: run.items, contentHashes: run.contentHashes });
      return run;
    }
    const isSame =
      areEqual(known.items, run.items) &&
      areEqual(known.contentHashes ?? [], run.contentHashes ?? []);
    return isSame ? { ...run, ...known } : run;
  }
}

function areEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}
