import type { EipError } from "@eip-eval/core";
import type { Clock } from "./clock.ts";

/** A failure that may pass: the error to end with once no tries are left. */
export class Transient extends Error {
  static {
    this.prototype.name = "Transient";
  }
  readonly error: EipError;
  /** Milliseconds before the next try, where the answer names them. */
  readonly wait: number | undefined;

  constructor(error: EipError, { wait }: { readonly wait?: number | undefined } = {}) {
    super(error.message, { cause: error });
    this.error = error;
    this.wait = wait;
  }
}

export interface RetryOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** How often one thing is tried before its error is thrown; default 5. */
  readonly tries?: number | undefined;
  /** Called before each new try. */
  readonly onRetry?: (() => void) | undefined;
  /** Whether the failed try brought enough to begin counting again. */
  readonly hasProgressed?: (() => boolean) | undefined;
}

const TRIES = 5;
const FIRST_BACK_OFF = 500;
const LONGEST_BACK_OFF = 20_000;

/**
 * Does something until it succeeds, fails for good, or has failed too often. Between two tries it
 * waits a random time below a bound that doubles (full jitter, 0.5 s to 20 s), so that many callers
 * do not come back together.
 *
 * @throws the error of the last `Transient`; any other error at once.
 * @example
 * ```ts
 * let failures = 2;
 * await retrying(async () => {
 *   if (failures-- > 0) throw new Transient(new EipError("network", { found: "the line broke off" }));
 *   return "answer";
 * }, { clock: systemClock }); // "answer", after two waits
 * ```
 */
export async function retrying<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { clock, signal, tries = TRIES, onRetry, hasProgressed } = options;
  for (let failures = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Transient)) throw error;
      failures = hasProgressed?.() === true ? 1 : failures + 1;
      if (failures >= tries) throw error.error;
      const bound = Math.min(LONGEST_BACK_OFF, FIRST_BACK_OFF * 2 ** (failures - 1));
      const wait = error.wait ?? clock.random() * bound;
      if (wait > 0) await clock.sleep(wait, signal);
      onRetry?.();
    }
  }
}
