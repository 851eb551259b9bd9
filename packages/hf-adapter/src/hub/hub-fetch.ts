import pLimit, { type LimitFunction } from "p-limit";
import { EipError } from "@eip-eval/core";
import { anyOf, untilAborted, type Clock } from "./clock.ts";
import { Connection } from "./connection.ts";
import type { HubEnvironment } from "./environment.ts";
import { HubAnswer } from "./hub-answer.ts";
import { busyError } from "./hub-errors.ts";
import { bucketOf, type Bucket, type Counters } from "./hub-stats.ts";
import { RateLimiter, type Permit, type RateLimitWait } from "./rate-limiter.ts";
import {
  checkAddress,
  MAX_REDIRECTS,
  nextAddress,
  redirectOf,
  tooManyRedirects,
} from "./redirect.ts";
import { retrying, Transient } from "./retry.ts";

export interface HubFetchOptions {
  readonly environment: Omit<HubEnvironment, "cacheFolder">;
  readonly counters: Counters;
  readonly clock: Clock;
  readonly fetch?: typeof fetch | undefined;
  /** Ends everything. */
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: ((wait: RateLimitWait) => void) | undefined;
  /** Requests under way at once, their bodies included; default 8. */
  readonly concurrency?: number | undefined;
  /** How often one request is tried; default 5. */
  readonly tries?: number | undefined;
}

/** A GET request and what is done with its answer. */
export interface HubRequest<T> {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Reads the answer, of any status, while its connection is held. */
  readonly read: (answer: HubAnswer) => Promise<T>;
}

const CONCURRENCY = 8;

/**
 * Every request to the Hub and to the servers it sends us to. The token goes to the endpoint's origin
 * only; redirects are followed by hand; limits, time-outs and the number of requests under way are
 * kept here, for all callers together.
 */
export class HubFetch {
  readonly clock: Clock;
  readonly counters: Counters;
  readonly #environment: HubFetchOptions["environment"];
  readonly #endpoint: URL;
  readonly #fetch: typeof fetch;
  readonly #signal: AbortSignal | undefined;
  readonly #limiter: RateLimiter;
  readonly #slots: LimitFunction;
  readonly #tries: number | undefined;
  readonly #reached = new Set<string>();

  constructor(options: HubFetchOptions) {
    const { environment, counters, clock, signal, onWait, concurrency = CONCURRENCY } = options;
    this.clock = clock;
    this.counters = counters;
    this.#environment = environment;
    this.#endpoint = new URL(environment.endpoint);
    this.#fetch = options.fetch ?? fetch;
    this.#signal = anyOf([signal]);
    const hasToken = environment.token !== undefined;
    this.#limiter = new RateLimiter({ clock, counters, onWait, hasToken });
    this.#slots = pLimit({ concurrency, rejectOnClear: true });
    this.#tries = options.tries;
  }

  /** Without a slash at its end. */
  get endpoint(): string {
    return this.#environment.endpoint;
  }

  /** Where the token comes from, for messages. */
  get tokenSource(): string | undefined {
    return this.#environment.token?.source;
  }

  /**
   * Makes a request until it is answered, and reads the answer; a body that breaks off is asked for
   * again from its beginning.
   *
   * @throws EipError `network` or `rate-limit` when all tries have failed; the signal's reason.
   */
  async request<T>(url: string, request: HubRequest<T>): Promise<T> {
    return this.retrying(() => this.exchange(url, request), { signal: request.signal });
  }

  /** Tries something again by the rules for requests; counts the tries. */
  async retrying<T>(
    attempt: () => Promise<T>,
    options: { readonly signal?: AbortSignal | undefined; readonly hasProgressed?: () => boolean },
  ): Promise<T> {
    return retrying(attempt, {
      ...options,
      signal: this.#signals(options.signal),
      clock: this.clock,
      tries: this.#tries,
      onRetry: () => {
        this.counters.retries += 1;
      },
    });
  }

