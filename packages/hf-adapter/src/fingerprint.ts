import { createHash } from "node:crypto";

/**
 * One short text for a set of items with their content hashes, whatever their order.
 *
 * @example
 * ```ts
 * fingerprintOf(["a", "b"], undefined) === fingerprintOf(["b", "a"], undefined); // true
 * ```
 */
export function fingerprintOf(
  items: readonly string[],
  contentHashes: readonly (string | undefined)[] | undefined,
): string {
  const rows = items.map((item, at) => JSON.stringify([item, contentHashes?.[at] ?? null]));
  const hash = createHash("sha256");
  for (const row of rows.toSorted()) hash.update(`${row}\n`);
  return hash.digest("hex").slice(0, 32);
}
