import { createHash } from "node:crypto";
import { byCodeUnit } from "../outcomes/order.ts";

/**
 * A text that is equal for runs with the same items and content hashes, in any order and with any
 * number of trials; see `RunHead.fingerprint`.
 *
 * @example
 * ```ts
 * fingerprintOf(["1", "2"], ["a", "b"]) === fingerprintOf(["2", "1", "1"], ["b", "a", "a"]); // true
 * ```
 */
export function fingerprintOf(
  items: readonly string[],
  contentHashes?: readonly (string | undefined)[],
): string {
  const pairs = new Set(items.map((item, row) => JSON.stringify([item, contentHashes?.[row]])));
  const hash = createHash("sha256");
  for (const pair of [...pairs].toSorted(byCodeUnit)) hash.update(`${pair}\n`);
  return hash.digest("hex").slice(0, 32);
}
