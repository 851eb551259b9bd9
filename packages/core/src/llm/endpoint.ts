/** A model behind an OpenAI-compatible endpoint, named on the command line. */

import type { LanguageModel } from "ai";
import { EipError } from "../errors.ts";
import { compatiblePackage } from "./peers.ts";
import { redacted } from "./redact.ts";

/** `BASE_URL#NAME`, taken apart. */
export interface Endpoint {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** What the endpoint calls the model. */
  readonly model: string;
}

const example = "http://localhost:8000/v1#my-model";

/**
 * Takes `BASE_URL#NAME` apart. What stands behind the first `#` is the name, so a name may hold slashes and
 * colons.
 *
 * @param where The option that it comes from, for messages.
 * @throws EipError `bad-option` for anything else, for another protocol, and for a URL with a key in it.
 * @example
 * ```ts
 * parseEndpoint("http://localhost:8000/v1#qwen"); // { baseUrl: "http://localhost:8000/v1", model: "qwen" }
 * ```
 */
export function parseEndpoint(text: string, where = "--endpoint"): Endpoint {
  const refused = (found: string, expected: string): EipError =>
    new EipError("bad-option", { where, found, expected });
  const at = text.indexOf("#");
  const model = at < 0 ? "" : text.slice(at + 1);
  if (model === "")
    throw refused("no name of a model behind a #", `BASE_URL#NAME, as in ${example}`);
  const url = URL.canParse(text.slice(0, at)) ? new URL(text.slice(0, at)) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw refused("no http or https address before the #", `BASE_URL#NAME, as in ${example}`);
  }
  // Neither is repeated in the message: what should not be typed there should not be printed either.
  if (url.username !== "" || url.password !== "" || url.search !== "") {
    throw refused("an address with a user, a password or a query", "a key in EIP_API_KEY instead");
  }
  return { baseUrl: url.href.replace(/\/+$/, ""), model };
}

const openAi = "https://api.openai.com";

/**
 * The key for an endpoint: `EIP_API_KEY`, and where there is none, for OpenAI's own address alone,
 * `OPENAI_API_KEY`. A key is sent to the endpoint that was named and is never printed.
 *
 * @returns `undefined` where there is none: servers of one's own often need none.
 */
export function keyFor({ baseUrl }: Endpoint, environment: Environment): string | undefined {
  const own = environment["EIP_API_KEY"] || undefined;
  const isOpenAi = new URL(baseUrl).origin === openAi;
  return own ?? (isOpenAi ? environment["OPENAI_API_KEY"] || undefined : undefined);
}

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment as a second endpoint is to see it: at another origin the key is `EIP_JUDGE_API_KEY`, so that
 * neither gets the key of the other.
 */
export function judgeEnvironment(
  judge: Endpoint,
  asked: Endpoint,
  environment: Environment,
): Environment {
  const isSame = new URL(judge.baseUrl).origin === new URL(asked.baseUrl).origin;
  const own = environment["EIP_JUDGE_API_KEY"] || undefined;
  return { ...environment, EIP_API_KEY: own ?? (isSame ? environment["EIP_API_KEY"] : undefined) };
}

/**
 * The model behind an endpoint, as an object of the package `ai`. Texts and keys go to the address that was
 * named and to no other: a redirect fails the call, and so does a reply of more than 32 MiB.
 *
 * @throws EipError `unsupported` where `@ai-sdk/openai-compatible` is not installed, `token` for a key that
 *   cannot be sent.
 * @example
 * ```ts
 * const model = await modelAt(parseEndpoint("http://localhost:8000/v1#qwen"), process.env);
 * ```
 */
export async function modelAt(
  endpoint: Endpoint,
  environment: Environment,
): Promise<Exclude<LanguageModel, string>> {
  const { createOpenAICompatible } = await compatiblePackage();
  const apiKey = keyFor(endpoint, environment);
  const { host } = new URL(endpoint.baseUrl);
  // What the header of a request can carry.
  if (apiKey !== undefined && !/^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(apiKey.trim())) {
    throw new EipError("token", {
      where: host,
      found: "the key holds a character that no key has",
      try: "copy the key again into the variable that holds it; nothing may stand around it",
    });
  }
  const provider = createOpenAICompatible({
    name: "endpoint",
    baseURL: endpoint.baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
    supportsStructuredOutputs: true,
    async fetch(address, init) {
      const response = await fetch(address, { ...init, redirect: "manual" });
      refuseRedirect(response, { host, secrets: apiKey === undefined ? [] : [apiKey] });
      return new Response(response.body?.pipeThrough(upTo(LONGEST_REPLY, host)), response);
    },
  });
  return provider.chatModel(endpoint.model);
}

function refuseRedirect(
  { status, headers, url }: Response,
  { host, secrets }: { readonly host: string; readonly secrets: readonly string[] },
): void {
  const location = headers.get("location");
  if (status < 300 || status > 399 || location === null) return;
  const target = URL.canParse(location, url) ? new URL(location, url).origin : "no address";
  throw new EipError("network", {
    where: host,
    found: `the endpoint redirects to ${redacted(target, secrets)}, where nothing was sent`,
    try: "name that address yourself, if you trust it",
  });
}

const MEBIBYTE = 2 ** 20;
/** Bytes; a model says far less. */
const LONGEST_REPLY = 32 * MEBIBYTE;

/** Passes so many bytes on, and fails at the next. */
function upTo(bytes: number, host: string): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left >= 0) return controller.enqueue(chunk);
      throw new EipError("too-large", {
        where: host,
        found: `a reply of more than ${bytes / MEBIBYTE} MiB`,
      });
    },
  });
}
