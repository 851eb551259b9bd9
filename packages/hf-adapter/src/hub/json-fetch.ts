import { EipError } from "@eip-eval/core";
import type { HubAnswer } from "./hub-answer.ts";
import { hubError, refusalOf, type Subject } from "./hub-errors.ts";
import type { HubFetch } from "./hub-fetch.ts";
import { Transient } from "./retry.ts";

const LARGEST = 64 * 2 ** 20;
/** A thousand files a page. */
const MOST_PAGES = 2000;

/**
 * A `fetch` for the listing functions of `@huggingface/hub`, for one listing. It throws this package's
 * errors in place of the library's, asks again for JSON that was cut, and names the next page in the
 * one form that the library reads (it stops in silence at any other).
 *
 * @example
 * ```ts
 * for await (const file of listFiles({ repo, fetch: jsonFetch(hubFetch, { subject: { name: "o/d" }, shape: "list" }) })) …
 * ```
 */
export function jsonFetch(
  hub: HubFetch,
  { subject, shape }: { readonly subject: Subject; readonly shape: "list" | "object" },
): (url: string | URL | Request) => Promise<Response> {
  const seen = new Set<string>();
  return async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    if (seen.has(url) || seen.size >= MOST_PAGES) throw endlessListing(subject);
    seen.add(url);
    return hub.request(url, {
      headers: { accept: "application/json" },
      read: async (answer) => {
        if (!answer.ok) throw await refused(answer, { hub, subject });
        const body = await answer.bytes(LARGEST);
        if (!hasShape(parsed(body, answer), shape)) throw notAnAnswer(subject.name);
        const link = nextPage(answer);
        return new Response(body, {
          headers: { "content-type": "application/json", ...(link ? { link } : {}) },
        });
      },
    });
  };
}

/** The error for an answer that is no success. */
export async function refused(
  answer: HubAnswer,
  { hub, subject }: { readonly hub: HubFetch; readonly subject: Subject },
): Promise<EipError> {
  const { endpoint, tokenSource } = hub;
  return hubError(await refusalOf(answer), { subject, endpoint, tokenSource });
}

function parsed(body: Buffer, { url, headers }: HubAnswer): unknown {
  const type = headers.get("content-type") ?? "";
  if (type.includes("html") || /^\s*<(?:!doctype|html)/i.test(body.toString("utf8", 0, 200))) {
    throw new EipError("network", {
      where: url.host,
      found: "a web page in place of JSON",
      try: "check HF_ENDPOINT, and what stands between here and the Hub (a proxy, a log-in page)",
    });
  }
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new Transient(
      new EipError("network", {
        where: url.host,
        found: "an answer that is no whole JSON",
        try: "the same command later",
      }),
    );
  }
}

/** The library takes for granted that a list holds objects. */
function hasShape(value: unknown, shape: "list" | "object"): boolean {
  if (shape === "list")
    return Array.isArray(value) && value.every((one) => hasShape(one, "object"));
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The error for JSON that is no answer of a hub. */
export function notAnAnswer(name: string): EipError {
  return new EipError("network", {
    where: name,
    found: "the answer is not the one that a hub gives",
    try: "check HF_ENDPOINT",
  });
}

/** The Link header in the form that the library reads. */
function nextPage({ headers, url }: HubAnswer): string | undefined {
  const link = headers.get("link") ?? "";
  if (!/\brel="?next\b/.test(link)) return undefined;
  const text = /<(?<target>[^>]*)>\s*;[^,]*\brel="?next\b/.exec(link)?.groups?.["target"];
  // Going on as if this were the last page would lose the rest in silence.
  if (text === undefined || !URL.canParse(text, url.href)) throw notAnAnswer(url.host);
  return `<${new URL(text, url).href}>; rel="next"`;
}

function endlessListing({ name }: Subject): EipError {
  return new EipError("network", {
    where: name,
    found: "its list does not end",
    expected: `at most ${MOST_PAGES.toLocaleString("en")} different pages`,
  });
}
