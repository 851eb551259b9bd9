import type { Clock } from "../../../src/hub/clock.ts";

/** A clock that stands still and jumps over every wait, which it notes. */
export class TestClock implements Clock {
  /** Milliseconds of each wait, in order. */
  readonly waits: number[] = [];
  #now = 1_700_000_000_000;

  readonly now = (): number => this.#now;
  /** No jitter; back-off waits half of its bound. */
  readonly random = (): number => 0.5;
  readonly sleep = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
    const until = this.#now + milliseconds;
    this.waits.push(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    this.#now = Math.max(this.#now, until);
  };

  /** Lets time pass. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
