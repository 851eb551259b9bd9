import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

/** Time and chance, so that tests can bring their own. */
export interface Clock {
  /** Milliseconds since any moment. */
  readonly now: () => number;
  /** Resolves after so many milliseconds; rejects with the signal's reason once that is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 up to 1, for jitter; nothing that is computed depends on it. */
  readonly random: () => number;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  async sleep(milliseconds, signal) {
    try {
      await delay(milliseconds, undefined, signal ? { signal } : {});
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};

/**
 * The result of some work, unless the signal is aborted first: then its reason, at once.
 *
 * @example
 * ```ts
 * await untilAborted(Promise.resolve(1), undefined); // 1
 * ```
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return work;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop!);
  }
}

/**
 * One signal for several, on which any number of requests may wait: on the caller's own Node would warn
 * about the eleventh.
 *
 * @example
 * ```ts
 * anyOf([undefined, AbortSignal.abort()])?.aborted; // true
 * anyOf([undefined]); // undefined
 * ```
 */
export function anyOf(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.length === 0) return undefined;
  const signal = AbortSignal.any(given);
  setMaxListeners(0, signal);
  return signal;
}
