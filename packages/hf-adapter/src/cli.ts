/** The program `eip-hf`. */

import { main, type Program } from "@eip-eval/core/cli";
import { commands } from "./commands.ts";

/** The program, as `main` takes it. */
export const program: Omit<Program, "version"> = {
  name: "eip-hf",
  reads: "public leaderboard details",
  harness: {
    // Details of the second leaderboard are samples of lm-evaluation-harness.
    kinds: ["hf", "lm-eval"],
    adapter: async () => (await import("./adapter.ts")).hfDetails,
  },
  commands,
};

/** Runs it as a process. */
export function run(argv?: readonly string[]): Promise<number> {
  return main(program, new URL("../package.json", import.meta.url), argv);
}
