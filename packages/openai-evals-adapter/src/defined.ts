/**
 * A member, unless its value is `undefined`; to be spread into an object.
 *
 * @example
 * ```ts
 * defined("run", undefined); // {}
 * ```
 */
export function defined<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}
