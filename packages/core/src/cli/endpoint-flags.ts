/** The flags that say which model is called, and how. */

import { EipError } from "../errors.ts";
import type { CallOptions } from "../llm/call.ts";
import { keyFor, parseEndpoint, type Endpoint, type Environment } from "../llm/endpoint.ts";
import type { ModelFlags } from "./options.ts";

/**
 * @throws EipError `usage` without an endpoint, `bad-option` for one that cannot be.
 */
export function endpointOf(
  { endpoint }: ModelFlags,
  { command, found }: { readonly command: string; readonly found: string },
): Endpoint {
  if (endpoint !== undefined) return parseEndpoint(endpoint);
  throw new EipError("usage", {
    where: command,
    found,
    expected: "an OpenAI-compatible address and the name of a model there",
    try: "--endpoint http://localhost:8000/v1#my-model",
  });
}

/** How an endpoint is called. */
export function callOptions(
  endpoint: Endpoint,
  { concurrency, retries, timeout }: ModelFlags,
  environment: Environment,
): CallOptions & { readonly where: string } {
  const key = keyFor(endpoint, environment);
  return {
    concurrency,
    retries,
    timeout: timeout === undefined ? undefined : timeout * 1000,
    where: new URL(endpoint.baseUrl).host,
    secrets: key === undefined ? [] : [key],
  };
}
