import type { LiveHarness } from "@eip-eval/core/cli";
import { planRun } from "./live-command.ts";
import { receiver } from "./live-receiver.ts";
import { OpenaiEvalsFollower } from "./live-runs.ts";

/** How to start openai/evals and wait for it: by its local log, or by what its HTTP recorder sends. */
export const openaiEvalsLive: LiveHarness = {
  usualCommand: "oaieval MODEL EVAL --record_path logs/MODEL.jsonl",
  planRun,
  follow: () => new OpenaiEvalsFollower(),
  receiver,
};
