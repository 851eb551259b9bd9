/** Where judged answers go: a table of outcomes, and a store. */

import { RunColumns } from "../io/run-columns.ts";
import { sourceHashOf } from "../io/source-hash.ts";
import type { Store } from "../io/folder-store.ts";
import { STANDARD_INPUT } from "../io/open.ts";
import type { Judged } from "../llm/judged-answer.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import type { ReadAnswers } from "./judge-answers.ts";

/** An outcome with the judge's score in the place of the harness's, under a metric of its own. */
export function judgedOutcome(
  { answer, score }: Pick<Judged<Outcome>, "answer" | "score">,
  metric: string,
): Outcome {
  const { model, benchmark, item, trial, run, contentHash } = answer;
  return { model, benchmark, item, score, trial, metric, filter: "none", run, contentHash };
}

/** One JSON line for each answer that was judged or should have been; those without texts are left out. */
export function* judgedLines(
  judged: readonly Judged<Outcome>[],
  metric: string,
): Generator<string> {
  for (const one of judged) {
    if (one.unjudged === "no-text") continue;
    const { score: harness_score, metric: harness_metric, filter: harness_filter } = one.answer;
    const line = {
      ...judgedOutcome(one, metric),
      harness_score,
      harness_metric,
      harness_filter,
      judge_scores: one.scores,
      judge_reason: one.reason,
      unjudged: one.unjudged,
      flags: one.flags.map(({ where, kind }) => `${where}: ${kind}`),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

/**
 * Adds the runs to a store, each with the harness's metric and the judge's. Their source names the judge, so that
 * they stand beside the runs as they were; judged again under the same name, they take their own place.
 *
 * @returns how many runs were new.
 * @throws EipError what a store throws.
 */
export async function keepInStore(
  store: Store,
  judged: readonly Judged<Outcome>[],
  { answers, metric, paths }: { answers: ReadAnswers; metric: string; paths: readonly string[] },
): Promise<number> {
  const runs = new Map<string, RunColumns>();
  const runOf = (outcome: Outcome): RunColumns => {
    const key = JSON.stringify([outcome.benchmark, outcome.model, outcome.run]);
    let run = runs.get(key);
    if (!run) runs.set(key, (run = new RunColumns(outcome)));
    return run;
  };
  for (const outcome of answers.all) runOf(outcome).add(outcome);
  for (const one of judged) {
    if (one.unjudged !== "no-text") runOf(one.answer).add(judgedOutcome(one, metric));
  }
  const { summaries } = answers.reading;
  let added = 0;
  for (const run of runs.values()) {
    const isOurs = (other: { readonly benchmark: string }): boolean =>
      other.benchmark === run.benchmark;
    const summary = summaries.find(({ benchmarks }) => benchmarks.some(isOurs)) ?? summaries[0];
    const used = (summary?.runs ?? []).filter(
      (other) => isOurs(other) && other.model === run.model && other.used,
    );
    const files = used.length > 0 ? [...new Set(used.map(({ path }) => path))] : paths;
    const { isNew } = await store.add(
      run.finish({
        source: `${files[0]!} (${metric})`,
        sourceHash: files.includes(STANDARD_INPUT) ? undefined : await sourceHashOf(files),
        hashKind: summary?.adapter,
        expected: used.length === 1 ? used[0]!.expected : undefined,
        usual: summary?.benchmarks.find(isOurs),
      }),
    );
    if (isNew) added += 1;
  }
  return added;
}
