import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { EipError, type IgnoredFile } from "@eip-eval/core";
import {
  type FileKind,
  type FoundFile,
  type JsonPath,
  kindTitle,
  membersOf,
  readJsonValues,
  recogniseFile,
} from "@eip-eval/core/io";
import {
  dateInName,
  isNamedLikeResults,
  isNamedLikeSamples,
  isNamedLikeWriteOut,
  samplesName,
  type SamplesName,
} from "./file-name.ts";
import { isRecord, STANDARD_KEYS } from "./record.ts";

/**
 * How the records lie in a file: one after another; in lists under the names of their tasks, as in
 * `simple_evaluate()["samples"]`; or those lists under the key `samples` of the whole result.
 */
export type Layout = "records" | "tasks" | "result";

export interface SamplesFile {
  readonly path: string;
  readonly folder: string;
  readonly size: number;
  readonly name: SamplesName;
  readonly layout: Layout;
  /** Written by version 0.3, whose documents have other numbers. */
  readonly isWriteOut: boolean;
}

/** What was found among the given paths. */
export interface SortedFiles {
  readonly samples: readonly SamplesFile[];
  /** Paths of results files. */
  readonly results: readonly string[];
  readonly ignored: readonly IgnoredFile[];
  /** Files of other programs, by what they are. */
  readonly foreign: ReadonlyMap<FileKind, readonly string[]>;
}

/** Sorts files by what is in them; a file that should be ours and is not readable is reported. */
export async function sortFiles(
  found: readonly FoundFile[],
  onRefused: (error: EipError, path: string) => void,
): Promise<SortedFiles> {
  const samples: SamplesFile[] = [];
  const results: string[] = [];
  const ignored: IgnoredFile[] = [];
  const foreign = new Map<FileKind, string[]>();
  for (const file of found) {
    try {
      const kind = await recogniseFile(file.path);
      const refusal = refusalOf(file, kind);
      if (refusal) onRefused(refusal, file.path);
      else if (kind === "lm-eval-results") results.push(file.path);
      else if (kind === "lm-eval-samples") {
        const first = await firstRecord(file.path);
        if (isWholeResult(first)) results.push(file.path);
        else samples.push(samplesFile(file, first));
      } else {
        ignored.push({ path: file.path, reason: `not of this harness: ${kindTitle(kind)}` });
        foreign.set(kind, [...(foreign.get(kind) ?? []), file.path]);
      }
    } catch (error) {
      if (!EipError.isInstance(error)) throw error;
      onRefused(error, file.path);
    }
  }
  return { samples, results, ignored, foreign };
}

/** Why a file that belongs to the harness, or seems to, cannot be used. */
function refusalOf({ path, size }: FoundFile, kind: FileKind): EipError | undefined {
  if (kind === "lfs-pointer") {
    return new EipError("lfs-pointer", {
      where: path,
      found: `a Git LFS pointer of ${size} bytes, not the log`,
      try: "git lfs pull",
    });
  }
  if (kind === "lm-eval-results" || kind === "lm-eval-samples") return undefined;
  if (!isNamedLikeSamples(path) && !isNamedLikeResults(path)) return undefined;
  if (kind === "empty") {
    return new EipError("empty", { where: path, found: "an empty file", try: "copy it again" });
  }
  return new EipError("unsupported", {
    where: path,
    found: `named like a log of lm-evaluation-harness, but holds ${kindTitle(kind)}`,
    expected: isNamedLikeWriteOut(path)
      ? "records with prompt_0 or truth"
      : "records with doc_id or doc_hash",
    try: "leave the file out, or take the harness's own",
  });
}

/** What the first value of a file says about all of it. */
interface FirstRecord {
  readonly layout: Layout;
  readonly keys: ReadonlySet<string>;
}

/** What `simple_evaluate` returns: results with the records inside. */
function isWholeResult({ layout, keys }: FirstRecord): boolean {
  return layout === "records" && keys.has("results") && !keys.has("doc_id");
}

/** A per-sample file with its layout; the records of a fork of 2022 are `unsupported`. */
function samplesFile({ path, size }: FoundFile, { keys, layout }: FirstRecord): SamplesFile {
  if (keys.has("fewshot_num") || keys.has("fewshot_idx")) {
    throw new EipError("unsupported", {
      where: path,
      found: "records of a fork of 2022, which have another shape",
      expected: "files of EleutherAI/lm-evaluation-harness",
    });
  }
  return {
    path,
    folder: dirname(path),
    size,
    name: samplesName(path),
    layout,
    isWriteOut: keys.has("prompt_0") || keys.has("truth"),
  };
}

const MOST_KEYS = 50;
/** Most first records are in the first bytes. */
const FIRST_BYTES = 2 ** 16;

async function firstRecord(path: string): Promise<FirstRecord> {
  const keys = new Set<string>();
  const opens = (at: JsonPath, kind: "array" | "object"): boolean =>
    at.length === 1 || (at.length === 2 && kind === "array" && isTaskKey(at[1]));
  const records = readJsonValues(path, { opens, chunkSize: FIRST_BYTES, onProblem() {} });
  for await (const { value, path: at } of records) {
    if (at.length === 3 && isRecord(value)) return { layout: "tasks", keys: new Set() };
    if (typeof at[1] === "number") {
      return { layout: "records", keys: new Set(membersOf(value).map(([key]) => key)) };
    }
    if (at[0] !== 0 || keys.size === MOST_KEYS) break;
    if (at[1] !== undefined) keys.add(at[1]);
  }
  return { layout: "records", keys };
}

function isTaskKey(key: string | number | undefined): boolean {
  return typeof key === "string" && !STANDARD_KEYS.has(key);
}

/**
 * The results files beside a per-sample file that was given by itself: of the same date, or any
 * where the name has no date.
 */
export async function resultsBeside({ folder, name }: SamplesFile): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && /\.jsonl?(?:\.gz)?$/i.test(entry.name))
    .map((entry) => entry.name)
    .filter((one) => !isNamedLikeSamples(one))
    .filter((one) => name.date === undefined || dateInName(one) === name.date)
    .toSorted();
  const results: string[] = [];
  for (const one of names) {
    const path = join(folder, basename(one));
    const kind = await recogniseFile(path).catch(() => undefined);
    if (kind === "lm-eval-results") results.push(path);
  }
  return results;
}
