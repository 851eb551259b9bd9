/** A JSON object of unknown content. Read it with {@link member} only. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, not a list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member; `undefined` where there is none, also for names every object inherits. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (!isObject(inner) || !Object.hasOwn(inner, key)) return undefined;
    inner = inner[key];
  }
  return inner;
}

/** A text with something in it, else `undefined`. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The texts in a list; none for anything else. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
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
