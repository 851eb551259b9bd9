/** Calls of a language model: so many at once, again after a fault that may pass, within a time limit. */

import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { LanguageModel } from "ai";
import type { ZodType } from "zod";
import { EipError } from "../errors.ts";
import { failureOf, type CallFailure, type Setting } from "./call-failure.ts";
import { aiPackage } from "./peers.ts";

/** A model as an object of the package `ai`; a bare name would mean a service that nobody chose. */
export type Model = Exclude<LanguageModel, string>;

export interface CallOptions {
  /** Calls at the same time. */
  readonly concurrency?: number | undefined;
  /** How often a call is sent again after a fault that may pass. */
  readonly retries?: number | undefined;
  /** Milliseconds that one sending may take; a call that takes longer is given up. */
  readonly timeout?: number | undefined;
  /** Ends everything; `call` then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Who is called, for messages; default: the provider's name. */
  readonly where?: string | undefined;
  /** Keys, which no message may hold. */
  readonly secrets?: readonly string[] | undefined;
  /** Waits between two sendings; for tests. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<unknown>) | undefined;
}

export interface CallRequest {
  /** Instructions. */
  readonly system?: string | undefined;
  readonly prompt: string;
  /**
   * The form of JSON that the endpoint is asked to hold the model to. It is a wish: some endpoints refuse
   * it, and nothing is checked here.
   */
  readonly form?: ZodType | undefined;
  /** Default 0. */
  readonly temperature?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
}

/** What the model said, or why it said nothing. */
export type Reply =
  | {
      readonly text: string;
      /** It ran into `maxOutputTokens`. */
      readonly isCut: boolean;
    }
  | { readonly text: null; readonly reason: string };

/** What was spent so far. */
export interface CallTally {
  /** Sendings, those again among them. */
  readonly sent: number;
  readonly retries: number;
  /** Calls without an answer. */
  readonly failed: number;
  /** As the endpoint reports them; 0 where it reports none. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Settings that the endpoint refused and that are no longer sent. */
  readonly without: readonly Setting[];
}

/** Calls one model; see {@link modelCaller}. */
export interface ModelCaller {
  /**
   * Calls the model once, in its turn.
   *
   * @returns the reply; `text: null` where the call failed, also when sent again.
   * @throws EipError for what will not pass by itself: a refused key (`token`), no connection (`network`), a
   *   wait that nobody has time for (`rate-limit`); while nothing was answered also an unknown model
   *   (`not-found`), a redirect (`network`) and nothing left to spend (`rate-limit`); and when the first five
   *   calls or later ten in a row failed. All calls that wait or run end with it, and so do all later ones.
   */
  call(request: CallRequest): Promise<Reply>;
  /** Says that the endpoint has answered before this run: what it refuses is then one call, and not all. */
  expectAnswers(): void;
  /** What was spent so far. */
  tally(): CallTally;
  /** Ends the calls that wait or run, and all later ones, with this error. */
  stop(error?: Error): void;
}

export const CALL_DEFAULTS = { concurrency: 4, retries: 3, timeout: 60_000 };
/** The first wait in milliseconds, unless the endpoint asks for more; each further is twice as long. */
const FIRST_WAIT = 1000;
/** When so many calls failed and none was answered, the fault is no passing one. */
const FIRST_CALLS = 5;
/** The same for an endpoint that has answered: so many in a row. */
const LATER_CALLS = 10;

/**
 * Prepares calls of one model.
 *
 * @throws EipError `unsupported` where the package `ai` is not installed.
 * @example
 * ```ts
 * const caller = await modelCaller(model, { concurrency: 4 });
 * await caller.call({ prompt: "What is 2 + 2?" }); // { text: "4", isCut: false }
 * ```
 */
export async function modelCaller(model: Model, options: CallOptions = {}): Promise<ModelCaller> {
  const [ai, { default: pLimit }] = await Promise.all([aiPackage(), import("p-limit")]);
  const concurrency = options.concurrency ?? CALL_DEFAULTS.concurrency;
  return new Caller(model, options, { ai, limit: pLimit({ concurrency, rejectOnClear: true }) });
}

interface Machinery {
  readonly ai: typeof import("ai");
  readonly limit: {
    <Result>(work: () => Promise<Result>): Promise<Result>;
    clearQueue(): void;
  };
}

type Answered = Extract<Reply, { text: string }>;
interface Usage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** The time limit of a sending, as the reason of its signal. */
class TookTooLong extends Error {}

class Caller implements ModelCaller {
  readonly #model: Model;
  readonly #options: CallOptions;
  readonly #ai: Machinery["ai"];
  readonly #limit: Machinery["limit"];
  readonly #stopped = new AbortController();
  readonly #without = new Set<Setting>();
  readonly #spent = { sent: 0, retries: 0, failed: 0, inputTokens: 0, outputTokens: 0 };
  /** When an endpoint asks one call to wait, the others wait too. */
  #wait: Promise<unknown> = Promise.resolve();
  #anyAnswer = false;
  #answersExpected = false;
  #failedInARow = 0;

