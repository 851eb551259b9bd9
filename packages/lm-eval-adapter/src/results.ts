import { dirname, basename } from "node:path";
import { EipError, type Problem } from "@eip-eval/core";
import {
  canonicalText,
  isObject,
  type JsonPath,
  member,
  membersOf,
  readJsonValues,
  textOf,
} from "@eip-eval/core/io";
import { dateInName } from "./file-name.ts";
import { modelArgsFrom } from "./model-args.ts";
import { promptFormOf, systemOf } from "./system.ts";

/** What a results file says about one run of the harness (format document, section 1.3). */
export interface Results {
  readonly path: string;
  readonly folder: string;
  readonly date: string | undefined;
  readonly modelName: string | undefined;
  /** In the spelling of the command line, `name=value` joined by commas. */
  readonly modelArgs: string;
  /** What tells systems of one name apart, by name; a value unknown to this version is absent. */
  readonly system: ReadonlyMap<string, string>;
  /** `chat` where prompts are sent as messages, else the hash of the chat template, or `none`. */
  readonly promptForm: string | undefined;
  /** The leaf tasks. Groups are left out: they have no items of their own. */
  readonly tasks: ReadonlyMap<string, TaskSetup>;
  /** Whether the file also holds the records, as `simple_evaluate` returns them. */
  readonly hasSamples: boolean;
}

/** How one task was set up, and what the harness made of it. Absent: the version does not say. */
export interface TaskSetup {
  readonly outputType: string | undefined;
  readonly shots: string | undefined;
  readonly version: string | undefined;
  /** Names of the filters in the order of their lines. */
  readonly filters: readonly string[];
  readonly aggregations: ReadonlyMap<string, string>;
  readonly lowerIsBetter: ReadonlySet<string>;
  /** Number of items that were asked. */
  readonly items: number | undefined;
  /** `"metric,filter"`, or the metric alone in old versions, to the value over all items. */
  readonly totals: ReadonlyMap<string, number>;
  /** Equal for equal set-ups. */
  readonly fingerprint: string;
}

/** A results file, or why it cannot be used. */
export type ResultsReading = { readonly results: Results } | { readonly error: EipError };

/** Reads a results file; it must be whole, and of this harness. */
export async function readResults(path: string, signal?: AbortSignal): Promise<ResultsReading> {
  try {
    return { results: await wholeResults(path, signal) };
  } catch (error) {
    if (EipError.isInstance(error)) return { error };
    throw error;
  }
}

async function wholeResults(path: string, signal: AbortSignal | undefined): Promise<Results> {
  const members = new Map<string, unknown>();
  let hasSamples = false;
  const opens = (at: JsonPath): boolean => at.length === 1 || at[1] === "samples";
  let damage: Problem | undefined;
  const onProblem = (problem: Problem): void => void (damage ??= problem);
  for await (const { value, path: at } of readJsonValues(path, { opens, onProblem, signal })) {
    if (at[0] !== 0) continue;
    if (at[1] === "samples") hasSamples = true;
    else if (typeof at[1] === "string") members.set(at[1], value);
  }
  if (damage) {
    throw new EipError(damage.code, {
      found: damage.message.replace(/\.$/, ""),
      try: "copy it again; the samples files beside it are read without it",
    });
  }
  return resultsFrom(members, { path, hasSamples });
}

function resultsFrom(
  members: ReadonlyMap<string, unknown>,
  { path, hasSamples }: { path: string; hasSamples: boolean },
): Results {
  const totals = members.get("results");
  if (!isObject(totals)) {
    throw new EipError("unsupported", {
      where: path,
      found: "totals in the shape of a fork of 2022, which has other records",
      expected: "files of EleutherAI/lm-evaluation-harness",
    });
  }
  if (membersOf(totals).some(([, task]) => Array.isArray(member(task, "examples")))) {
    throw new EipError("unsupported", {
      where: path,
      found: "results of evalchemy, which keeps its items inside the totals",
      expected: "a samples file for each task",
      try: "run the task with lm_eval --log_samples",
    });
  }
  const modelArgs = modelArgsFrom(member(members.get("config"), "model_args"));
  return {
    path,
    folder: dirname(path),
    date: dateInName(basename(path)),
    modelName: textOf(members.get("model_name")) ?? modelArgs.given.get(modelArgs.naming ?? ""),
    modelArgs: modelArgs.text,
    system: systemOf(members, modelArgs),
    promptForm: promptFormOf(members),
    tasks: tasksOf(members),
    hasSamples,
  };
}

function tasksOf(members: ReadonlyMap<string, unknown>): Map<string, TaskSetup> {
  const totals = members.get("results");
  const configs = members.get("configs");
  const groups = new Set(membersOf(members.get("groups")).map(([name]) => name));
  const leaves = membersOf(isObject(configs) ? configs : totals).map(([name]) => name);
  return new Map(
    leaves.filter((name) => !groups.has(name)).map((name) => [name, taskSetup(name, members)]),
  );
}

function taskSetup(name: string, members: ReadonlyMap<string, unknown>): TaskSetup {
  const config = member(members.get("configs"), name);
  const metrics = listOf(member(config, "metric_list"));
  const better = member(members.get("higher_is_better"), name);
  const shots = member(members.get("n-shot"), name) ?? member(config, "num_fewshot");
  const items = member(member(members.get("n-samples"), name), "effective");
  const filters = listOf(member(config, "filter_list"));
  return {
    outputType: textOf(member(config, "output_type")),
    shots: scalarText(shots),
    version: scalarText(member(members.get("versions"), name)),
    filters: filters.flatMap((filter) => textOf(member(filter, "name")) ?? []),
    aggregations: new Map(
      metrics.flatMap((metric) => {
        const aggregation = textOf(member(metric, "aggregation"));
        return aggregation === undefined ? [] : [[String(member(metric, "metric")), aggregation]];
      }),
    ),
    lowerIsBetter: new Set(
      [
        ...membersOf(better).filter(([, higher]) => higher === false),
        ...metrics
          .filter((metric) => member(metric, "higher_is_better") === false)
          .map((metric) => [String(member(metric, "metric"))] as const),
      ].map(([metric]) => metric),
    ),
    items: typeof items === "number" ? items : undefined,
    totals: new Map(
      membersOf(member(members.get("results"), name)).flatMap(([key, value]) =>
        typeof value === "number" ? [[key, value]] : [],
      ),
    ),
    fingerprint: canonicalText([config, shots]),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function scalarText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
