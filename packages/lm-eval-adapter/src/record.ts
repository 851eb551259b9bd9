import { createHash } from "node:crypto";
import { canonicalText, isObject, member, textOf, type JsonObject } from "@eip-eval/core/io";

/** Where a content hash comes from; hashes of different kinds cannot be compared. */
export type HashKind = "harness" | "doc" | "prompt" | "none";

/** What is kept of one line of a per-sample file: ids and raw grades, no texts. */
export interface SampleRecord {
  readonly docId: string | undefined;
  readonly hash: string | undefined;
  readonly hashKind: HashKind;
  /** The hash of the prompt, folded to a number; NaN where there is none. */
  readonly prompt: number;
  /** The data set's own id fields, by name. */
  readonly ids: ReadonlyMap<string, string>;
  readonly filter: string | undefined;
  /** Fields of the document that the caller wants, as texts. */
  readonly carried: ReadonlyMap<string, string>;
  /** Raw grades by metric. */
  readonly grades: ReadonlyMap<string, unknown>;
  /** Raw grades of each repetition, by metric. */
  readonly repeats: ReadonlyMap<string, readonly unknown[]>;
  /** Whether no answer was found in the response. */
  readonly isInvalid: boolean;
  /** Whether the reference is a list, which some metrics match with anything. */
  readonly hasListTarget: boolean;
}

/** Every key of a record that is not a metric; `prompt_N` and `logit_N` apart (section 2). */
export const STANDARD_KEYS: ReadonlySet<string> = new Set([
  "doc_id",
  "doc",
  "target",
  "arguments",
  "resps",
  "filtered_resps",
  "filter",
  "metrics",
  "doc_hash",
  "prompt_hash",
  "target_hash",
  "scores_per_repeat",
  "truth",
]);

/** Prompts and log-likelihoods of version 0.3. */
export const NUMBERED_KEY: RegExp = /^(?:prompt|logit)_\d+$/;

/** Fields in which data sets keep their own ids, the most telling first (section 7). */
export const ID_FIELDS: readonly string[] = [
  "Record ID",
  "question_id",
  "key",
  "task_id",
  "unique_id",
  "id",
  "idx",
  "ind",
];
const LONGEST_ID = 256;

/** Whether a JSON value is a per-sample record: it has the index of its document, or its hash. */
export function isRecord(value: unknown): value is JsonObject {
  return member(value, "doc_id") !== undefined || typeof member(value, "doc_hash") === "string";
}

/**
 * The parts of a per-sample record of any version (section 2); `undefined` for other values.
 *
 * @example
 * ```ts
 * sampleRecord({ doc_id: 3, doc: { id: "q3" }, target: "B", metrics: ["acc"], acc: 1, cost: 2 });
 * // { docId: "3", ids: Map { "id" => "q3" }, grades: Map { "acc" => 1 }, … }
 * ```
 */
export function sampleRecord(
  value: unknown,
  carry: readonly string[] = [],
): SampleRecord | undefined {
  if (!isRecord(value)) return undefined;
  const docId = value["doc_id"];
  const { hash, hashKind } = contentHash(value);
  const hasDocId = typeof docId === "number" || (typeof docId === "string" && docId !== "");
  if (!hasDocId && hash === undefined) return undefined;
  return {
    docId: hasDocId ? String(docId) : undefined,
    hash,
    hashKind,
    prompt: promptNumber(value),
    ids: idsOf(value["doc"]),
    carried: carriedOf(value, carry),
    filter: textOf(value["filter"]),
    grades: gradesOf(value),
    repeats: repeatsOf(value["scores_per_repeat"]),
    isInvalid: isInvalid(value["filtered_resps"]),
    hasListTarget: Array.isArray(value["target"]),
  };
}

