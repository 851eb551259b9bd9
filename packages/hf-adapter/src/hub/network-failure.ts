import { EipError } from "@eip-eval/core";
import { Transient } from "./retry.ts";

/** The connection was silent for longer than allowed. */
export class Silence extends Error {
  static {
    this.prototype.name = "Silence";
  }
  readonly seconds: number;

  constructor(milliseconds: number) {
    super("silent");
    this.seconds = milliseconds / 1000;
  }
}

const FOUND: ReadonlyMap<string, string> = new Map([
  ["ENOTFOUND", "no such host, or no network"],
  ["EAI_AGAIN", "the name could not be looked up"],
  ["ECONNREFUSED", "connection refused"],
  ["ENETUNREACH", "no network"],
  ["EHOSTUNREACH", "the host cannot be reached"],
]);

/** Codes that mean a wrong address or no network where nothing has been answered yet. */
const FIRST_CONTACT: ReadonlySet<string> = new Set([
  "ENOTFOUND",
  "ECONNREFUSED",
  "ENETUNREACH",
  "EHOSTUNREACH",
]);

/**
 * What a failed request or a body that broke off is told as: transient, except for a certificate that
 * is not accepted, and for a host that cannot be reached before it has ever answered.
 */
export function networkFailure(
  cause: unknown,
  { host, wasReached }: { readonly host: string; readonly wasReached: boolean },
): EipError | Transient {
  if (cause instanceof Silence) return silence(cause, host);
  const code = codeOf(cause);
  const isTls = /^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY))/.test(code);
  const reason =
    FOUND.get(code) ?? (isTls ? "its certificate is not accepted" : "the connection broke off");
  const error = new EipError("network", {
    where: host,
    found: code && !FOUND.has(code) ? `${reason} (${code})` : reason,
    try: FOUND.has(code) || isTls || !wasReached ? CHECK : AGAIN,
    // The message of the outer error may quote an address with its signature; this one does not.
    cause: cause instanceof Error ? cause.cause : undefined,
  });
  return isTls || (FIRST_CONTACT.has(code) && !wasReached) ? error : new Transient(error);
}

const AGAIN = "the same command goes on from here";
const CHECK = "check the network, a proxy and HF_ENDPOINT";

function silence({ seconds }: Silence, host: string): Transient {
  return new Transient(
    new EipError("network", {
      where: host,
      found: `silent for ${seconds} s`,
      try: "the same command, or a larger HF_HUB_DOWNLOAD_TIMEOUT (seconds)",
    }),
  );
}

/** The code of a system error or of the HTTP client, at most a few causes deep. */
function codeOf(error: unknown): string {
  let current = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    if ("code" in current && typeof current.code === "string") return current.code;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return "";
}
