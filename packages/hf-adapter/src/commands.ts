import type { OwnCommand, OwnOption } from "@eip-eval/core/cli";
import { DEFAULT_ORG } from "./commands/hub-flags.ts";

/** What to take, and from where. */
const hubOptions: readonly OwnOption[] = [
  {
    flags: "--models <name>",
    summary: "a model, a pattern such as 'acme/*', '!name', or @FILE with one of these a line",
    repeats: true,
  },
  {
    flags: "--benchmark <pattern>",
    summary: "only these benchmarks; '!name' leaves one out",
    repeats: true,
  },
  {
    flags: "--org <name>",
    summary: `whose repositories of details to look in (default: ${DEFAULT_ORG})`,
    repeats: true,
  },
];

/** The commands that only this program has. */
export const commands: Readonly<Record<string, OwnCommand>> = {
  plan: {
    operands: "",
    summary: "what would be downloaded: models, files, sizes, whose terms to accept",
    options: [
      ...hubOptions,
      { flags: "--store <folder>", summary: "say what is in this store already" },
      { flags: "--urls", summary: "only the pages on which you have to accept terms, one a line" },
      { flags: "--json", summary: "the whole plan as JSON" },
      { flags: "-q, --quiet", summary: "the result only" },
    ],
    load: () => import("./commands/plan.ts"),
  },
  fetch: {
    operands: "",
    summary: "download into a store; the same command goes on where it was stopped",
    options: [
      ...hubOptions,
      { flags: "--store <folder>", summary: "where the outcomes go; made when it is not there" },
      { flags: "--keep", summary: "keep the files too, in the cache that Python's library uses" },
      { flags: "--allow-missing", summary: "exit 0 even when not everything asked for is there" },
      { flags: "--json", summary: "what was done, as JSON" },
      { flags: "-q, --quiet", summary: "no progress and no summary" },
    ],
    load: () => import("./commands/fetch.ts"),
  },
};
