/** Differences as people type them. */

import { EipError } from "../errors.ts";

/**
 * A margin in points or as a share: `1pt`, `0.5pt`, `0.01`. A bare number from 1 on is refused: nobody
 * can tell whether `1` means one point or everything.
 *
 * @throws EipError `bad-option`
 * @example
 * ```ts
 * marginFrom("--max-drop", "1pt"); // 0.01
 * ```
 */
export function marginFrom(flag: string, text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?|\.\d+)\s*(pt|pts|%)?$/.exec(text.trim()) ?? [];
  const value = Number(digits) / (unit === undefined ? 1 : 100);
  if (value > 0 && value < 1) return value;
  throw new EipError("bad-option", {
    where: flag,
    found: `"${text}"`,
    expected: "points or a share between 0 and 1, as in 1pt or 0.01",
  });
}
