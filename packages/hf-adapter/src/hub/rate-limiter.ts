import { EipError } from "@eip-eval/core";
import { untilAborted, type Clock } from "./clock.ts";
import type { Bucket, Counters } from "./hub-stats.ts";
import { rateLimitNotice, retryAfter } from "./rate-limit-headers.ts";

/** A wait for a rate limit, told once for all requests that wait together. */
export interface RateLimitWait {
  readonly bucket: Bucket;
  /** Whole seconds, rounded up. */
  readonly seconds: number;
}

/** Leave to make one request. */
export interface Permit {
  /** To be called as soon as an answer is there. */
  readonly answered: (status: number, headers: Headers) => void;
  /** To be called in the end, also when no answer came. */
  readonly release: () => void;
}

export interface RateLimiterOptions {
  readonly clock: Clock;
  readonly counters: Counters;
  readonly onWait?: ((wait: RateLimitWait) => void) | undefined;
  /** Whether requests carry a token: anonymous ones have lower limits. */
  readonly hasToken: boolean;
}

interface Window {
  /** Requests left as the last answer told; undefined before the first, infinite without limits. */
  remaining: number | undefined;
  quota: number | undefined;
  /** When the window ends, or nothing may be sent before. */
  resetAt: number;
  inFlight: number;
  /** Nothing is sent before this moment. */
  blockedUntil: number;
  toldUntil: number;
  waiting: (() => void)[];
}

/** Milliseconds of the Hub's windows. */
const WINDOW = 300_000;
/** Seconds; a longer wait is nothing that a command should sit out. */
const LONGEST_WAIT = 330;
/** For a 429 that does not say how long. */
const UNTOLD_WAIT = 30;
/** Two answers of one window may be told a second apart, as its end is told in whole seconds. */
const SAME_WINDOW = 2000;
const JITTER = 2000;

/**
 * Keeps all requests of one bucket within what the Hub says is left: none is sent that would be
 * refused, and when nothing is left all wait together until the next window. Before the first answer
 * of a bucket only one request is under way, to learn the limit.
 *
 * @example
 * ```ts
 * const permit = await limiter.enter("api", signal);
 * try {
 *   const answer = await fetch(url);
 *   permit.answered(answer.status, answer.headers);
 * } finally {
 *   permit.release();
 * }
 * ```
 */
export class RateLimiter {
  readonly #windows = new Map<Bucket, Window>();
  readonly #clock: Clock;
  readonly #counters: Counters;
  readonly #onWait: RateLimiterOptions["onWait"];
  readonly #hasToken: boolean;

  constructor({ clock, counters, onWait, hasToken }: RateLimiterOptions) {
    this.#clock = clock;
    this.#counters = counters;
    this.#onWait = onWait;
    this.#hasToken = hasToken;
  }

  /**
   * Waits until a request of the bucket may be sent.
   *
   * @throws EipError `rate-limit` where that would take longer than 330 s; the signal's reason.
   */
  async enter(bucket: Bucket, signal?: AbortSignal): Promise<Permit> {
    const window = this.#window(bucket);
    for (;;) {
      signal?.throwIfAborted();
      const wait = this.#waitOf(window);
      if (wait === "answer") await untilAborted(nextAnswer(window), signal);
      else if (wait > 0) await this.#sitOut(bucket, { window, wait, signal });
      else return this.#permit(bucket);
    }
  }

