import { JsonReader, member, textOf } from "@eip-eval/core/io";

/**
 * What the URL of an HTTP recorder says about a run whose spec was never sent (format document,
 * section 6.2).
 */
export interface UrlHint {
  readonly model: string | undefined;
  readonly benchmark: string | undefined;
}

export interface Post {
  readonly hint: UrlHint;
  /** The events in its body. */
  readonly values: readonly unknown[];
}

/**
 * A request of the HTTP recorder as somebody wrote it down, with the path of the URL and the body,
 * which is a list of events; `undefined` for any other value.
 *
 * @example
 * ```ts
 * recordedPost({ path: "/oaieval?model=gpt-4o", body: '[{"run_id": "r", "event_id": 0}]' });
 * // { hint: { model: "gpt-4o", benchmark: undefined }, values: [{ run_id: "r", event_id: 0 }] }
 * ```
 */
export function recordedPost(value: unknown): Post | undefined {
  const body = member(value, "body");
  const values: readonly unknown[] | undefined =
    typeof body === "string" && /^\s*\[\s*\{/.test(body)
      ? [...valuesIn(body)]
      : Array.isArray(body)
        ? body
        : undefined;
  if (!values) return undefined;
  return { hint: hintOf(member(value, "path") ?? member(value, "url")), values };
}

function* valuesIn(body: string): Generator {
  const reader = new JsonReader();
  for (const { value } of reader.push(Buffer.from(body))) yield value;
  for (const { value } of reader.end()) yield value;
}

function hintOf(url: unknown): UrlHint {
  const query = new URLSearchParams(/\?(.*)$/s.exec(textOf(url) ?? "")?.[1] ?? "");
  return {
    model: textOf(query.get("model")),
    benchmark: textOf(query.get("eval")),
  };
}
