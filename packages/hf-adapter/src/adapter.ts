import type { Adapter, ReadOptions } from "@eip-eval/core";
import { joinRuns } from "@eip-eval/core/io";
import { openLocalPool, type LocalPool } from "./local-pool.ts";
import { withPassedOver } from "./summary.ts";

/**
 * Reads details of the Hugging Face leaderboards from local files: repositories of the Open LLM
 * Leaderboard (both versions) and of lighteval that were cloned or downloaded, Hub caches, and single
 * files. Takes for each task of a model its newest complete run, and only the scores out of it.
 *
 * @example
 * ```ts
 * for await (const { model, item, score } of hfDetails.read(["details_acme__ant-1b/"])) console.log(model, item, score);
 * ```
 */
export const hfDetails: Adapter = { contract: 1, name: "hf-details", read };

function read(paths: readonly string[], options: ReadOptions = {}): ReturnType<typeof joinRuns> {
  let pool: LocalPool | undefined;
  return joinRuns(async () => (pool = await openLocalPool(paths, options)), {
    ...options,
    // Scales were applied when the grades were read.
    scales: undefined,
    onSummary: (summary) => options.onSummary?.(withPassedOver(summary, pool?.chosen ?? [])),
  });
}
