import { stampIn } from "./stamp.ts";

/**
 * What a file of a details repository is by its name. `lighteval-details` may turn out to be of the
 * first leaderboard, and the other way round: only the columns tell for sure.
 */
export type DetailsKind =
  | "v2-samples"
  | "v2-results"
  | "v1-details"
  | "lighteval-details"
  | "results"
  | "other";

/** What the path of a file inside a details repository says. */
export interface DetailsName {
  readonly kind: DetailsKind;
  /** The run, in the spelling of `stampIn`. */
  readonly stamp?: string | undefined;
  /** The task as the harness names it, with suite and number of examples where it writes them. */
  readonly task?: string | undefined;
  /** The model, where the folder of the file is named after it. */
  readonly model?: string | undefined;
}

const SAMPLES = /^samples_(?<task>.+)_(?<stamp>[^_]+)\.jsonl?(?:\.gz)?$/i;
const RESULTS = /^results_(?<stamp>.+)\.(?:json(?:\.gz)?|parquet)$/i;
const DETAILS = /^details_(?<task>.+)_(?<stamp>[^_]+)\.parquet$/i;

/**
 * Takes apart the path of a file in a details repository, in every layout of the three leaderboard
 * formats (format document, 1.1, 2.1 and 2.2). Only the last two parts of the path count.
 *
 * @example
 * ```ts
 * detailsName("acme__ant-1b/samples_gsm8k_2024-05-21T08-15-30.204511.json");
 * // { kind: "v2-samples", task: "gsm8k", stamp: "2024-05-21T08-15-30.204511", model: "acme/ant-1b" }
 * detailsName("2023-08-19T16:35:46.942696/details_harness|gsm8k|5_2023-08-19T16:35:46.942696.parquet");
 * // { kind: "v1-details", task: "harness|gsm8k|5", stamp: "2023-08-19T16-35-46.942696" }
 * detailsName("README.md"); // { kind: "other" }
 * ```
 */
export function detailsName(path: string): DetailsName {
  const [file = "", folder, above] = path.split(/[\\/]/).toReversed();
  const samples = namedParts(SAMPLES, file);
  if (samples) return { kind: "v2-samples", ...samples, ...modelPart(folder) };
  const details = namedParts(DETAILS, file);
  if (details)
    return { kind: isOfV1(details.task) ? "v1-details" : "lighteval-details", ...details };
  const results = RESULTS.exec(file)?.groups?.["stamp"];
  const stamp = results === undefined ? undefined : stampIn(results);
  if (stamp === undefined) return { kind: "other" };
  const model = modelPart(folder);
  const isV2 =
    !file.endsWith(".parquet") && (model.model !== undefined || isModelFolder(folder, above));
  return { kind: isV2 ? "v2-results" : "results", stamp, ...model };
}

function namedParts(
  pattern: RegExp,
  file: string,
): { readonly task: string; readonly stamp: string } | undefined {
  const parts = pattern.exec(file)?.groups;
  const stamp = parts && stampIn(parts["stamp"]!);
  return stamp === undefined ? undefined : { task: parts!["task"]!, stamp };
}

function modelPart(folder: string | undefined): { readonly model?: string } {
  return folder?.includes("__") && stampIn(folder) === undefined
    ? { model: modelFromFolder(folder) }
    : {};
}

/** A folder at the root that is no run: models without an owner have no `__` in their folder. */
function isModelFolder(folder: string | undefined, above: string | undefined): boolean {
  return (
    folder !== undefined &&
    folder !== "" &&
    above === undefined &&
    folder !== "results" &&
    stampIn(folder) === undefined
  );
}

function isOfV1(task: string): boolean {
  return task.startsWith("harness|");
}

/**
 * The model that a folder or repository is named after: the first `__` stands for the slash.
 *
 * @example
 * ```ts
 * modelFromFolder("acme__ant-1b"); // "acme/ant-1b"
 * modelFromFolder("gpt2"); // "gpt2"
 * ```
 */
export function modelFromFolder(folder: string): string {
  return folder.replace(/^(.*?[^_])__(?=[^_])/, "$1/");
}

/** The parts of a task's name in the first leaderboard and in lighteval. */
export interface TaskName {
  /** Absent since lighteval 0.11. */
  readonly suite?: string | undefined;
  readonly task: string;
  /** Number of examples in the prompt. */
  readonly shots?: number | undefined;
}

/**
 * The suite, task and number of examples in `suite|task|shots` or `task|shots`.
 *
 * @example
 * ```ts
 * taskName("harness|arc:challenge|25"); // { suite: "harness", task: "arc:challenge", shots: 25 }
 * taskName("gsm8k|0"); // { task: "gsm8k", shots: 0 }
 * taskName("leaderboard_gsm8k"); // { task: "leaderboard_gsm8k" }
 * ```
 */
export function taskName(name: string): TaskName {
  const parts = /^(?:([^|]*)\|)?(.+)\|(\d{1,9})$/.exec(name);
  if (!parts) return { task: name };
  const [, suite, task, shots] = parts;
  return { ...(suite ? { suite } : {}), task: task!, shots: Number(shots) };
}

/**
 * The benchmarks that the tasks of one run are called: without the suite, unless two suites of the
 * run have the same task. In the order of the tasks.
 *
 * @example
 * ```ts
 * benchmarkNames(["harness|gsm8k|5", "leaderboard_ifeval"]);
 * // Map { "harness|gsm8k|5" => "gsm8k|5", "leaderboard_ifeval" => "leaderboard_ifeval" }
 * benchmarkNames(["lighteval|gsm8k|0", "extended|gsm8k|0"]); // both keep their names
 * ```
 */
export function benchmarkNames(tasks: readonly string[]): Map<string, string> {
  const distinct = new Set(tasks);
  const claims = new Map<string, number>();
  for (const task of distinct) claims.set(shortName(task), (claims.get(shortName(task)) ?? 0) + 1);
  return new Map(
    [...distinct].map((task) => {
      const short = shortName(task);
      return [task, claims.get(short) === 1 ? short : task];
    }),
  );
}

function shortName(name: string): string {
  const { task, shots } = taskName(name);
  return shots === undefined ? task : `${task}|${shots}`;
}
