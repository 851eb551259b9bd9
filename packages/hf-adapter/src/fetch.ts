import { setMaxListeners } from "node:events";
import { join } from "node:path";
import { rm } from "node:fs/promises";
import { EipError } from "@eip-eval/core";
import { removeLeftovers } from "@eip-eval/core/io";
import limited from "p-limit";
import { FetchProgress } from "./fetch-progress.ts";
import {
  fetchRepository,
  type FetchedRepository,
  type RepositoryOptions,
} from "./fetch-repository.ts";
import {
  findRepositories,
  type FoundRepository,
  type NotFound,
  type Search,
} from "./find-repositories.ts";
import { isPassing } from "./fetch-file.ts";
import type { Hub } from "./hub/hub.ts";
import type { Missing } from "./missing.ts";

export interface FetchOptions
  extends Search, Pick<RepositoryOptions, "store" | "folder" | "wants" | "named" | "keep"> {
  readonly progress: FetchProgress;
  readonly signal?: AbortSignal | undefined;
}

/** What a fetch came to. */
export interface Fetched {
  /** Models that were asked for, whether there are details of them or not. */
  readonly asked: number;
  readonly repositories: readonly FetchedRepository[];
  /** Sorted by model and benchmark when they are written down. */
  readonly missing: readonly Missing[];
  /** Repositories that were not finished. */
  readonly unfinished: number;
  /** Benchmarks of these that are in the store all the same. */
  readonly begun: number;
  /** What ended the fetch before its time. */
  readonly stoppedBy?: unknown;
}

/** Files in flight at once, and repositories that are worked on. */
const FILES_AT_ONCE = 6;
const REPOSITORIES_AT_ONCE = 8;
/** The line is taken to be down after so many failures in a row. */
const MOST_FAILURES = 5;

/** Codes after which nothing further can succeed. */
const FATAL: readonly string[] = ["disk-full", "write", "token", "rate-limit"];

/**
 * Brings what is asked for into a store. What came in stays in whatever happens later; the same call
 * again goes on from there.
 *
 * @throws EipError when the models cannot even be looked up.
 */
export async function fetchDetails(hub: Hub, options: FetchOptions): Promise<Fetched> {
  const { repositories: found, notFound } = await findRepositories(hub, options);
  options.progress.found(found.length);
  await removeLeftovers(options.folder);
  const stop = new Stop(options.signal);
  const repositories = limited({ concurrency: REPOSITORIES_AT_ONCE, rejectOnClear: true });
  const files = limited({ concurrency: FILES_AT_ONCE, rejectOnClear: true });
  const incoming = join(options.folder, ".incoming");
  const work = async (one: FoundRepository): Promise<FetchedRepository> => {
    stop.signal.throwIfAborted();
    const done = await fetchRepository(hub, one, {
      ...options,
      incoming,
      signal: stop.signal,
      atOnce: (job) => files(job),
      onFailure: stop.failed,
      onSuccess: stop.succeeded,
    });
    options.progress.done();
    return done;
  };
  const settled = await Promise.allSettled(
    found.map((one) =>
      repositories(() => work(one)).catch((error: unknown) => {
        stop.failed(error);
        stop.end(error);
        throw error;
      }),
    ),
  );
  const finished = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const missing = [...notFound.map(missingModel), ...finished.flatMap((one) => one.missing)];
  // Parts of files are gone on with the next time, if there is one.
  const isOver = finished.length === found.length && !missing.some(({ code }) => isPassing(code));
  if (isOver) await rm(incoming, { recursive: true, force: true });
  return {
    asked: found.length + notFound.length,
    repositories: finished,
    missing,
    unfinished: found.length - finished.length,
    begun: options.progress.safe - finished.reduce((sum, one) => sum + fresh(one), 0),
    stoppedBy: stop.reason,
  };
}

/** Benchmarks that were counted while a repository was worked on. */
function fresh({ isUnchanged, stored, kept }: FetchedRepository): number {
  return isUnchanged ? 0 : stored + kept;
}

/** Ends everything when nothing further can succeed. */
class Stop {
  readonly #controller = new AbortController();
  readonly signal: AbortSignal;
  #failures = 0;

  constructor(outer: AbortSignal | undefined) {
    const { signal } = this.#controller;
    this.signal = outer ? AbortSignal.any([signal, outer]) : signal;
    // Every request waits for it.
    setMaxListeners(0, this.signal);
  }

  get reason(): unknown {
    return this.signal.aborted ? (this.signal.reason as unknown) : undefined;
  }

  end(error: unknown): void {
    if (!this.signal.aborted) this.#controller.abort(error);
  }

  readonly succeeded = (): void => void (this.#failures = 0);

  readonly failed = (error: unknown): void => {
    if (this.signal.aborted) throw this.reason;
    if (!EipError.isInstance(error)) return;
    if (error.code === "network" || error.code === "incomplete") this.#failures += 1;
    if (!FATAL.includes(error.code) && this.#failures < MOST_FAILURES) return;
    this.end(error);
    throw error;
  };
}

function missingModel({ name, nearest }: NotFound): Missing {
  return {
    model: name,
    code: "no-such-repository",
    reason: "there are no details of it",
    try: nearest === undefined ? undefined : `did you mean ${nearest}?`,
  };
}
