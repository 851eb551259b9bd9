import { EipError } from "@eip-eval/core";
import {
  isObject,
  JsonReader,
  member,
  membersOf,
  readJsonValues,
  type SkippedJson,
  textOf,
} from "@eip-eval/core/io";
import { countOf } from "./count-of.ts";

/** What a results file says about a run, in every format. */
export interface RunResults {
  readonly model: string | undefined;
  /** By the task as the harness names it; groups and averages are left out. */
  readonly tasks: ReadonlyMap<string, TaskResults>;
}

/** What a results file says about one task. */
export interface TaskResults {
  /** Items of a complete run. */
  readonly expected?: number | undefined;
  /** Items that were asked. */
  readonly asked?: number | undefined;
  /** The harness's means by `"metric,filter"`. */
  readonly means: ReadonlyMap<string, number>;
}

/**
 * Reads a results file: of lm-evaluation-harness, of the first leaderboard or of lighteval.
 *
 * @throws EipError `damaged` where it is no whole JSON, `unsupported` where it holds no results.
 * @example
 * ```ts
 * (await readRunResults("results_2024-07-18T23-44-05.118930.json")).tasks.get("gsm8k");
 * // { expected: 1319, asked: 1319, means: Map { "exact_match,strict-match" => 0.4 } }
 * ```
 */
export async function readRunResults(path: string): Promise<RunResults> {
  for await (const { value } of readJsonValues(path)) return runResults(value, path);
  throw noResults(path);
}

/**
 * The same from the bytes of a results file.
 *
 * @param where Names the file in messages.
 */
export function runResultsFromBytes(bytes: Uint8Array, where: string): RunResults {
  const onSkipped = ({ code, line, found, expected }: SkippedJson): void => {
    throw new EipError(code, { where: `${where}:${line}`, found, expected });
  };
  const reader = new JsonReader({ onSkipped });
  for (const { value } of [...reader.push(bytes), ...reader.end()]) return runResults(value, where);
  throw noResults(where);
}

function runResults(value: unknown, where: string): RunResults {
  const totals = member(value, "results") ?? value;
  const tasks = new Map<string, TaskResults>();
  const isLeaf = leafTest(value);
  for (const [task, metrics] of membersOf(totals)) {
    if (!isObject(metrics) || !isLeaf(task)) continue;
    tasks.set(task, { ...itemCounts(value, task), means: meansOf(metrics) });
  }
  if (tasks.size === 0) throw noResults(where);
  const model =
    member(value, "model_name") ?? member(member(value, "config_general"), "model_name");
  return { model: textOf(model), tasks };
}

/** Settings that the oldest files have beside their results, and averages over several tasks. */
const NO_TASK =
  /^(?:all|config(?:_general|_tasks)?|versions|summary_(?:general|tasks))$|[:|_]_?average(?:\||$)/;

function leafTest(value: unknown): (task: string) => boolean {
  const configs = member(value, "configs");
  const groups = new Set(membersOf(member(value, "groups")).map(([name]) => name));
  return (task) =>
    !groups.has(task) &&
    !NO_TASK.test(task) &&
    (!isObject(configs) || Object.hasOwn(configs, task));
}

/** lm-evaluation-harness since 0.4.3, and lighteval. */
function itemCounts(value: unknown, task: string): Pick<TaskResults, "expected" | "asked"> {
  const samples = member(member(value, "n-samples"), task);
  const config = member(member(value, "config_tasks"), task);
  return {
    expected: countOf(member(samples, "original") ?? member(config, "original_num_docs")),
    asked: countOf(member(samples, "effective") ?? member(config, "effective_num_docs")),
  };
}

function meansOf(metrics: unknown): Map<string, number> {
  const means = new Map<string, number>();
  for (const [name, mean] of membersOf(metrics)) {
    if (typeof mean !== "number" || /_stderr(?:,|$)/.test(name)) continue;
    means.set(name.includes(",") ? name : `${name},none`, mean);
  }
  return means;
}

function noResults(where: string): EipError {
  return new EipError("unsupported", {
    where,
    found: "a results file without results",
    expected: "results of lm-evaluation-harness, of the first leaderboard or of lighteval",
  });
}
