import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { OWNER, repository } from "../../../hf-adapter/test/support/leaderboard.ts";
import { root } from "./blocks.ts";

const module = join(root, "../shared/fakehub/index.mjs");

/** A hub for tests that stands beside the checkout and is not part of it. */
export const hubIsHere: boolean = existsSync(module);

interface FakeHub {
  readonly url: string;
  setAccess(token: string, repository: string, state: string): void;
  close(): Promise<void>;
}

const tasks = { leaderboard_bbh_snarks: 178, leaderboard_gpqa_main: 448 };

/** Invented models, and the share of items that each solves. */
const models = {
  "acme/ant-1b": 0.25,
  "acme/bee-3b": 0.35,
  "acme/cat-7b": 0.45,
  "cirrus/doe-13b": 0.55,
  "cirrus/elk-34b": 0.65,
  "boreal/fox-70b": 0.75,
};

/** A hub with these models, the last with terms that nobody accepted yet. */
export async function sampleHub(): Promise<FakeHub> {
  const { startFakeHub } = (await import(pathToFileURL(module).href)) as {
    startFakeHub: (options: object) => Promise<FakeHub>;
  };
  const hub = await startFakeHub({
    repos: Object.assign(
      {},
      ...Object.entries(models).map(([model, skill]) => repository({ model, tasks, skill })),
    ),
    gated: { [`${OWNER}/*-details`]: "auto" },
  });
  hub.setAccess("hf_granted", `${OWNER}/boreal__fox-70b-details`, "none");
  return hub;
}
