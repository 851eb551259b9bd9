import type { LiveHarness } from "@eip-eval/core/cli";
import { planRun } from "./live-command.ts";
import { LmEvalFollower } from "./live-runs.ts";

/** How to start lm-evaluation-harness and wait for it. It has no callback: its files are watched. */
export const lmEvalLive: LiveHarness = {
  usualCommand: "lm_eval … --output_path results/ --log_samples",
  planRun,
  follow: () => new LmEvalFollower(),
};