  #window(bucket: Bucket): Window {
    const known = this.#windows.get(bucket);
    if (known) return known;
    const window: Window = {
      remaining: bucket === "files" ? Number.POSITIVE_INFINITY : undefined,
      quota: undefined,
      resetAt: Number.POSITIVE_INFINITY,
      inFlight: 0,
      blockedUntil: Number.NEGATIVE_INFINITY,
      toldUntil: Number.NEGATIVE_INFINITY,
      waiting: [],
    };
    this.#windows.set(bucket, window);
    return window;
  }

  /** Milliseconds to wait, or that the next answer decides. */
  #waitOf(window: Window): number | "answer" {
    const now = this.#clock.now();
    if (window.blockedUntil > now) return window.blockedUntil - now;
    if (now >= window.resetAt) {
      window.remaining = window.quota;
      // The next answer tells it; until then the count must end somewhere.
      window.resetAt = now + WINDOW;
    }
    if (window.remaining === undefined) return window.inFlight > 0 ? "answer" : 0;
    if (window.remaining > window.inFlight) return 0;
    if (window.inFlight > 0) return "answer";
    return Math.max(1, window.resetAt - now);
  }

  async #sitOut(
    bucket: Bucket,
    { window, wait, signal }: { window: Window; wait: number; signal: AbortSignal | undefined },
  ): Promise<void> {
    if (wait > LONGEST_WAIT * 1000) throw this.#tooLong(bucket, Math.ceil(wait / 1000));
    const now = this.#clock.now();
    // Those who come later wait for the same moment, jitter included, up to the last bits of a sum.
    if (now + wait > window.toldUntil + 1) {
      window.blockedUntil = now + wait + this.#clock.random() * JITTER;
      window.toldUntil = window.blockedUntil;
      const seconds = Math.ceil((window.blockedUntil - now) / 1000);
      this.#counters.waits += 1;
      this.#counters.secondsWaited += seconds;
      this.#onWait?.({ bucket, seconds });
    }
    await this.#clock.sleep(window.blockedUntil - now, signal);
  }

  #permit(bucket: Bucket): Permit {
    const window = this.#window(bucket);
    window.inFlight += 1;
    let isOpen = true;
    const settle = (): void => {
      isOpen = false;
      window.inFlight -= 1;
      for (const wake of window.waiting.splice(0)) wake();
    };
    return {
      answered: (status, headers) => {
        if (!isOpen) return;
        this.#learn(bucket, { status, headers });
        settle();
      },
      release: () => {
        if (!isOpen) return;
        // Nobody knows whether the Hub counted it.
        if (window.remaining !== undefined) window.remaining -= 1;
        settle();
      },
    };
  }

  #learn(bucket: Bucket, { status, headers }: { status: number; headers: Headers }): void {
    const notice = rateLimitNotice(headers);
    if (notice) this.#note(this.#window(notice.bucket ?? bucket), notice);
    const window = this.#window(bucket);
    window.remaining ??= Number.POSITIVE_INFINITY;
    if (status !== 429) return;
    const told = Math.max(notice?.seconds ?? 0, retryAfter(headers) ?? 0) || UNTOLD_WAIT;
    const now = this.#clock.now();
    const until = now + told * 1000;
    // An answer that was under way while others began to wait adds no second wait.
    const isWaiting = window.blockedUntil > now;
    if (!isWaiting || until - window.blockedUntil > SAME_WINDOW) window.blockedUntil = until;
  }

  #note(
    window: Window,
    {
      remaining,
      seconds,
      quota,
    }: { remaining: number; seconds: number; quota?: number | undefined },
  ): void {
    const resetAt = this.#clock.now() + seconds * 1000;
    const isSame = Math.abs(resetAt - window.resetAt) <= SAME_WINDOW;
    // Answers overtake one another: within a window the lowest number is the newest.
    window.remaining = isSame ? Math.min(window.remaining ?? remaining, remaining) : remaining;
    window.resetAt = resetAt;
    window.quota = quota ?? window.quota;
  }

  #tooLong(bucket: Bucket, seconds: number): EipError {
    const time = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
    return new EipError("rate-limit", {
      found: `the Hub asks to wait ${time} before the next request (limit of "${bucket}")`,
      expected: `at most ${LONGEST_WAIT} s`,
      try: this.#hasToken
        ? "the same command later"
        : "set HF_TOKEN for higher limits, or the same command later",
    });
  }
}

function nextAnswer(window: Window): Promise<void> {
  return new Promise((resolve) => window.waiting.push(resolve));
}
