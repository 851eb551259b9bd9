import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { EipError, type ErrorCode } from "@eip-eval/core";
import { writeFileAtomic } from "@eip-eval/core/io";
import jsonl from "jsonl-parse-stringify";

/** What a store remembers of one repository, so that nothing unchanged is asked for again. */
export interface FetchRecord {
  readonly repository: string;
  /** The commit that was looked at. */
  readonly sha: string;
  /** Every benchmark that the repository has at this commit, sorted by name. */
  readonly benchmarks: readonly RecordedBenchmark[];
}

export interface RecordedBenchmark {
  readonly benchmark: string;
  /** The file that was chosen, by its path in the repository. */
  readonly file: string;
  /** Identifies its bytes. */
  readonly hash: string;
  /** `left-out`: it was read, and there is no use in reading it again; `open`: not read yet. */
  readonly state: "stored" | "left-out" | "open";
  /** Why it was left out. */
  readonly code?: ErrorCode | undefined;
  readonly reason?: string | undefined;
}

const SCHEMA = "eip-hf-fetch/1";

/** Beside the data, hidden from everything that walks a store. */
const FOLDER = ".hub";

/**
 * Reads what a store remembers of a repository; `undefined` where there is nothing, or nothing that
 * this version understands: then the repository is simply looked at again.
 */
export async function readRecord(
  store: string,
  repository: string,
): Promise<FetchRecord | undefined> {
  const text = await readFile(recordPath(store, repository), "utf8").catch(() => "");
  try {
    const [head, ...benchmarks] = jsonl.default.parse<Record<string, unknown>>(text);
    if (head?.["schema"] !== SCHEMA || head["repository"] !== repository) return undefined;
    if (typeof head["sha"] !== "string") return undefined;
    return { repository, sha: head["sha"], benchmarks: benchmarks.map(recordedBenchmark) };
  } catch {
    return undefined;
  }
}

/** Writes down what was looked at and what became of it. */
export async function writeRecord(
  store: string,
  { repository, sha, benchmarks }: FetchRecord,
): Promise<void> {
  await mkdir(join(store, FOLDER), { recursive: true });
  const lines = [{ schema: SCHEMA, repository, sha }, ...benchmarks];
  await writeFileAtomic(recordPath(store, repository), `${jsonl.default.stringify(lines)}\n`);
}

function recordPath(store: string, repository: string): string {
  return join(store, FOLDER, `${encodeURIComponent(repository)}.jsonl`);
}

function recordedBenchmark(line: Record<string, unknown>): RecordedBenchmark {
  const { benchmark, file, hash, state, reason } = line;
  const texts = [benchmark, file, hash].every((value) => typeof value === "string");
  if (texts && (state === "stored" || state === "left-out" || state === "open")) {
    return line as unknown as RecordedBenchmark;
  }
  throw new EipError("damaged", { found: `a record of another shape (${String(reason)})` });
}
