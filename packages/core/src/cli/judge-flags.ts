/** The flags of `judge`, and what they come to. */

import { EipError } from "../errors.ts";
import type { Endpoint, Environment } from "../llm/endpoint.ts";
import { usualCache } from "../llm/judge-cache.ts";
import { correctness, readRubric, type Rubric } from "../llm/judge-rubric.ts";
import type { JudgeOptions } from "../llm/judged-answer.ts";
import { callOptions, endpointOf } from "./endpoint-flags.ts";
import { metricName } from "./metric-name.ts";
import type { ModelFlags, OutputFlags, ReadFlags } from "./options.ts";

export interface JudgeFlags extends ReadFlags, ModelFlags, OutputFlags {
  readonly rubric?: string;
  readonly as?: string;
  readonly repeats?: number;
  readonly check?: readonly ("length" | "order")[];
  readonly labels?: string;
  readonly limit?: number;
  readonly flagged?: "graded" | "ungraded";
  /** A file name, or `false` for `--no-cache`. */
  readonly cache?: string | boolean;
  readonly store?: string;
  readonly maxTokens?: number;
}

/** Everything that is settled before anything is read. */
export interface JudgeSettings {
  readonly endpoint: Endpoint;
  /** Host of the endpoint, for messages. */
  readonly host: string;
  readonly rubric: Rubric;
  /** As in `judge:qwen`. */
  readonly metric: string;
  readonly checks: readonly ("length" | "order")[];
  /** Without a signal. */
  readonly options: JudgeOptions & { readonly judge: string };
}

/**
 * @throws EipError `usage` without an endpoint, `bad-option` for one or a name that cannot be, and what
 *   reading a rubric throws.
 */
export async function judgeSettings(
  flags: JudgeFlags,
  environment: Environment,
): Promise<JudgeSettings> {
  const endpoint = endpointOf(flags, { command: "judge", found: "no model to judge by" });
  const call = callOptions(endpoint, flags, environment);
  const rubric = flags.rubric === undefined ? correctness : await readRubric(flags.rubric);
  const checks = [...new Set(flags.check)];
  refuseOutput(flags);
  refusePartInStore(flags);
  return {
    endpoint,
    host: call.where,
    rubric,
    metric: `judge:${metricName("--as", flags.as, endpoint.model)}`,
    checks,
    options: {
      ...call,
      rubric,
      judge: `${endpoint.baseUrl}#${endpoint.model}`,
      cache: cacheFile(flags, environment),
      repeats: flags.repeats ?? 1,
      maxOutputTokens: flags.maxTokens,
      swapped: checks.includes("order"),
      withholdFlagged: flags.flagged === "ungraded",
    },
  };
}

function cacheFile({ cache = true }: JudgeFlags, environment: Environment): string | undefined {
  if (cache === false) return undefined;
  if (cache === "") {
    throw new EipError("bad-option", {
      where: "--cache",
      found: "no name",
      expected: "a file",
      try: "--no-cache to keep none",
    });
  }
  return typeof cache === "string" ? cache : usualCache(environment);
}

/** The summary goes to standard output; the file holds the answers. */
function refuseOutput({ output }: JudgeFlags): void {
  if (output === undefined || output.endsWith(".jsonl")) return;
  throw new EipError("usage", {
    where: `-o ${output}`,
    found: "an ending that is not .jsonl",
    expected: "a file for the judged answers, one a line",
    try: "-o judged.jsonl; the summary goes to standard output",
  });
}

/** In a store a part would take the place of all. */
function refusePartInStore({ limit, store }: JudgeFlags): void {
  if (limit === undefined || store === undefined) return;
  throw new EipError("usage", {
    where: `--limit ${limit}`,
    found: "--store beside it, where a part of the answers would take the place of all",
    expected: "one of the two",
    try: "-o judged.jsonl for a part",
  });
}