  constructor(model: Model, options: CallOptions, { ai, limit }: Machinery) {
    this.#model = model;
    this.#options = options;
    this.#ai = ai;
    this.#limit = limit;
    // As many calls listen as run at once.
    setMaxListeners(0, this.#stopped.signal);
    const { signal } = options;
    if (signal?.aborted) this.#end(signal.reason);
    else {
      const untilStopped = { signal: this.#stopped.signal };
      signal?.addEventListener("abort", () => this.#end(signal.reason), untilStopped);
    }
  }

  async call(request: CallRequest): Promise<Reply> {
    this.#stopped.signal.throwIfAborted();
    try {
      return await this.#limit(() => this.#untilAnswered(request));
    } catch (error) {
      // Whatever a call noticed first, the run ended for this reason.
      this.#stopped.signal.throwIfAborted();
      throw error;
    }
  }

  expectAnswers(): void {
    this.#answersExpected = true;
  }

  tally(): CallTally {
    return { ...this.#spent, without: [...this.#without] };
  }

  stop(error: Error = new DOMException("the calls were stopped", "AbortError")): void {
    this.#end(error);
  }

  #end(reason: unknown): void {
    this.#stopped.abort(reason);
    this.#limit.clearQueue();
  }

  async #untilAnswered(request: CallRequest): Promise<Reply> {
    const { retries = CALL_DEFAULTS.retries } = this.#options;
    const refused = new Set<Setting>();
    for (let again = 0; ;) {
      await this.#wait;
      this.#stopped.signal.throwIfAborted();
      const without = new Set([...this.#without, ...refused]);
      const result = await this.#attempt(request, without);
      if (!("kind" in result)) {
        this.#anyAnswer = true;
        this.#failedInARow = 0;
        // Only now is it known that the setting was the fault.
        for (const setting of refused) this.#without.add(setting);
        return result;
      }
      if (result.kind === "stop" || (result.kind === "refused" && !this.#answers)) {
        this.#end(result.error);
        throw result.error;
      }
      if (result.kind === "without" && !without.has(result.setting)) {
        refused.add(result.setting);
      } else if (result.kind === "again" && again < retries) {
        await this.#waitFor(result.wait, again);
        again += 1;
        this.#spent.retries += 1;
      } else return this.#failed(result);
    }
  }

  async #waitFor(asked: number | undefined, again: number): Promise<void> {
    const { sleep = (time, signal) => pause(time, undefined, { signal }) } = this.#options;
    const waiting = sleep(Math.max(asked ?? 0, FIRST_WAIT * 2 ** again), this.#stopped.signal);
    if (asked !== undefined) this.#wait = Promise.allSettled([this.#wait, waiting]);
    await waiting;
  }

  #failed({ reason, code }: Exclude<CallFailure, { kind: "stop" }>): Reply {
    this.#spent.failed += 1;
    this.#failedInARow += 1;
    const most = this.#anyAnswer ? LATER_CALLS : FIRST_CALLS;
    if (this.#failedInARow < most) return { text: null, reason };
    const which = this.#anyAnswer ? `${most} calls in a row` : `the first ${most} calls all`;
    const error = new EipError(code, {
      where: this.#where,
      found: `${which} failed, the last with ${reason}`,
      try: "check the endpoint with one call by hand; what was answered is kept",
    });
    this.#end(error);
    throw error;
  }

  get #answers(): boolean {
    return this.#anyAnswer || this.#answersExpected;
  }

  get #where(): string {
    return this.#options.where ?? this.#model.provider;
  }

  /** One sending within the time limit. */
  async #attempt(
    request: CallRequest,
    without: ReadonlySet<Setting>,
  ): Promise<Answered | CallFailure> {
    const { timeout = CALL_DEFAULTS.timeout, secrets = [] } = this.#options;
    const ended = new AbortController();
    const { signal } = ended;
    const timer = setTimeout(() => ended.abort(new TookTooLong()), timeout);
    const stopped = this.#stopped.signal;
    const end = (): void => ended.abort(stopped.reason);
    stopped.addEventListener("abort", end);
    this.#spent.sent += 1;
    try {
      // A model that does not heed the signal ends with it all the same.
      return await Promise.race([this.#send(request, { signal, without }), rejectsWith(signal)]);
    } catch (error) {
      stopped.throwIfAborted();
      if (signal.aborted) {
        return { kind: "failed", code: "network", reason: `no answer within ${timeout / 1000} s` };
      }
      return failureOf(error, { where: this.#where, model: this.#model.modelId, secrets });
    } finally {
      clearTimeout(timer);
      stopped.removeEventListener("abort", end);
    }
  }

  async #send(
    { system, prompt, form, temperature = 0, maxOutputTokens }: CallRequest,
    { signal, without }: { readonly signal: AbortSignal; readonly without: ReadonlySet<Setting> },
  ): Promise<Answered> {
    const { generateText, NoObjectGeneratedError, Output } = this.#ai;
    const takes = (setting: Setting): boolean => !without.has(setting);
    try {
      const { text, usage, finishReason } = await generateText({
        model: this.#model,
        prompt,
        abortSignal: signal,
        maxRetries: 0,
        ...(system === undefined ? {} : { system }),
        ...(takes("temperature") ? { temperature } : {}),
        ...(maxOutputTokens !== undefined && takes("maxOutputTokens") ? { maxOutputTokens } : {}),
        ...(form && takes("form") ? { output: Output.object({ schema: form }) } : {}),
      });
      return this.#answered(text, { usage, finishReason });
    } catch (error) {
      // The text came, in another form; that is for the caller to judge.
      if (!NoObjectGeneratedError.isInstance(error) || error.text === undefined) throw error;
      return this.#answered(error.text, error);
    }
  }

  #answered(
    text: string,
    {
      usage,
      finishReason,
    }: { readonly usage: Usage | undefined; readonly finishReason: string | undefined },
  ): Answered {
    this.#spent.inputTokens += usage?.inputTokens ?? 0;
    this.#spent.outputTokens += usage?.outputTokens ?? 0;
    return { text, isCut: finishReason === "length" };
  }
}

function rejectsWith(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
