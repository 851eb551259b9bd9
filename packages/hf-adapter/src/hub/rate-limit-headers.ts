import type { Bucket } from "./hub-stats.ts";

/** What an answer says about the limit that it was counted in. */
export interface RateLimitNotice {
  /** Absent for a name that is none of ours. */
  readonly bucket?: Bucket | undefined;
  /** Requests left in this window. */
  readonly remaining: number;
  /** Seconds until the next window. */
  readonly seconds: number;
  /** Requests per window, where told. */
  readonly quota?: number | undefined;
}

const BUCKETS: ReadonlyMap<string, Bucket> = new Map(
  (["api", "resolvers", "pages"] as const).map((name) => [name, name]),
);

/**
 * Reads `RateLimit: "api";r=489;t=189` and `RateLimit-Policy: "fixed window";"api";q=500;w=300`.
 * Headers that are missing or written otherwise give undefined.
 *
 * @example
 * ```ts
 * rateLimitNotice(new Headers({ ratelimit: '"api";r=489;t=189' }));
 * // { bucket: "api", remaining: 489, seconds: 189, quota: undefined }
 * ```
 */
export function rateLimitNotice(headers: Headers): RateLimitNotice | undefined {
  const text = headers.get("ratelimit") ?? "";
  const remaining = parameter(text, "r");
  const seconds = parameter(text, "t");
  if (remaining === undefined || seconds === undefined) return undefined;
  const quota = parameter(headers.get("ratelimit-policy") ?? "", "q");
  const bucket = BUCKETS.get(/"(?<name>[^"]*)"/.exec(text)?.groups?.["name"] ?? "");
  return { bucket, remaining, seconds, quota: quota === 0 ? undefined : quota };
}

/**
 * The seconds of a Retry-After header, given as a number or as a date; undefined without one.
 *
 * @example
 * ```ts
 * retryAfter(new Headers({ "retry-after": "30" })); // 30
 * ```
 */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

function parameter(text: string, name: string): number | undefined {
  const digits = new RegExp(`;\\s*${name}=(?<digits>\\d{1,9})(?!\\d)`).exec(text)?.groups?.[
    "digits"
  ];
  return digits === undefined ? undefined : Number(digits);
}
