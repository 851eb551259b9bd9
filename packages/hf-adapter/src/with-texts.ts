import type { GradedRun, Outcome, ReadOptions } from "@eip-eval/core";
import { textsOf, type ItemTexts } from "./details-texts.ts";
import type { LocalRun } from "./local-runs.ts";

/** A run that outcomes came from, with its rows. */
export interface RunWithRows {
  readonly local: LocalRun;
  readonly load: () => Promise<GradedRun>;
}

/**
 * Puts question, reference and answer to outcomes. Joining may have renamed the items of a run, so its
 * rows are found by the content hash first. Holds the texts of one run.
 */
export async function* withTexts(
  outcomes: AsyncIterable<Outcome>,
  { runs, options }: { runs: readonly RunWithRows[]; options: ReadOptions },
): AsyncGenerator<Outcome> {
  let current = "";
  let textOf: (outcome: Outcome) => ItemTexts | undefined = () => undefined;
  for await (const outcome of outcomes) {
    const key = keyOf(outcome);
    if (key !== current) {
      current = key;
      const run = runs.find(({ local: { about } }) => keyOf(about) === key);
      textOf = run ? await lookUp(run, options) : () => undefined;
    }
    yield { ...outcome, ...textOf(outcome) };
  }
}

function keyOf({ model, benchmark, run }: Pick<Outcome, "model" | "benchmark" | "run">): string {
  return JSON.stringify([model, benchmark, run]);
}

async function lookUp(
  { local, load }: RunWithRows,
  options: ReadOptions,
): Promise<(outcome: Outcome) => ItemTexts | undefined> {
  const { items, contentHashes = [] } = await load();
  const texts = await textsOf(local, { items, options });
  const byHash = new Map<string, string>();
  const twice = new Set<string>();
  for (const [at, hash] of contentHashes.entries()) {
    if (hash === undefined) continue;
    if (byHash.has(hash)) twice.add(hash);
    byHash.set(hash, items[at]!);
  }
  return ({ item, contentHash: hash }) => {
    const own = hash === undefined || twice.has(hash) ? undefined : byHash.get(hash);
    return texts.get(own ?? item);
  };
}
