import { columnsFromHeader, hasKnownColumn } from "../outcomes/columns.ts";
import { CsvParser } from "./csv.ts";
import { jsonOutline, type JsonOutline } from "./json-outline.ts";
import { readHead } from "./lines.ts";
import { openParquet } from "./parquet-rows.ts";
import { STORE_KEY } from "./store-heads.ts";

/** What a file is. */
export type FileKind =
  | "lm-eval-samples"
  | "lm-eval-results"
  | "openai-evals"
  | "hf-details"
  | "hf-results"
  | "table-csv"
  | "table-jsonl"
  | "table-parquet"
  | "score-vectors"
  | "item-list"
  | "py-irt"
  | "every-eval-ever"
  | "store"
  | "parquet"
  | "lfs-pointer"
  | "empty"
  | "binary"
  | "json-other"
  | "text-other";

/** Each kind as a sentence names it, and the package whose program reads it. */
const KINDS: Readonly<Record<FileKind, { title: string; package: string | undefined }>> = {
  "lm-eval-samples": { title: "lm-evaluation-harness samples", package: "lm-eval-adapter" },
  "lm-eval-results": { title: "lm-evaluation-harness results", package: "lm-eval-adapter" },
  "openai-evals": { title: "OpenAI evals logs", package: "openai-evals-adapter" },
  "hf-details": { title: "Hugging Face leaderboard details", package: "hf-adapter" },
  "hf-results": { title: "Hugging Face leaderboard results", package: "hf-adapter" },
  "table-csv": { title: "a delimited table", package: "core" },
  "table-jsonl": { title: "a table in JSON lines", package: "core" },
  "table-parquet": { title: "a table in Parquet", package: "core" },
  "score-vectors": { title: "score vectors", package: "core" },
  "item-list": { title: "a list of items without scores", package: undefined },
  "py-irt": { title: "py-irt lines", package: "core" },
  "every-eval-ever": { title: "Every Eval Ever instances", package: "core" },
  store: { title: "runs of a store", package: "core" },
  parquet: { title: "Parquet without columns for item and score", package: undefined },
  "lfs-pointer": { title: "a Git LFS pointer, not the file itself", package: undefined },
  empty: { title: "an empty file", package: undefined },
  binary: { title: "a binary file", package: undefined },
  "json-other": { title: "JSON that is no table of outcomes", package: undefined },
  "text-other": { title: "text that is no table", package: undefined },
};

/**
 * What a kind of file is called in a sentence.
 *
 * @example
 * ```ts
 * kindTitle("openai-evals"); // "OpenAI evals logs"
 * ```
 */
export function kindTitle(kind: FileKind): string {
  return KINDS[kind].title;
}

/**
 * The command of the program that reads a kind of file; `undefined` where none of ours does.
 *
 * @example
 * ```ts
 * programFor("openai-evals"); // "npx @eip-eval/openai-evals-adapter"
 * programFor("binary"); // undefined
 * ```
 */
export function programFor(kind: FileKind): string | undefined {
  const name = KINDS[kind].package;
  return name && `npx @eip-eval/${name}`;
}

export interface RecogniseOptions {
  /** Column names that the user gave: a table that has one of them is one of outcomes. */
  readonly columns?: readonly string[] | undefined;
}

/**
 * Recognises a file by its first bytes (a Parquet file by its columns too), never by its name.
 *
 * @throws EipError when it cannot be opened or unpacked.
 * @example
 * ```ts
 * await recogniseFile("scores.txt"); // "table-csv"
 * ```
 */
export async function recogniseFile(
  path: string,
  options: RecogniseOptions = {},
): Promise<FileKind> {
  const head = await readHead(path);
  if (!isParquet(head)) return kindFromHead(head, options);
  try {
    const table = await openParquet(path);
    await table.close();
    if (table.keyValue(STORE_KEY) !== undefined) return "store";
    return kindFromColumns(table.columns, options);
  } catch {
    return "parquet";
  }
}

/**
 * The kind of a file that begins with these bytes, unpacked; `"parquet"` for any Parquet file.
 *
 * @example
 * ```ts
 * kindFromHead(Buffer.from("model,item,score")); // "table-csv"
 * ```
 */
