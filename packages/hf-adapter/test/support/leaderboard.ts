import { createHash } from "node:crypto";

/** A small leaderboard in the layout of the second version, with invented questions. */

export const OWNER = "open-llm-leaderboard";
export const STAMP = "2025-01-27T10-10-36.877664";

export interface RunParts {
  readonly model: string;
  readonly stamp?: string;
  /** Tasks to their numbers of items. */
  readonly tasks: Readonly<Record<string, number>>;
  /** Items that were asked, when the run was limited. */
  readonly limit?: number;
  /** How good the model is, 0 to 1. */
  readonly skill?: number;
  /** Text that makes every line longer. */
  readonly padding?: string;
}

export type Files = Record<string, string>;

/** The files of one run: samples and results. */
export function runFiles(parts: RunParts): Files {
  const { model, stamp = STAMP, tasks, limit = Infinity, skill = 0.5, padding = "" } = parts;
  const folder = model.replace("/", "__");
  const files: Files = {};
  const results: Record<string, unknown> = {};
  const counts: Record<string, unknown> = {};
  for (const [task, items] of Object.entries(tasks)) {
    const asked = Math.min(items, limit);
    const scores = Array.from({ length: asked }, (_, item) =>
      scoreOf({ model, task, item, skill }),
    );
    files[`${folder}/samples_${task}_${stamp}.jsonl`] = scores
      .map((score, item) => `${JSON.stringify(record({ task, item, score, padding }))}\n`)
      .join("");
    const mean = scores.reduce((sum, score) => sum + score, 0) / asked;
    results[task] = { alias: task, "acc_norm,none": mean, "acc_norm_stderr,none": 0.01 };
    counts[task] = { original: items, effective: asked };
  }
  files[`${folder}/results_${stamp}.json`] = JSON.stringify({
    results,
    "n-samples": counts,
    "n-shot": Object.fromEntries(Object.keys(tasks).map((task) => [task, 0])),
    versions: Object.fromEntries(Object.keys(tasks).map((task) => [task, 1])),
    config: { model: "hf", model_args: `pretrained=${model}` },
    model_name: model,
  });
  return files;
}

/** The repository of a model with some runs. */
export function repository(...runs: readonly RunParts[]): Record<string, Files> {
  const name = `${OWNER}/${runs[0]!.model.replace("/", "__")}-details`;
  const files = Object.assign({ "README.md": `# ${name}\n` }, ...runs.map(runFiles)) as Files;
  return { [name]: files };
}

function record({
  task,
  item,
  score,
  padding,
}: {
  task: string;
  item: number;
  score: number;
  padding: string;
}): Record<string, unknown> {
  const doc = { input: `How many legs have ${item} spiders in ${task}?`, target: String(8 * item) };
  const prompt = `Q: ${doc.input}\nA:${padding}`;
  return {
    doc_id: item,
    doc,
    target: doc.target,
    arguments: { gen_args_0: { arg_0: prompt, arg_1: ` ${doc.target}` } },
    resps: [[["-1.5", "False"]]],
    filtered_resps: [["-1.5", "False"]],
    filter: "none",
    metrics: ["acc_norm"],
    doc_hash: sha256(JSON.stringify(doc)),
    prompt_hash: sha256(prompt),
    target_hash: sha256(doc.target),
    acc_norm: score,
  };
}

function scoreOf({
  model,
  task,
  item,
  skill,
}: {
  model: string;
  task: string;
  item: number;
  skill: number;
}): number {
  const draw = Number.parseInt(sha256(`${model} ${task} ${item}`).slice(0, 8), 16) / 2 ** 32;
  return draw < skill ? 1 : 0;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
