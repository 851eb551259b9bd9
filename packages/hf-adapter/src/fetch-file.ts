import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { EipError, type ErrorCode, type GradedRun, type Problem } from "@eip-eval/core";
import {
  detailsRun,
  detailsRunOfFile,
  type DetailsAbout,
  type DetailsOptions,
} from "./details-run.ts";
import type { Hub } from "./hub/hub.ts";
import type { HubFile } from "./hub/hub-file.ts";
import { sourceOf } from "./plan.ts";
import type { DetailsFile, RepositoryPlan } from "./plan-repository.ts";
import type { RunTotals } from "./run-totals.ts";

/** One file to be read from the Hub. */
export interface FileTask {
  readonly plan: RepositoryPlan;
  readonly details: DetailsFile;
  readonly totals: RunTotals | undefined;
}

export interface FileOptions {
  /** Where a file lies while it is read; it is gone afterwards. */
  readonly incoming: string;
  /** Keep the file in the Hub's own cache on this machine. */
  readonly keep: boolean;
  readonly onBytes: (bytes: number) => void;
  readonly onProblem: (problem: Problem) => void;
  readonly signal: AbortSignal;
}

/** The outcomes of a file, or why there is no use in reading it again. */
export type FileReading = { readonly run: GradedRun } | { readonly unusable: EipError };

/**
 * Reads the outcomes of one file of the Hub: lines are downloaded, checked, read and let go of; of
 * Parquet only the columns with scores are asked for.
 *
 * @throws EipError when the Hub or the disk fails; what is wrong with the file itself is returned.
 */
export async function readHubFile(
  hub: Hub,
  { task, options }: { task: FileTask; options: FileOptions },
): Promise<FileReading> {
  const { file, form } = task.details;
  if (file.size === 0) {
    return { unusable: new EipError("empty", { where: shown(file), found: "an empty file" }) };
  }
  const about = aboutOf(task);
  const reading: DetailsOptions = { onProblem: options.onProblem, signal: options.signal };
  if (form === "columns" && !options.keep) {
    const counted = counting(hub.openRange(file), options);
    const result = await usable(detailsRun(counted.source, { about, options: reading }), options);
    options.onBytes(file.size - counted.read());
    return result;
  }
  return withDownload(hub, { task, options }, (path) =>
    usable(detailsRunOfFile(path, { about, options: reading }), options),
  );
}

/** Failures of the Hub, the line or the disk: another time the file may well be readable. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  "consent",
  "disk-full",
  "incomplete",
  "network",
  "no-such-repository",
  "offline",
  "rate-limit",
  "token",
  "write",
]);

/** Whether a failure says nothing about the file itself. */
export function isPassing(code: ErrorCode): boolean {
  return PASSING.has(code);
}

async function usable(
  reading: Promise<GradedRun>,
  { signal }: Pick<FileOptions, "signal">,
): Promise<FileReading> {
  try {
    return { run: await reading };
  } catch (error) {
    signal.throwIfAborted();
    if (!EipError.isInstance(error) || isPassing(error.code)) throw error;
    return { unusable: error };
  }
}

/** Lends out a downloaded file. One that was in the cache already stays where it is. */
async function withDownload<Value>(
  hub: Hub,
  { task, options }: { task: FileTask; options: FileOptions },
  use: (path: string) => Promise<Value>,
): Promise<Value> {
  const { file } = task.details;
  const { onBytes, signal } = options;
  const cached = await hub.cached(file);
  if (cached !== undefined) {
    onBytes(file.size);
    return use(cached);
  }
  const folder = join(options.incoming, folderFor(file));
  await mkdir(folder, { recursive: true });
  const path = join(folder, basename(file.path));
  await hub.download(file, { to: path, onBytes, signal });
  // The reader of the harness looks for totals beside the records, for the names of filters.
  if (task.totals) await writeFile(join(folder, task.totals.name), task.totals.bytes);
  const value = await use(path);
  if (options.keep) await hub.keep(file, path);
  await rm(folder, { recursive: true, force: true });
  return value;
}

/** A folder of its own for each file and content, so that no two runs of a fetch mix theirs up. */
function folderFor({ name, path, oid }: HubFile): string {
  return createHash("sha256").update(`${name}\n${path}\n${oid}`).digest("hex").slice(0, 24);
}

function aboutOf({ plan, details, totals }: FileTask): DetailsAbout {
  const { found } = plan;
  return {
    model: found.model,
    benchmark: details.benchmark,
    task: details.task,
    run: details.stamp,
    source: sourceOf(found.repository, details.file.path),
    sourceHash: details.file.oid,
    results: totals?.tasks.get(details.task),
  };
}

function shown({ name, path }: HubFile): string {
  return sourceOf(name, path);
}

/** A source that tells how many of its bytes were asked for. */
function counting(
  source: ReturnType<Hub["openRange"]>,
  { onBytes }: Pick<FileOptions, "onBytes">,
): { readonly source: ReturnType<Hub["openRange"]>; read(): number } {
  let read = 0;
  return {
    read: () => read,
    source: {
      byteLength: source.byteLength,
      async slice(start, end) {
        const bytes = await source.slice(start, end);
        read += bytes.byteLength;
        onBytes(bytes.byteLength);
        return bytes;
      },
    },
  };
}
