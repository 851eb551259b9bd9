/** The program `eip-openai-evals`. */

import { main } from "@eip-eval/core/cli";
import type { OpenaiEvalsOptions } from "./adapter.ts";

/** The default first. */
const modelLabels = ["completion-fn", "served"] as const satisfies OpenaiEvalsOptions["label"][];

export function run(argv?: readonly string[]): Promise<number> {
  return main(
    {
      name: "eip-openai-evals",
      reads: "OpenAI evals logs",
      harness: {
        kinds: ["openai-evals"],
        labels: modelLabels,
        adapter: async (label) => {
          const { openaiEvalsWith } = await import("./adapter.ts");
          return openaiEvalsWith({ label: modelLabels.find((known) => known === label) });
        },
        live: async () => (await import("./live.ts")).openaiEvalsLive,
      },
    },
    new URL("../package.json", import.meta.url),
    argv,
  );
}
