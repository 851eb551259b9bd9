import type { EipError, GradedRun, Outcome, ReadOptions, RunHead } from "@eip-eval/core";
import {
  findFiles,
  ProblemReport,
  progressMeter,
  unmatchedOptions,
  type Refused,
  type RunPool,
} from "@eip-eval/core/io";
import { detailsRunOfFile } from "./details-run.ts";
import { textsOf, type ItemTexts } from "./details-texts.ts";
import { sortFiles } from "./files.ts";
import { localRuns, type LocalRun } from "./local-runs.ts";
import { nothingRead } from "./nothing-read.ts";
import { readChosen, type ReadRun } from "./read-chosen.ts";
import { RunShelf } from "./run-shelf.ts";
import { localNotices } from "./summary.ts";

/** Local details, read and ready to be joined. */
export interface LocalPool extends RunPool {
  /** What was read, each with the runs that were passed over for it. */
  readonly chosen: readonly ReadRun[];
}

/**
 * Reads from files and folders the run that counts for each task of each repository.
 *
 * @throws EipError where nothing could be read.
 */
export async function openLocalPool(
  paths: readonly string[],
  options: ReadOptions,
): Promise<LocalPool> {
  const report = new ProblemReport(options.onProblem);
  const refused: Refused[] = [];
  const onRefused = (error: EipError, path: string): void => void refused.push({ error, path });
  const found = await findFiles(paths, (problem) => report.passOn(problem));
  const sorted = await sortFiles(found, { onRefused, signal: options.signal });
  const local = await localRuns(sorted, { paths, options, onRefused });
  const meter = progressMeter(options, local.runs);
  const shelf = new RunShelf();
  const chosen = new Map<RunHead, ReadRun>();
  for await (const { graded, ...run } of readChosen(local.runs, { options, meter, onRefused })) {
    chosen.set(shelf.add(graded, again(run.local, options)), run);
  }
  if (chosen.size === 0) throw nothingRead(paths, { sorted, refused });
  for (const { error, path } of refused) report.skipped(error, { path });
  const runs = [...chosen.values()];
  return {
    adapter: "hf-details",
    heads: [...chosen.keys()],
    filesFound: found.length,
    filesRead: runs.length + local.results.length,
    ignored: sorted.ignored,
    notices: [
      ...localNotices({ local, chosen: runs, wants: options.wants }),
      ...unmatchedOptions(
        { scales: options.scales },
        local.runs.map(({ about }) => about),
      ),
    ],
    chosen: runs,
    ...(options.text
      ? loadingTexts(shelf, { runOf: (head) => chosen.get(head)!.local, options })
      : { load: (head, wanted) => shelf.load(head, wanted) }),
  };
}

/** What was said at the first reading is not said again. */
function again({ file, about }: LocalRun, options: ReadOptions): () => Promise<GradedRun> {
  return () => detailsRunOfFile(file.path, { about, options: { ...options, onProblem() {} } });
}

/** Loads a run with its texts, which go when it goes. */
function loadingTexts(
  shelf: RunShelf,
  { runOf, options }: { runOf: (head: RunHead) => LocalRun; options: ReadOptions },
): Pick<RunPool, "load" | "details"> {
  const texts = new WeakMap<GradedRun, ReadonlyMap<string, ItemTexts>>();
  return {
    async load(head, wanted) {
      const run = await shelf.load(head, wanted);
      texts.set(run, await textsOf(runOf(head), { items: run.items, options }));
      return run;
    },
    details: (run, row): Partial<Outcome> => texts.get(run)?.get(run.items[row]!) ?? {},
  };
}
