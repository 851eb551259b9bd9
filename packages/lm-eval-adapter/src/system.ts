import { canonicalText, member, membersOf, textOf } from "@eip-eval/core/io";
import type { ModelArgs } from "./model-args.ts";

/** Where and how fast a model ran makes no other system of it. */
const OPERATIONAL: ReadonlySet<string> = new Set([
  "base_url",
  "batch_size",
  "data_parallel_size",
  "device",
  "device_map",
  "device_map_option",
  "gpu_memory_utilization",
  "max_batch_size",
  "max_retries",
  "num_concurrent",
  "num_gpus",
  "parallelize",
  "tensor_parallel_size",
  "timeout",
  "tokenized_requests",
  "trust_remote_code",
]);

/** Never shown, whatever the harness logged. */
const SECRET = /(?:^|_)(?:api_?key|key|token|secret|password|auth|headers?)$/i;

/**
 * What tells systems of one name apart (format document, section 8), by name, as far as this version
 * of the harness logs it: weights, chat template, system prompt, generation, other model_args.
 *
 * @param members the members of a results file
 */
export function systemOf(
  members: ReadonlyMap<string, unknown>,
  { given, naming }: ModelArgs,
): Map<string, string> {
  const config = members.get("config");
  const system = new Map<string, string>();
  const set = (name: string, value: string | undefined): void => {
    if (value !== undefined) system.set(name, value);
  };
  set("sha", textOf(member(config, "model_sha"))?.slice(0, 8));
  set("chat_template", hashText(members, "chat_template_sha"));
  set("system_instruction", hashText(members, "system_instruction_sha"));
  const generation = member(config, "gen_kwargs");
  if (generation !== undefined) set("gen_kwargs", generationText(generation));
  for (const [name, value] of given) {
    if (name !== naming && !OPERATIONAL.has(name) && !SECRET.test(name)) set(name, value);
  }
  return system;
}

function hashText(members: ReadonlyMap<string, unknown>, key: string): string | undefined {
  if (!members.has(key)) return undefined;
  return textOf(members.get(key))?.slice(0, 8) ?? "none";
}

function generationText(value: unknown): string {
  if (typeof value === "string") return value === "" ? "none" : value;
  return membersOf(value).length === 0 ? "none" : canonicalText(value);
}

/** `chat` where prompts are sent as messages, else the hash of the chat template, or `none`. */
export function promptFormOf(members: ReadonlyMap<string, unknown>): string | undefined {
  const source =
    textOf(members.get("model_source")) ?? textOf(member(members.get("config"), "model"));
  return source?.includes("chat") ? "chat" : hashText(members, "chat_template_sha");
}
