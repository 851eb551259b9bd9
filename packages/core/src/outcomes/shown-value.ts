const LONGEST = 60;

/**
 * A logged value as a message shows it: texts in quotes, numbers as they are, everything cut to 60
 * characters.
 *
 * @example
 * ```ts
 * shownValue("n/a"); // '"n/a"'
 * shownValue([1, 2n]); // '[1,"2"]'
 * ```
 */
export function shownValue(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  const json = JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? String(part) : part,
  );
  return shortened(json ?? typeof value);
}

/**
 * A text cut to 60 characters.
 *
 * @example
 * ```ts
 * shortened("q1"); // "q1"
 * ```
 */
export function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
