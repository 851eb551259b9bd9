/** The program `eip-hf`. */

import { main } from "@eip-eval/core/cli";
import { fetchCommand } from "./commands/fetch.ts";
import { planCommand } from "./commands/plan.ts";

export function run(argv?: readonly string[]): Promise<number> {
  return main(
    {
      name: "eip-hf",
      reads: "public leaderboard details",
      harness: {
        kinds: "hf",
        adapter: async () => (await import("./adapter.ts")).hfDetails,
      },
      commands: { plan: planCommand, fetch: fetchCommand },
    },
    new URL("../package.json", import.meta.url),
    argv,
  );
}
