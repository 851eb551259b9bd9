/** The program `eip-lm-eval`. */

import { main } from "@eip-eval/core/cli";

export function run(argv?: readonly string[]): Promise<number> {
  return main(
    {
      name: "eip-lm-eval",
      reads: "lm-evaluation-harness runs",
      harness: {
        kinds: ["lm-eval"],
        adapter: async () => (await import("./adapter.ts")).lmEval,
        live: async () => (await import("./live.ts")).lmEvalLive,
      },
    },
    new URL("../package.json", import.meta.url),
    argv,
  );
}
