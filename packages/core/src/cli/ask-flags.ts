/** The flags of `ask`, and what they come to. */

import type { AskingOrder } from "../analysis/next-item.ts";
import type { CallOptions } from "../llm/call.ts";
import type { Endpoint, Environment } from "../llm/endpoint.ts";
import { callOptions, endpointOf } from "./endpoint-flags.ts";
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
/** The next question depends on the answers so far. */
export const oneByOne = { concurrency: 1 };

/**
 * @throws EipError `usage` without an endpoint, `bad-option` for one that cannot be.
 */
export function askSettings(flags: AskFlags, environment: Environment): AskSettings {
  const endpoint = endpointOf(flags, { command: "ask", found: "no model to place" });
  const call = callOptions(endpoint, { ...flags, ...oneByOne }, environment);
  return {
    endpoint,
    host: call.where,
    name: flags.as ?? endpoint.model,
    log: flags.log ?? `${metricName("--log", undefined, endpoint.model)}.ask.jsonl`,
    budget: flags.budget ?? 50,
    within: flags.within ?? usualWithin,
    order: flags.order ?? "informative",
    seed: flags.seed ?? 1,
    level: flags.level ?? 0.95,
    call,
  };
}
