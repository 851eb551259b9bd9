/** Taking JSON of unknown content apart without trusting it. */

/** A JSON object of unknown content. Read it with {@link member} only. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, not a list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * An own member, or one further inside; `undefined` where there is none, also for names that every
 * object inherits.
 *
 * @example
 * ```ts
 * member({ config: { model: "gpt2" } }, "config", "model"); // "gpt2"
 * member({}, "constructor"); // undefined
 * ```
 */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (!isObject(inner) || !Object.hasOwn(inner, key)) return undefined;
    inner = inner[key];
  }
  return inner;
}

/** The members of an object; none for anything else. */
export function membersOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** A text with something in it, else `undefined`. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * One text for equal values, whatever the order of their keys.
 *
 * @example
 * ```ts
 * canonicalText({ b: 1, a: [null] }); // '{"a":[null],"b":1}'
 * ```
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`);
  return `{${members.join(",")}}`;
}
