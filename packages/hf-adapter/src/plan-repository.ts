import { groupBy } from "@eip-eval/core";
import { byCodeUnit } from "@eip-eval/core/io";
import { chooseRun, type PassedOver } from "./choose-run.ts";
import { benchmarkNames, detailsName, type DetailsName } from "./file-name.ts";
import type { FoundRepository } from "./find-repositories.ts";
import type { HubFile } from "./hub/hub-file.ts";

/** A file with the items of one benchmark. */
export interface DetailsFile {
  readonly benchmark: string;
  /** As the harness names it. */
  readonly task: string;
  /** The run it belongs to. */
  readonly stamp: string;
  readonly file: HubFile;
  /** `lines` are downloaded whole; of `columns` only those that hold the scores are read. */
  readonly form: "lines" | "columns";
}

/** What is in a repository, and what would be read of it. */
export interface RepositoryPlan {
  readonly found: FoundRepository;
  /** Number of runs with items. */
  readonly runs: number;
  /** One file for each benchmark, sorted by benchmark. */
  readonly files: readonly DetailsFile[];
  readonly passedOver: readonly PassedOver<DetailsFile>[];
  /** The totals of each run, by its stamp. */
  readonly totals: ReadonlyMap<string, HubFile>;
}

/** How many items a run has and should have, where that is known before its items are read. */
export type ItemCounts = (
  file: DetailsFile,
) => { readonly rows?: number | undefined; readonly expected?: number | undefined } | undefined;

/**
 * Decides which files of a repository would be read: per benchmark the newest complete run, as far
 * as is known.
 *
 * @param counts Without it the sizes of the files say whether a run is complete.
 */
export function planRepository(
  found: FoundRepository,
  { files, counts = () => undefined }: { files: readonly HubFile[]; counts?: ItemCounts },
): RepositoryPlan {
  const details = detailsIn(files);
  const chosen: DetailsFile[] = [];
  const passedOver: PassedOver<DetailsFile>[] = [];
  for (const same of groupBy(details, ({ benchmark }) => benchmark).values()) {
    const runs = same.map((one) => ({ ...one, size: one.file.size, ...counts(one) }));
    const choice = chooseRun(runs);
    chosen.push(choice.used);
    passedOver.push(...choice.passedOver);
  }
  return {
    found,
    runs: new Set(details.map(({ stamp }) => stamp)).size,
    files: chosen.toSorted((a, b) => byCodeUnit(a.benchmark, b.benchmark)),
    passedOver,
    totals: totalsIn(files),
  };
}

/** Every file with items. */
export function detailsIn(files: readonly HubFile[]): DetailsFile[] {
  const named = files.flatMap((file) => {
    const name = detailsName(file.path);
    return isDetails(name) ? [{ file, ...name }] : [];
  });
  return [...groupBy(named, ({ stamp }) => stamp)].flatMap(([stamp, ofRun]) => {
    const benchmarks = benchmarkNames(ofRun.map(({ task }) => task));
    return ofRun.map(({ file, task, kind }) => ({
      benchmark: benchmarks.get(task)!,
      task,
      stamp,
      file,
      form: kind === "v2-samples" ? ("lines" as const) : ("columns" as const),
    }));
  });
}

function isDetails(
  name: DetailsName,
): name is DetailsName & { readonly task: string; readonly stamp: string } {
  return ["v2-samples", "v1-details", "lighteval-details"].includes(name.kind);
}

function totalsIn(files: readonly HubFile[]): Map<string, HubFile> {
  const totals = new Map<string, HubFile>();
  for (const file of files) {
    const { kind, stamp } = detailsName(file.path);
    const isTotals = kind === "results" || kind === "v2-results";
    if (isTotals && stamp !== undefined && file.path.endsWith(".json")) totals.set(stamp, file);
  }
  return totals;
}
