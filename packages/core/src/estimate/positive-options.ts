/** Settings of estimators that are numbers above 0. */

import { EipError } from "../errors.ts";

/**
 * Checks that settings are finite and above 0.
 *
 * @throws EipError `bad-option` for the first one that is not.
 * @example
 * ```ts
 * checkPositive({ tolerance: 0 }); // throws: tolerance: 0; expected a number above 0.
 * ```
 */
export function checkPositive(settings: Readonly<Record<string, number>>): void {
  for (const [where, value] of Object.entries(settings)) {
    if (value > 0 && value < Infinity) continue;
    throw new EipError("bad-option", { where, found: String(value), expected: "a number above 0" });
  }
}

/**
 * Checks that a setting is a whole number in a range.
 *
 * @throws EipError `bad-option` if it is not.
 */
export function checkWhole(
  setting: Readonly<Record<string, number>>,
  { least, most }: { readonly least: number; readonly most: number },
): void {
  for (const [where, value] of Object.entries(setting)) {
    if (Number.isInteger(value) && value >= least && value <= most) continue;
    const expected = `a whole number from ${least} to ${most}`;
    throw new EipError("bad-option", { where, found: String(value), expected });
  }
}
