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
 * for await (const file of listFiles({ repo, fetch: jsonFetch(hubFetch, { name: "o/d" }) })) …
 * ```
 */
export function jsonFetch(
  hub: HubFetch,
  subject: Subject,
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
        checkJson(body, answer);
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

function checkJson(body: Buffer, { url, headers }: HubAnswer): void {
  const type = headers.get("content-type") ?? "";
  if (type.includes("html") || /^\s*<(?:!doctype|html)/i.test(body.toString("utf8", 0, 200))) {
    throw new EipError("network", {
      where: url.host,
      found: "a web page in place of JSON",
      try: "check HF_ENDPOINT, and what stands between here and the Hub (a proxy, a log-in page)",
    });
  }
  try {
    JSON.parse(body.toString("utf8"));
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

/** The Link header in the form that the library reads. */
function nextPage({ headers, url }: HubAnswer): string | undefined {
  const target = /<(?<target>[^>]*)>\s*;[^,]*\brel="?next\b/.exec(headers.get("link") ?? "");
  const text = target?.groups?.["target"];
  if (text === undefined || !URL.canParse(text, url.href)) return undefined;
  return `<${new URL(text, url).href}>; rel="next"`;
}

function endlessListing({ name }: Subject): EipError {
  return new EipError("network", {
    where: name,
    found: "its list does not end",
    expected: `at most ${MOST_PAGES.toLocaleString("en")} different pages`,
  });
}
