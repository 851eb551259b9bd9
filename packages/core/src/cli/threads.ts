/** How many threads may be used. */

import { availableParallelism } from "node:os";
import { EipError } from "../errors.ts";

/** More were not measured to help. */
const MOST_THREADS = 8;

/**
 * The number in `EIP_THREADS`, else as many as the machine runs at once, 8 at most. What is computed does not
 * depend on it.
 *
 * @throws EipError `bad-option` for anything but a whole number from 1.
 * @example
 * ```ts
 * threadLimit({ EIP_THREADS: "2" }); // 2
 * ```
 */
export function threadLimit(environment: NodeJS.ProcessEnv = process.env): number {
  const text = environment["EIP_THREADS"];
  if (text === undefined || text === "") return Math.min(availableParallelism(), MOST_THREADS);
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new EipError("bad-option", {
    where: "EIP_THREADS",
    found: `"${text}"`,
    expected: "a whole number from 1",
  });
}
