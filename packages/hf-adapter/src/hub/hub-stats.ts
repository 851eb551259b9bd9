/**
 * What the Hub counts together when it limits requests: `api` for `/api/`, `resolvers` for
 * `/resolve/`, `pages` for the rest. `files` are the bytes themselves, from the file servers and the
 * Hub's cache of small files, which no known limit counts.
 */
export type Bucket = "api" | "resolvers" | "pages" | "files";

/** What the connection has cost so far; the numbers grow while it is used. */
export interface HubStats {
  readonly requests: Readonly<Record<Bucket, number>>;
  /** Bytes of bodies received. */
  readonly bytes: number;
  /** Tries that failed and were made again. */
  readonly retries: number;
  /** Waits for a rate limit, each counted once however many requests wait. */
  readonly waits: number;
  /** Length of these waits. */
  readonly secondsWaited: number;
}

/** The same numbers for the one who counts. */
export interface Counters {
  requests: Record<Bucket, number>;
  bytes: number;
  retries: number;
  waits: number;
  secondsWaited: number;
}

/** Counters at nought. */
export function newCounters(): Counters {
  return {
    requests: { api: 0, resolvers: 0, pages: 0, files: 0 },
    bytes: 0,
    retries: 0,
    waits: 0,
    secondsWaited: 0,
  };
}

/**
 * The bucket of an address.
 *
 * @example
 * ```ts
 * const endpoint = new URL("https://huggingface.co");
 * bucketOf(new URL("https://huggingface.co/datasets/o/d/resolve/main/a.csv"), endpoint); // "resolvers"
 * ```
 */
export function bucketOf(url: URL, endpoint: URL): Bucket {
  const base = endpoint.pathname.replace(/\/$/, "");
  if (url.origin !== endpoint.origin || !url.pathname.startsWith(`${base}/`)) return "files";
  const path = url.pathname.slice(base.length);
  // Taken as uncounted: the target of the redirect of a small file is answered by a cache.
  if (path.startsWith("/api/resolve-cache/")) return "files";
  if (path.startsWith("/api/")) return "api";
  return path.includes("/resolve/") ? "resolvers" : "pages";
}
