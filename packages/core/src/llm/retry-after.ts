/** How long an endpoint asks to be left alone. */

/**
 * Milliseconds from the headers `retry-after-ms` and `retry-after` (seconds, or a date).
 *
 * @returns `undefined` where neither says anything that can be read.
 * @example
 * ```ts
 * retryAfter({ "retry-after": "2" }, Date.now()); // 2000
 * ```
 */
export function retryAfter(
  headers: Readonly<Record<string, string>> | undefined,
  now: number,
): number | undefined {
  const milliseconds = numberFrom(headers?.["retry-after-ms"]);
  if (milliseconds !== undefined) return milliseconds;
  const text = headers?.["retry-after"];
  const seconds = numberFrom(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function numberFrom(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
