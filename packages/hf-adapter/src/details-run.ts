import { EipError, type GradedRun, type ReadOptions } from "@eip-eval/core";
import { fingerprintOf, gradedRuns, ProblemReport, recogniseFile } from "@eip-eval/core/io";
import { lmEval } from "@eip-eval/lm-eval-adapter";
import { withFile, type ByteSource } from "./byte-source.ts";
import { chosenFirst } from "./metric-choice.ts";
import { withoutRepeats } from "./repeated-rows.ts";
import { gradedItems, metricWish } from "./outcomes.ts";
import { openParquetFile } from "./parquet.ts";
import type { TaskResults } from "./run-results.ts";

/** What is known about a details file from its place and from the files around it. */
export interface DetailsAbout {
  /** `"acme/ant-1b"`, from the name of the repository. */
  readonly model: string;
  readonly benchmark: string;
  /** The task as the harness names it; default: the benchmark. */
  readonly task?: string | undefined;
  /** The stamp of the run. */
  readonly run?: string | undefined;
  /** Where it comes from, as messages and stores name it: a path, or repository and file. */
  readonly source: string;
  /** `"sha256:…"` or `"git-sha1:…"`, where known. */
  readonly sourceHash?: string | undefined;
  /** What the results file of the run says about the task. */
  readonly results?: TaskResults | undefined;
}

/** How a details file is read: the options of a reader that have to do with one file. */
export type DetailsOptions = Pick<
  ReadOptions,
  "metrics" | "scales" | "allowMixed" | "repair" | "strict" | "onProblem" | "signal"
>;

/**
 * Reads a local details file, of whatever format: samples of lm-evaluation-harness as JSON (packed or
 * not), or details of the first leaderboard or of lighteval as Parquet.
 *
 * @throws EipError where the file is cut, foreign or without a score per item: `damaged`, `empty`,
 * `lfs-pointer`, `unsupported`, `not-an-item-score`, `predictions-only`, `choose-metric`.
 * @example
 * ```ts
 * const run = await detailsRunOfFile("acme__ant-1b/samples_gsm8k_2024-05-21T08-15-30.204511.json", {
 *   model: "acme/ant-1b", benchmark: "gsm8k", source: "acme__ant-1b-details/…",
 * });
 * run.metrics[0]; // { metric: "exact_match", filter: "strict-match" }
 * ```
 */
export async function detailsRunOfFile(
  path: string,
  { about, options = {} }: { about: DetailsAbout; options?: DetailsOptions },
): Promise<GradedRun> {
  const kind = await recogniseFile(path);
  if (kind === "lm-eval-samples") return samplesRun(path, { about, options });
  return withFile(path, (source) => detailsRun(source, { about, options }));
}

/**
 * Reads details in Parquet from anything that can be read by range: the footer, the grades and what
 * identifies the items, and nothing else.
 *
 * @throws EipError as {@link detailsRunOfFile}.
 */
export async function detailsRun(
  source: ByteSource,
  { about, options = {} }: { about: DetailsAbout; options?: DetailsOptions },
): Promise<GradedRun> {
  const { benchmark, task = benchmark, source: where } = about;
  const wish = metricWish(benchmark, options);
  const file = await openParquetFile(source, where);
  const { signal } = options;
  const graded = await gradedItems(file, { where, scaleOf: wish.scaleOf, signal });
  const usable = chosenFirst(graded, { benchmark, task, where, asked: wish.metric });
  const report = new ProblemReport(options.onProblem);
  for (const problem of graded.problems) report.skipped(problem, { path: where });
  const { items, contentHashes, hashKind } = graded;
  const lists = new Set(usable.filter((column) => column.lists > 0).map(({ metric }) => metric));
  return {
    ...headOf(about),
    rows: items.length,
    items,
    ...(contentHashes ? { contentHashes, hashKind } : {}),
    fingerprint: fingerprintOf(items, contentHashes),
    metrics: usable.map(({ metric }) => ({ metric, filter: "none" })),
    scores: usable.map(({ scores }) => Array.from({ length: items.length }, (_, at) => scores[at])),
    harnessMeans: meansIn(about.results, (metric) => !lists.has(metric)),
  };
}

function headOf({
  model,
  benchmark,
  run,
  source,
  sourceHash,
  results,
}: DetailsAbout): Pick<
  GradedRun,
  "model" | "benchmark" | "run" | "source" | "sourceHash" | "expected"
> {
  return { model, benchmark, run, source, sourceHash, expected: results?.expected };
}

/** Totals over the parts of lists are no means of items. */
function meansIn(
  results: TaskResults | undefined,
  isMean: (metric: string) => boolean,
): Record<string, number> {
  const means = [...(results?.means ?? [])];
  return Object.fromEntries(means.filter(([pair]) => isMean(pair.slice(0, pair.lastIndexOf(",")))));
}

/** The reader of the harness knows its files; only names and expectations come from the repository. */
async function samplesRun(
  path: string,
  { about, options }: { about: DetailsAbout; options: DetailsOptions },
): Promise<GradedRun> {
  const { benchmark, results } = about;
  const { metrics, scales, allowMixed, repair, strict, signal } = options;
  const onProblem =
    options.onProblem && namedAfter(options.onProblem, { path, source: about.source });
  const reading = { metrics, scales, allowMixed, repair, strict, signal, onProblem };
  for await (const run of gradedRuns(lmEval, [path], reading)) {
    return {
      ...withoutRepeats(run, { where: about.source, results }),
      ...headOf(about),
      sourceHash: about.sourceHash ?? run.sourceHash,
      // The reader of the harness knows which totals are means of items, if it has seen them.
      harnessMeans:
        Object.keys(run.harnessMeans).length > 0
          ? run.harnessMeans
          : meansIn(results, (metric) => !metric.startsWith("inst_level_")),
    };
  }
  throw new EipError("no-outcomes", { where: about.source, found: `no outcome of ${benchmark}` });
}

/** Problems under the name of the source, which need not be the path. */
function namedAfter(
  onProblem: NonNullable<ReadOptions["onProblem"]>,
  { path, source }: { path: string; source: string },
): NonNullable<ReadOptions["onProblem"]> {
  return (problem) =>
    onProblem({
      ...problem,
      path: problem.path === path ? source : problem.path,
      message: problem.message.replaceAll(path, source),
    });
}