export function kindFromHead(head: Buffer, options: RecogniseOptions = {}): FileKind {
  if (isParquet(head)) return "parquet";
  if (head.includes(0)) return "binary";
  const text = head.toString("utf8").replace(/^\uFEFF/, "");
  if (text.trim() === "") return "empty";
  if (text.startsWith("version https://git-lfs.github.com/spec/")) return "lfs-pointer";
  if (/^\s*[[{]/.test(text)) return kindOfJson(text, options);
  if (/^\s*"[^"\n]+"\s*:/.test(text) && LM_EVAL_TOTAL.test(text)) return "lm-eval-results"; // its front is missing
  return isDelimited(text, options) ? "table-csv" : "text-other";
}

function isParquet(head: Buffer): boolean {
  return head.subarray(0, 4).toString("latin1") === "PAR1";
}

function kindFromColumns(
  columns: readonly string[],
  { columns: wanted = [] }: RecogniseOptions,
): FileKind {
  const has = (...names: string[]): boolean => names.some((name) => columns.includes(name));
  const isGraded = has("metric", "metrics", "acc", "acc_norm", "mc1", "mc2");
  const isFlat = columns.some((name) => name.startsWith("metrics."));
  if ((isGraded || isFlat) && has("model_response", "full_prompt", "cont_tokens", "hashes")) {
    return "hf-details";
  }
  if (has("config_general") && has("results")) return "hf-results";
  return has(...wanted) || hasKnownColumn(columns) ? "table-parquet" : "parquet";
}

/** `"acc_stderr,none": 0.01`, as only results of lm-evaluation-harness have it. */
const LM_EVAL_TOTAL = /"[^"\n]+_stderr(?:,[^"\n]+)?"\s*:|"[\w@]+,(?:none|[\w-]+)"\s*:\s*[\d"N-]/;

function kindOfJson(text: string, options: RecogniseOptions): FileKind {
  const outline = jsonOutline(text);
  const has = (...names: string[]): boolean => names.some((name) => outline.keys.has(name));
  if (isOpenAiEvals(has)) return "openai-evals";
  if (isLmEvalSample(outline)) return "lm-eval-samples";
  if (has("config_general")) return "hf-results";
  if (has("results") && (LM_EVAL_TOTAL.test(text) || (has("configs") && has("versions")))) {
    return "lm-eval-results";
  }
  if (outline.isList) return "json-other";
  if (isEveryEvalEver(has)) return "every-eval-ever";
  if (has("subject_id") && outline.keys.get("responses") === "{") return "py-irt";
  if (outline.keys.get("scores") === "[" && has("model", "model_id")) return "score-vectors";
  return kindOfJsonLines(text, options);
}

function isOpenAiEvals(has: (...names: string[]) => boolean): boolean {
  return (
    has("spec.eval_name", "spec.completion_fns", "spec.run_config", "final_report") ||
    (has("run_id") && has("event_id") && has("type")) ||
    (has("data_source_idx") && has("grades", "passes", "sample")) ||
    has("datasource_item_id", "data.datasource_item_id")
  );
}

const SAMPLE_KEYS = [
  "doc",
  "target",
  "arguments",
  "resps",
  "filtered_resps",
  "prompt_0",
  "logit_0",
  "truth",
];

function isLmEvalSample({ keys }: JsonOutline): boolean {
  if (keys.has("resps") && keys.has("filtered_resps")) return true;
  if (keys.has("doc_id")) return SAMPLE_KEYS.some((key) => keys.has(key));
  // One object of all tasks: {"gsm8k": [{"doc_id": …}]}.
  return [...keys.keys()].some(
    (key) => key.endsWith(".doc_id") && keys.get(key.slice(0, -7)) === "[",
  );
}

function isEveryEvalEver(has: (...names: string[]) => boolean): boolean {
  return has("sample_id") && has("evaluation_name") && has("evaluation");
}

function kindOfJsonLines(text: string, { columns: wanted = [] }: RecogniseOptions): FileKind {
  const keys = keysOfLines(text);
  if (keys.length === 0) return "json-other";
  if (wanted.some((name) => keys.includes(name))) return "table-jsonl";
  try {
    const map = columnsFromHeader(keys, "");
    const roles = [map.has("model"), map.has("item"), map.has("score")].filter(Boolean).length;
    if (roles >= 2) return "table-jsonl";
    return map.has("item") ? "item-list" : "json-other";
  } catch {
    return "table-jsonl";
  }
}

/**
 * All keys of the objects on the whole lines of a text; of its one line where that breaks off.
 *
 * @example
 * ```ts
 * keysOfLines('{"a": 1}\n{"b": 2}\n{"c'); // ["a", "b"]
 * ```
 */
export function keysOfLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.length === 1) return topKeys(jsonOutline(text));
  const keys = new Set<string>();
  for (const line of lines.slice(0, -1)) {
    if (!line.trimStart().startsWith("{") || line.trim() === "{") continue;
    for (const key of topKeys(jsonOutline(line))) keys.add(key);
  }
  return [...keys];
}

function topKeys({ keys }: JsonOutline): string[] {
  return [...keys.keys()].filter((key) => !key.includes("."));
}

const MANY_FIELDS = 50;

function isDelimited(text: string, { columns: wanted = [] }: RecogniseOptions): boolean {
  const records = firstRecords(text);
  const header = records[0] ?? [];
  if (header.length < 2) return false;
  if (hasKnownColumn(header) || wanted.some((name) => header.includes(name))) return true;
  if (records.length === 1) return header.length >= MANY_FIELDS;
  return records.every((fields) => fields.length === header.length) && !isProse(records);
}

/** Two lines of prose may well have the same number of commas. */
function isProse([header = [], ...records]: readonly (readonly string[])[]): boolean {
  if (header.length >= 3 && records.length >= 2) return false;
  return !records.some((fields) => fields.slice(1).some((field) => /^\s*[\d.]+\s*$/.test(field)));
}

function firstRecords(text: string): (readonly string[])[] {
  const lines = text.split("\n", 21);
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  const parser = new CsvParser("");
  const records: (readonly string[])[] = [];
  try {
    for (const [index, line] of whole.entries()) {
      const record = parser.push({ text: line, line: index + 1 });
      if (record) records.push(record.fields);
    }
  } catch {
    // What is broken is said by the reader, with its line.
  }
  return records;
}