function contentHash(record: JsonObject): { hash: string | undefined; hashKind: HashKind } {
  const given = textOf(record["doc_hash"]);
  if (given !== undefined) return { hash: given, hashKind: "harness" };
  if (record["doc"] !== undefined) {
    return { hash: sha256(canonicalText(record["doc"])), hashKind: "doc" };
  }
  const prompt = lastParagraph(record["prompt_0"]);
  if (prompt !== undefined) return { hash: sha256(prompt), hashKind: "prompt" };
  return { hash: undefined, hashKind: "none" };
}

/**
 * The item itself at the end of a prompt, behind the examples.
 *
 * @example
 * ```ts
 * lastParagraph("Q: 1+1?\nA: 2\n\nQ: 2+2?\nA:"); // "Q: 2+2?\nA:"
 * ```
 */
export function lastParagraph(prompt: unknown): string | undefined {
  return textOf(prompt)?.trimEnd().split("\n\n").at(-1);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** 52 bits are plenty to see whether two prompts are the same. */
function promptNumber(record: JsonObject): number {
  const given = textOf(record["prompt_hash"]);
  if (given !== undefined) return hexNumber(given);
  const prompt = lastParagraph(record["prompt_0"]);
  return prompt === undefined ? Number.NaN : hexNumber(sha256(prompt));
}

const MOST_HEX_DIGITS = 13;

/** What the first 13 hexadecimal digits of a text stand for; NaN where it begins with none. */
function hexNumber(text: string): number {
  let number = Number.NaN;
  for (let at = 0; at < text.length && at < MOST_HEX_DIGITS; at += 1) {
    const code = text.charCodeAt(at);
    const digit = code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57;
    if (digit < 0 || digit > 15 || (code > 0x39 && digit < 10)) break;
    number = 16 * (at === 0 ? 0 : number) + digit;
  }
  return number;
}

/** Most records have none of something; one empty map serves them all. */
const NONE: ReadonlyMap<string, never> = new Map<string, never>();

function idsOf(doc: unknown): ReadonlyMap<string, string> {
  if (!isObject(doc)) return NONE;
  let ids: Map<string, string> | undefined;
  for (const field of ID_FIELDS) {
    const id = Object.hasOwn(doc, field) ? doc[field] : undefined;
    const isId = typeof id === "number" || (typeof id === "string" && id !== "");
    if (isId && String(id).length <= LONGEST_ID) (ids ??= new Map()).set(field, String(id));
  }
  return ids ?? NONE;
}

/** Fields of the document; `doc_id` is the harness's own number of it. */
function carriedOf(record: JsonObject, fields: readonly string[]): ReadonlyMap<string, string> {
  if (fields.length === 0) return NONE;
  const carried = new Map<string, string>();
  for (const field of fields) {
    const value = field === "doc_id" ? record["doc_id"] : member(record["doc"], field);
    if (value !== undefined && value !== null) carried.set(field, plainValue(value));
  }
  return carried;
}

function plainValue(value: unknown): string {
  return typeof value === "string" ? value : canonicalText(value);
}

function gradesOf(record: JsonObject): ReadonlyMap<string, unknown> {
  const metrics = record["metrics"];
  const names: readonly unknown[] = Array.isArray(metrics)
    ? metrics
    : Object.keys(record).filter((key) => !STANDARD_KEYS.has(key) && !NUMBERED_KEY.test(key));
  const grades = new Map<string, unknown>();
  for (const name of names) {
    if (typeof name === "string" && Object.hasOwn(record, name)) grades.set(name, record[name]);
  }
  return grades;
}

function repeatsOf(scores: unknown): ReadonlyMap<string, readonly unknown[]> {
  if (!isObject(scores)) return NONE;
  return new Map(
    Object.entries(scores).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1])),
  );
}

/** What filters put where they find no answer. */
export const INVALID = "[invalid]";

function isInvalid(responses: unknown): boolean {
  const first: unknown = Array.isArray(responses) ? responses[0] : responses;
  return Array.isArray(first) ? isInvalid(first) : first === INVALID;
}
