import {
  type Adapter,
  type EipError,
  type Outcome,
  type ReadOptions,
  type RunHead,
} from "@eip-eval/core";
import { findFiles, progressMeter, ProblemReport, type Refused } from "@eip-eval/core/io";
import { detailsRunOfFile } from "./details-run.ts";
import { sortFiles } from "./files.ts";
import { localRuns, type LocalRun } from "./local-runs.ts";
import { nothingRead } from "./nothing-read.ts";
import { joinRuns } from "./pending.ts";
import { readChosen, type ReadRun } from "./read-chosen.ts";
import { RunShelf } from "./run-shelf.ts";
import { joinedSummary } from "./summary.ts";
import { withTexts } from "./with-texts.ts";

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

async function* read(paths: readonly string[], options: ReadOptions = {}): AsyncGenerator<Outcome> {
  const report = new ProblemReport(options.onProblem);
  try {
    yield* outcomesIn(paths, { options, report });
  } catch (error) {
    throw report.fatal(error, paths[0] ?? "");
  }
}

async function* outcomesIn(
  paths: readonly string[],
  { options, report }: { options: ReadOptions; report: ProblemReport },
): AsyncGenerator<Outcome> {
  const refused: Refused[] = [];
  const onRefused = (error: EipError, path: string): void => void refused.push({ error, path });
  const found = await findFiles(paths, (problem) => report.passOn(problem));
  const sorted = await sortFiles(found, { onRefused, signal: options.signal });
  const local = await localRuns(sorted, { options, onRefused });
  const meter = progressMeter(
    options,
    local.runs.map(({ size }) => ({ size })),
  );
  const shelf = new RunShelf();
  const heads: RunHead[] = [];
  const chosen: ReadRun[] = [];
  for await (const one of readChosen(local.runs, { options, meter, onRefused })) {
    const { graded, ...rest } = one;
    heads.push(shelf.add(graded, again(rest.local, options)));
    chosen.push(rest);
  }
  if (heads.length === 0) throw nothingRead(paths, { sorted, refused });
  for (const { error, path } of refused) report.skipped(error, { path });
  const outcomes = joinRuns(heads, {
    load: (head) => shelf.load(head),
    options,
    onJoined: (joined) =>
      options.onSummary?.(
        joinedSummary(joined, {
          filesFound: found.length,
          sorted,
          local,
          chosen,
          wants: options.wants,
        }),
      ),
  });
  if (!options.text) yield* outcomes;
  else {
    const runs = chosen.map(({ local: run }, at) => ({
      local: run,
      load: () => shelf.load(heads[at]!),
    }));
    yield* withTexts(outcomes, { runs, options });
  }
}

/** What was said at the first reading is not said again. */
function again(
  { file, about }: LocalRun,
  options: ReadOptions,
): () => ReturnType<typeof detailsRunOfFile> {
  return () => detailsRunOfFile(file.path, { about, options: { ...options, onProblem() {} } });
}