  /**
   * Makes a request once, redirects included.
   *
   * @throws Transient where another try may help.
   */
  async exchange<T>(url: string, request: HubRequest<T>): Promise<T> {
    this.#refuseOffline(url);
    const signal = this.#signals(request.signal);
    let target = new URL(url);
    checkAddress(target, { endpoint: this.#endpoint, from: this.#endpoint });
    let checksum: string | undefined;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const result = await this.#hop(target, { ...request, signal, checksum });
      if (!("redirect" in result)) return result.value;
      checksum = result.checksum;
      target = nextAddress(target, result.redirect, { endpoint: this.#endpoint });
    }
    throw tooManyRedirects(target);
  }

  #refuseOffline(url: string): void {
    if (!this.#environment.offline) return;
    throw new EipError("offline", {
      where: new URL(url).host,
      found: "HF_HUB_OFFLINE is set, so nothing was asked",
      try: "unset HF_HUB_OFFLINE",
    });
  }

  #signals(own: AbortSignal | undefined): AbortSignal | undefined {
    return own ? anyOf([own, this.#signal]) : this.#signal;
  }

  async #hop<T>(url: URL, request: Asked<T>): Promise<Hop<T>> {
    const { signal } = request;
    const bucket = bucketOf(url, this.#endpoint);
    const permit = await this.#limiter.enter(bucket, signal);
    try {
      const sent = this.#slots(async () => this.#send(url, { ...request, bucket, permit }));
      return await untilAborted(sent, signal);
    } finally {
      permit.release();
    }
  }

  async #send<T>(url: URL, { bucket, permit, checksum, ...request }: Sent<T>): Promise<Hop<T>> {
    const { host } = url;
    const wasReached = (): boolean => this.#reached.has(host);
    const connection = new Connection({ host, wasReached }, request.signal);
    try {
      this.counters.requests[bucket] += 1;
      const { etagTimeout, downloadTimeout: timeout } = this.#environment;
      const sent = this.#fetch(url, {
        redirect: "manual",
        signal: connection.signal,
        headers: this.#headers(url, request.headers),
      });
      const response = await connection.within(
        bucket === "resolvers" ? etagTimeout : timeout,
        sent,
      );
      this.#reached.add(host);
      permit.answered(response.status, response.headers);
      const isHub = url.origin === this.#endpoint.origin;
      const { counters } = this;
      const linked = isHub ? (response.headers.get("x-linked-etag") ?? checksum) : checksum;
      const shared = { connection, counters, timeout };
      const answer = new HubAnswer({ response, url, isHub, checksum: linked, ...shared });
      const redirect = redirectOf(response);
      if (redirect === undefined) return { value: await this.#read(answer, request.read) };
      // A connection is used again only when its answer was read to the end.
      await answer.text();
      return { redirect, checksum: linked };
    } finally {
      connection.close();
    }
  }

  async #read<T>(answer: HubAnswer, read: HubRequest<T>["read"]): Promise<T> {
    const busy = busyError(answer);
    if (!busy) return read(answer);
    await answer.text();
    throw new Transient(busy.error, { wait: busy.wait });
  }

  #headers(url: URL, extra: HubRequest<unknown>["headers"]): Headers {
    const headers = new Headers({ "user-agent": "eip-hf", ...extra });
    headers.delete("authorization");
    const { token } = this.#environment;
    if (token && url.origin === this.#endpoint.origin)
      headers.set("authorization", token.authorization);
    return headers;
  }
}

type Hop<T> =
  | { readonly value: T }
  | { readonly redirect: string; readonly checksum: string | undefined };

interface Asked<T> extends HubRequest<T> {
  /** What the Hub said of the file when it sent us on; file servers have ids of their own. */
  readonly checksum: string | undefined;
}

interface Sent<T> extends Asked<T> {
  readonly bucket: Bucket;
  readonly permit: Permit;
}
