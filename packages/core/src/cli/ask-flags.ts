/** The flags of `ask`, and what they come to. */

import type { AskingOrder } from "../analysis/next-item.ts";
import { EipError } from "../errors.ts";
import { keyFor, parseEndpoint, type Endpoint, type Environment } from "../llm/endpoint.ts";
import type { CallOptions } from "../llm/call.ts";
import { metricName } from "./metric-name.ts";
import type { ModelFlags, OutputFlags, ReadFlags } from "./options.ts";

export interface AskFlags extends ReadFlags, ModelFlags, OutputFlags {
  readonly as?: string;
  readonly questions?: string;
  readonly grade?: string;
  readonly judge?: string;
  readonly rubric?: string;
  readonly budget?: number;
  readonly within?: number;
  readonly order?: AskingOrder;
  readonly seed?: number;
  readonly level?: number;
  readonly maxTokens?: number;
  readonly log?: string;
  readonly store?: string;
  readonly trustIds?: boolean;
}

/** Everything that is settled before anything is read. */
export interface AskSettings {
  readonly endpoint: Endpoint;
  /** Host of the endpoint, for messages. */
  readonly host: string;
  /** What the model is called in logs and stores. */
  readonly name: string;
  readonly log: string;
  readonly budget: number;
  readonly within: number;
  readonly order: AskingOrder;
  readonly seed: number;
  readonly level: number;
  readonly call: CallOptions;
}

/** A range of so many places is narrow enough. */
const usualWithin = 5;

/**
 * @throws EipError `usage` without an endpoint, `bad-option` for one that cannot be.
 */
export function askSettings(flags: AskFlags, environment: Environment): AskSettings {
  if (flags.endpoint === undefined) {
    throw new EipError("usage", {
      where: "ask",
      found: "no model to place",
      expected: "an OpenAI-compatible address and the name of a model there",
      try: "--endpoint http://localhost:8000/v1#my-model",
    });
  }
  const endpoint = parseEndpoint(flags.endpoint);
  const { host } = new URL(endpoint.baseUrl);
  return {
    endpoint,
    host,
    name: flags.as ?? endpoint.model,
    log: flags.log ?? `${metricName("--log", undefined, endpoint.model)}.ask.jsonl`,
    budget: flags.budget ?? 50,
    within: flags.within ?? usualWithin,
    order: flags.order ?? "informative",
    seed: flags.seed ?? 1,
    level: flags.level ?? 0.95,
    call: callOptions(endpoint, flags, environment),
  };
}

/** How an endpoint is called. */
export function callOptions(
  endpoint: Endpoint,
  { retries, timeout }: ModelFlags,
  environment: Environment,
): CallOptions {
  const key = keyFor(endpoint, environment);
  return {
    concurrency: 1,
    retries,
    timeout: timeout === undefined ? undefined : timeout * 1000,
    where: new URL(endpoint.baseUrl).host,
    secrets: key === undefined ? [] : [key],
  };
}
