import type { GradedRun, RunHead } from "@eip-eval/core";

/** Scores that are held in memory at most; a few hundred megabytes. */
const MOST_SCORES = 8_000_000;

/** Holds runs in memory as long as there is room, and has the others read again. */
export class RunShelf {
  readonly #kept = new Map<RunHead, GradedRun>();
  readonly #again = new Map<RunHead, () => Promise<GradedRun>>();
  #room: number;

  constructor(room: number = MOST_SCORES) {
    this.#room = room;
  }

  /** Takes a run in and gives out its head. */
  add(run: GradedRun, readAgain: () => Promise<GradedRun>): RunHead {
    const { items: _, contentHashes: __, trials: ___, scores, ...head } = run;
    const size = run.rows * (2 + scores.length);
    if (size <= this.#room) {
      this.#room -= size;
      this.#kept.set(head, run);
    } else this.#again.set(head, readAgain);
    return head;
  }

  /** The rows of a run that was taken in. */
  async load(head: RunHead): Promise<GradedRun> {
    return this.#kept.get(head) ?? this.#again.get(head)!();
  }
}
