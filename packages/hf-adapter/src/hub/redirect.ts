import { EipError } from "@eip-eval/core";

/** Redirects followed one after another; the Hub needs one, a renamed dataset two. */
export const MAX_REDIRECTS = 5;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The Location of an answer that sends us elsewhere. */
export function redirectOf({ status, headers }: Response): string | undefined {
  return REDIRECTS.has(status) ? (headers.get("location") ?? undefined) : undefined;
}

/**
 * The address that a redirect leads to.
 *
 * @throws EipError `network` for one that may not be asked; see {@link checkAddress}.
 */
export function nextAddress(from: URL, location: string, { endpoint }: { endpoint: URL }): URL {
  if (!URL.canParse(location, from.href)) throw badRedirect(from, "to no address");
  const next = new URL(location, from);
  checkAddress(next, { endpoint, from });
  return next;
}

/**
 * Refuses an address that is not plain HTTP, carries a password, or gives up the encryption that the
 * endpoint has.
 *
 * @throws EipError `network`.
 */
export function checkAddress(url: URL, { endpoint, from }: { endpoint: URL; from: URL }): void {
  if (!/^https?:$/.test(url.protocol)) throw badRedirect(from, "to something else than HTTP");
  if (endpoint.protocol === "https:" && url.protocol !== "https:")
    throw badRedirect(from, "to an address without encryption");
  if (url.username || url.password) throw badRedirect(from, "to an address with a password");
}

/** The error for a chain that does not end. */
export function tooManyRedirects(from: URL): EipError {
  return badRedirect(from, `more than ${MAX_REDIRECTS} times`);
}

function badRedirect(from: URL, how: string): EipError {
  return new EipError("network", {
    where: from.host,
    found: `it redirects ${how}`,
    try: "check HF_ENDPOINT, and what stands between here and the Hub",
  });
}
