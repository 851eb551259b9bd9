import { EipError, type ReadOptions } from "@eip-eval/core";
import type { Refused } from "@eip-eval/core/io";
import type { Gathered } from "./gather.ts";
import { nameEvals } from "./hosted-evals.ts";
import type { RawRun } from "./raw-run.ts";
import type { Run } from "./run.ts";
import { simpleEvalsName } from "./simple-evals-name.ts";

/** What a model is called after: its completion function, or the snapshot that answered. */
export type Naming = "completion-fn" | "served";

export interface NamedRuns {
  readonly runs: readonly Run[];
  /** Runs without a single sample, with or without a final report. */
  readonly empty: readonly Run[];
  readonly refusals: readonly Refused[];
}

/**
 * Gives each run its benchmark and the name of its model (format document, section 3); those that
 * nothing names are refused, and those that nobody wants left out.
 */
export function nameRuns(
  { book }: Gathered,
  { options, naming }: { options: Pick<ReadOptions, "name" | "wants">; naming: Naming },
): NamedRuns {
  const { name, wants = () => true } = options;
  const evals = nameEvals(
    book.runs.filter(({ source }) => source === "hosted"),
    book.evalNames,
  );
  const runs: Run[] = [];
  const empty: Run[] = [];
  const refusals: Refused[] = [];
  for (const raw of book.runs) {
    const [path = ""] = raw.paths;
    if (path === "") continue; // a spec beside, of a run that is not here
    const benchmark = benchmarkOf(raw, evals);
    if (benchmark !== undefined && !wants(benchmark)) continue;
    const isEmpty = raw.table.samples.length === 0;
    const modelName = modelOf(raw, naming) ?? name ?? (isEmpty ? "unknown" : undefined);
    if (benchmark === undefined || modelName === undefined) {
      refusals.push({ error: namelessError(raw, path), path });
      continue;
    }
    const run: Run = { ...partsOf(raw), path, benchmark, modelName };
    if (isEmpty) empty.push(run);
    else runs.push(run);
  }
  return { runs, empty, refusals };
}

function partsOf(raw: RawRun): Omit<Run, "path" | "benchmark" | "modelName"> {
  const { source, id, spec, table, report, hosted } = raw;
  if (source !== "simple-evals") {
    return { raw, source, id, date: spec?.date, spec, table, report, hosted };
  }
  const { date } = simpleEvalsName(id);
  return { raw, source, id: date ?? "undated", date, spec, table, report, hosted };
}

function benchmarkOf(raw: RawRun, evals: ReadonlyMap<RawRun, string>): string | undefined {
  if (raw.source === "hosted") return evals.get(raw);
  if (raw.source === "simple-evals") return simpleEvalsName(raw.id).benchmark;
  return raw.spec?.benchmark ?? raw.hint?.benchmark ?? prefixOf(raw.table.samples[0]);
}

/** `mini.dev` of `mini.dev.17`. */
function prefixOf(sample: string | undefined): string | undefined {
  return sample === undefined ? undefined : sample.replace(/\.[^.]*$/, "");
}

function modelOf(raw: RawRun, naming: Naming): string | undefined {
  const { source, spec, hint, table, hosted } = raw;
  if (source === "simple-evals") return simpleEvalsName(raw.id).model;
  if (source === "hosted") return mostUsed(hosted.models) ?? hosted.model;
  const served = naming === "served" ? mostUsed(table.served) : undefined;
  return served ?? spec?.model ?? hint?.model;
}

/** The name with the highest count, the first by code unit among equals. */
export function mostUsed(counts: ReadonlyMap<string, number>): string | undefined {
  const [most] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most?.[0];
}

function namelessError(raw: RawRun, path: string): EipError {
  const what = raw.source === "hosted" ? "rows without a sample" : "events without a spec line";
  return new EipError("name-the-model", {
    where: path,
    found: `run ${raw.id} has ${what}, so nothing names its model`,
    try: "--name NAME",
  });
}
