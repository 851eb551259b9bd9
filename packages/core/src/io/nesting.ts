/**
 * Whether a value has at most so many containers inside each other.
 *
 * @example
 * ```ts
 * nestsWithin([[1]], 1); // false
 * ```
 */
export function nestsWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((inner) => nestsWithin(inner, levels - 1));
}
