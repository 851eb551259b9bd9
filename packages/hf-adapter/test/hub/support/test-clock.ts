import type { Clock } from "../../../src/hub/clock.ts";

export interface TestClock extends Clock {
  /** Milliseconds of each wait, in order. */
  readonly waits: number[];
  /** Lets time pass. */
  readonly advance: (milliseconds: number) => void;
}

/** A clock that stands still and jumps over every wait, which it notes. Jitter is half of its bound. */
export function testClock(): TestClock {
  let now = 1_700_000_000_000;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    random: () => 0.5,
    sleep: async (milliseconds, signal) => {
      const until = now + milliseconds;
      waits.push(milliseconds);
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      now = Math.max(now, until);
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
