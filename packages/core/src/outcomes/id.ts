/**
 * An identifier as text: texts unchanged, numbers and booleans as they are written. `undefined`
 * for nothing, blank text and anything that has parts.
 *
 * @example
 * ```ts
 * idFromValue(17n); // "17"
 * idFromValue(" "); // undefined
 * ```
 */
export function idFromValue(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return String(value);
  }
  return undefined;
}
