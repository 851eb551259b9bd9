const STAMP = /(\d{4})[-_](\d{2})[-_](\d{2})T(\d{2})[-_:](\d{2})[-_:](\d{2})(\.\d{1,6})?(?![\d.])/;

/**
 * The time stamp of a run in one spelling that sorts by time, from any that the Hub has: `:`, `-` or
 * `_` between the parts, with or without a fraction. `undefined` for a text without one.
 *
 * @example
 * ```ts
 * stampIn("2023-08-19T16:35:46.942696"); // "2023-08-19T16-35-46.942696"
 * stampIn("2025_01_27T10_10_36.877664"); // "2025-01-27T10-10-36.877664"
 * stampIn("latest"); // undefined
 * ```
 */
export function stampIn(text: string): string | undefined {
  const parts = STAMP.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hours, minutes, seconds, fraction = ""] = parts;
  return `${year}-${month}-${day}T${hours}-${minutes}-${seconds}${fraction}`;
}

/**
 * A stamp as people write it, to the minute.
 *
 * @example
 * ```ts
 * shownStamp("2025-01-27T10-10-36.877664"); // "2025-01-27 10:10"
 * ```
 */
export function shownStamp(stamp: string): string {
  const [day = "", time = ""] = stamp.split("T");
  return `${day} ${time.slice(0, 5).replace("-", ":")}`;
}
