/** The program `eip-openai-evals`. */

import { main } from "@eip-eval/core/cli";

export function run(argv?: readonly string[]): Promise<number> {
  return main(
    {
      name: "eip-openai-evals",
      reads: "OpenAI evals logs",
      harness: {
        kinds: "openai-evals",
        adapter: async () => (await import("./adapter.ts")).openaiEvals,
        live: async () => (await import("./live.ts")).openaiEvalsLive,
      },
    },
    new URL("../package.json", import.meta.url),
    argv,
  );
}
