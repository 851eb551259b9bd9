import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

type Json = Record<string, unknown>;

interface RunParts {
  readonly model?: string;
  readonly completionFns?: readonly string[];
  readonly benchmark?: string;
  readonly runId?: string;
  readonly cls?: string;
  readonly args?: Json;
  readonly seed?: number;
  readonly maxSamples?: number | null;
  readonly command?: string;
  readonly createdAt?: string;
}

export const RUN = "240105093000ABCDEFGH";

/** The spec line since April 2023. */
export function spec({
  model = "kestrel-8b",
  completionFns = [model],
  benchmark = "coins.dev.v0",
  runId = RUN,
  cls = "basic.match:Match",
  args = { samples_jsonl: "coins/samples.jsonl" },
  seed = 20220722,
  maxSamples = null,
  command = "oaieval kestrel-8b coins",
  createdAt = "2024-01-05 09:30:00.123456",
}: RunParts = {}): Json {
  const [base, split] = benchmark.split(".");
  return {
    spec: {
      completion_fns: completionFns,
      eval_name: benchmark,
      base_eval: base,
      split,
      run_config: {
        completion_fns: completionFns,
        eval_spec: { cls: `evals.elsuite.${cls}`, registry_path: "reg", args, key: benchmark },
        seed,
        max_samples: maxSamples,
        command,
        initial_settings: { visible: true },
      },
      created_by: "",
      run_id: runId,
      created_at: createdAt,
    },
  };
}

/** The spec line of March 2023. */
export function oldSpec({ model = "kestrel-8b", ...parts }: RunParts = {}): Json {
  const {
    completion_fns: _,
    run_config: config,
    ...rest
  } = spec({
    createdAt: "2023-03-15 23:04:38.859721",
    ...parts,
  })["spec"] as Json;
  const { completion_fns: __, ...run } = config as Json;
  const specs = { completions_: [{ name: model, api_key: "sk-secret-in-spec" }] };
  return {
    spec: {
      model_name: model,
      model_names: { completions: [model] },
      ...rest,
      run_config: { model_specs: specs, ...run },
    },
  };
}

export interface EventParts {
  readonly sample: string | number;
  readonly type: string;
  readonly data: unknown;
  readonly run?: string;
  readonly prefix?: string;
}

/** Numbers the events of a run from 0. */
export function eventMaker(run: string = RUN, prefix = "coins.dev"): (parts: EventParts) => Json {
  let id = 0;
  return ({ sample, type, data }) => ({
    run_id: run,
    event_id: id++,
    sample_id: `${prefix}.${sample}`,
    type,
    data,
    created_by: "",
    created_at: "2024-01-05 09:30:01.000001+00:00",
  });
}

export function finalReport(report: Json, runId: string | null = RUN): Json {
  return runId === null ? { final_report: report } : { final_report: report, run_id: runId };
}

export function prompt(question: string, system?: string): Json[] {
  const own = { role: "user", content: question };
  return system === undefined ? [own] : [{ role: "system", content: system }, own];
}

/** A whole Match run: one call and one verdict per sample, the report on line 2. */
export function matchRun(
  scores: readonly number[],
  { question = (at) => `q${at}`, ...parts }: RunParts & { question?: (at: number) => string } = {},
): Json[] {
  const { runId = RUN, benchmark = "coins.dev.v0" } = parts;
  const event = eventMaker(runId, benchmark.split(".").slice(0, 2).join("."));
  const accuracy = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return [
    spec(parts),
    finalReport({ accuracy }, runId),
    ...scores.flatMap((score, at) => [
      event({
        sample: at,
        type: "sampling",
        data: { prompt: prompt(question(at)), sampled: ["a"] },
      }),
      event({
        sample: at,
        type: "match",
        data: { correct: score === 1, expected: "a", picked: "a" },
      }),
    ]),
  ];
}

/** A run with one metrics event per sample. */
export function metricsRun(metrics: readonly Json[], parts: RunParts = {}): Json[] {
  const event = eventMaker(parts.runId);
  return [
    spec(parts),
    ...metrics.flatMap((data, at) => [
      event({ sample: at, type: "sampling", data: { prompt: `q${at}`, sampled: "a" } }),
      event({ sample: at, type: "metrics", data }),
    ]),
    finalReport({}, parts.runId),
  ];
}

/** JSON lines with Python's separators, as the recorder writes them. */
export function lines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** The records without one of their keys. */
export function without(key: string, records: readonly Json[]): Json[] {
  return records.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== key)),
  );
}

/** Writes a file with its folders and gives its path back. */
export async function write(
  folder: { readonly path: string },
  name: string,
  content: string | Uint8Array | readonly unknown[],
): Promise<string> {
  const path = join(folder.path, name);
  await mkdir(dirname(path), { recursive: true });
  const isText = typeof content === "string" || content instanceof Uint8Array;
  await writeFile(path, isText ? content : lines(content));
  return path;
}
