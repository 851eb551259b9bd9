import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Logs as each version of the harness writes them, with invented questions. */

export const DATE = "2026-03-04T05-06-07.891234";

export interface Item {
  readonly id: number;
  readonly doc: Record<string, unknown>;
  readonly target: string;
}

/** Questions without an id of their own. */
export function items(count: number): Item[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    doc: { question: `How many paddles do ${id} canoes need?`, answer: String(2 * id) },
    target: String(2 * id),
  }));
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export async function write(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

export function lines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

export type Metrics = Readonly<Record<string, unknown>>;

/** A record of 0.4.3 to 0.4.6; later versions add filter and metrics. */
export function record({ id, doc, target }: Item, metrics: Metrics): Record<string, unknown> {
  const prompt = `Q: ${String(doc["question"])}\nA:`;
  return {
    doc_id: id,
    doc,
    target,
    arguments: { gen_args_0: { arg_0: prompt, arg_1: { until: ["\n"] } } },
    resps: [[` ${target}.`]],
    filtered_resps: [target],
    doc_hash: sha256(JSON.stringify(doc, null, 2)),
    prompt_hash: sha256(prompt),
    target_hash: sha256(target),
    ...metrics,
  };
}

export function keyedRecord(item: Item, filter: string, metrics: Metrics): Record<string, unknown> {
  const { doc_hash, prompt_hash, target_hash, ...front } = record(item, {});
  const names = Object.keys(metrics);
  return { ...front, filter, metrics: names, doc_hash, prompt_hash, target_hash, ...metrics };
}

export interface ResultsParts {
  readonly model?: string;
  readonly task: string;
  readonly totals: Readonly<Record<string, unknown>>;
  readonly effective?: number;
  readonly shots?: number;
  readonly version?: number;
  readonly outputType?: string;
  readonly filters?: readonly string[];
  readonly aggregation?: string;
  readonly higherIsBetter?: boolean;
  readonly modelArgs?: unknown;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A results file of 0.4.3 or later with one task. */
export function results(parts: ResultsParts): Record<string, unknown> {
  const { model, task, totals, effective, shots = 0, version = 1, filters } = parts;
  const metrics = [...new Set(Object.keys(totals).map((key) => key.split(",")[0]!))];
  return {
    results: { [task]: { alias: task, ...totals } },
    configs: {
      [task]: {
        task,
        output_type: parts.outputType ?? "generate_until",
        num_fewshot: shots,
        metric_list: metrics.map((metric) => ({
          metric,
          aggregation: parts.aggregation ?? "mean",
          higher_is_better: parts.higherIsBetter ?? true,
        })),
        ...(filters ? { filter_list: filters.map((name) => ({ name, filter: [] })) } : {}),
      },
    },
    versions: { [task]: version },
    "n-shot": { [task]: shots },
    higher_is_better: {
      [task]: Object.fromEntries(metrics.map((metric) => [metric, parts.higherIsBetter ?? true])),
    },
    ...(effective === undefined ? {} : { "n-samples": { [task]: { original: 1000, effective } } }),
    config: { model: "hf", model_args: parts.modelArgs ?? `pretrained=${model}`, model_sha: "" },
    ...(model === undefined ? {} : { model_name: model }),
    ...parts.extra,
  };
}

export interface RunParts extends Omit<ResultsParts, "totals"> {
  readonly date?: string;
  /** Scores of items 0, 1, 2 … under one metric. */
  readonly scores: readonly unknown[];
  readonly metric?: string;
  readonly filter?: string;
  /** Absent: the mean of the scores. */
  readonly total?: unknown;
  readonly items?: readonly Item[];
}

/** Writes samples and results of one run of one task by 0.4.7 or later. */
export async function writeRun(folder: string, parts: RunParts): Promise<string> {
  const { task, date = DATE, scores, metric = "exact_match", filter = "none" } = parts;
  const asked = parts.items ?? items(scores.length);
  const numbers = scores.filter((score) => typeof score === "number");
  const total = parts.total ?? numbers.reduce((sum, score) => sum + score, 0) / numbers.length;
  await write(
    join(folder, `results_${date}.json`),
    JSON.stringify(
      results({ effective: scores.length, ...parts, totals: { [`${metric},${filter}`]: total } }),
    ),
  );
  return write(
    join(folder, `samples_${task}_${date}.jsonl`),
    lines(scores.map((score, at) => keyedRecord(asked[at]!, filter, { [metric]: score }))),
  );
}
