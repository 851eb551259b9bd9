import { randomUUID } from "node:crypto";
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { EipError } from "@eip-eval/core";
import { systemCode, writeFileAtomic } from "@eip-eval/core/io";
import type { FileAddress } from "./address.ts";
import { commitId, datasetName, isCommit, isDatasetName } from "./dataset-name.ts";
import { diskError } from "./disk-error.ts";
import { pathProblem } from "./file-path.ts";
import { oidHex, type HubFile } from "./hub-file.ts";
import { isFileThere } from "./part-file.ts";

/** A file in the cache. */
export interface CachedFile {
  /** Where it is to be read. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** The name of its blob: a checksum, where the cache was written as it should be. */
  readonly blob: string | undefined;
}

/**
 * Looks a file up in the cache that Python's huggingface_hub uses too: without a request, by commit.
 * Undefined where it is not there, or is not of the size that is asked for. A cache may hold damaged
 * files: check the bytes where it matters.
 *
 * @example
 * ```ts
 * await cachedFile(environment.cacheFolder, { name: "o/d", sha, path: "README.md" });
 * // { path: "/home/ada/.cache/huggingface/hub/datasets--o--d/snapshots/…/README.md", size: 812, … }
 * ```
 */
export async function cachedFile(
  cache: string,
  { size, ...address }: FileAddress & { readonly size?: number | undefined },
): Promise<CachedFile | undefined> {
  const path = snapshotPath(cache, address);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || (size ?? found.size) !== found.size) return undefined;
  const target = basename(await realpath(path));
  return { path, size: found.size, blob: BLOB.test(target) ? target : undefined };
}

/**
 * Where the cache has a file, after a look at all its bytes; undefined where it has not, or has others.
 */
export async function checkedInCache(cache: string, file: HubFile): Promise<string | undefined> {
  const found = await cachedFile(cache, file);
  return found && (await isFileThere(found.path, file)) ? found.path : undefined;
}

const BLOB = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The commit that the cache has for a branch; undefined without one.
 */
export async function cachedCommit(
  cache: string,
  { name, ref = "main" }: { readonly name: string; readonly ref?: string },
): Promise<string | undefined> {
  const text = await readFile(join(datasetFolder(cache, name), "refs", ref), "utf8").catch(
    () => "",
  );
  return isCommit(text.trim()) ? text.trim() : undefined;
}

/** The datasets of an owner that the cache has, sorted by name. */
export async function cachedDatasets(cache: string, owner: string): Promise<string[]> {
  const folders = await readdir(cache).catch(() => []);
  return folders
    .filter((folder) => folder.startsWith("datasets--"))
    .map((folder) => folder.slice("datasets--".length).split("--").join("/"))
    .filter((name) => isDatasetName(name) && name.startsWith(`${owner}/`))
    .toSorted();
}

/** The files that the cache has of one commit, sorted by path. */
export async function* cachedFiles(
  cache: string,
  { name, sha }: { readonly name: string; readonly sha: string },
): AsyncGenerator<CachedFile & { readonly relative: string }> {
  const root = join(datasetFolder(cache, name), "snapshots", commitId(sha));
  const entries = await readdir(root, { recursive: true }).catch(() => []);
  for (const entry of entries.map((path) => path.replaceAll("\\", "/")).toSorted()) {
    if (pathProblem(entry) !== undefined) continue;
    const file = await cachedFile(cache, { name, sha, path: entry });
    if (file) yield { ...file, relative: entry };
  }
}

export interface KeepOptions {
  /** The file on disk, already checked. */
  readonly from: string;
  /** The branch whose newest commit this is, so that Python finds it by name; `null` for none. */
  readonly ref?: string | null | undefined;
}

/**
 * Puts a checked file into the cache, where Python's huggingface_hub finds it: its bytes under their
 * checksum, a link to them under commit and path, and the commit under `refs/main`.
 *
 * @returns where the file can now be read.
 * @throws EipError `unsupported` for a path that could leave the cache; `disk-full`, `write`.
 * @example
 * ```ts
 * await keepInCache(environment.cacheFolder, file, { from: "pool/a.jsonl" });
 * ```
 */
export async function keepInCache(
  cache: string,
  file: HubFile,
  { from, ref = "main" }: KeepOptions,
): Promise<string> {
  const path = snapshotPath(cache, file);
  const folder = datasetFolder(cache, file.name);
  const blob = join(folder, "blobs", oidHex(file));
  try {
    await putBlob(blob, { from, size: file.size });
    await pointTo(blob, path);
    if (ref !== null) await putRef(folder, { ref, sha: file.sha });
    return path;
  } catch (error) {
    throw diskError(path, error);
  }
}

async function putBlob(
  blob: string,
  { from, size }: { readonly from: string; readonly size: number },
): Promise<void> {
  const old = await stat(blob).catch(() => undefined);
  if (old?.isFile() && old.size === size) return;
  await inPlace(blob, async (temporary) => copyFile(from, temporary));
}

/** The link is relative, so that the cache can be moved. */
async function pointTo(blob: string, path: string): Promise<void> {
  const target = relative(dirname(path), blob);
  await inPlace(path, async (temporary) => {
    try {
      await symlink(target, temporary);
    } catch (error) {
      // Windows allows links only to some; Python then keeps the file itself there.
      if (systemCode(error) !== "EPERM") throw error;
      await copyFile(blob, temporary);
    }
  });
}

async function putRef(
  folder: string,
  { ref, sha }: { readonly ref: string; readonly sha: string },
): Promise<void> {
  const path = join(folder, "refs", ref);
  if (pathProblem(ref) !== undefined) throw unsafe(ref, pathProblem(ref)!);
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomic(path, sha);
}

/** Makes something under a temporary name and gives it its own in one step. */
async function inPlace(path: string, make: (temporary: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await make(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function datasetFolder(cache: string, name: string): string {
  return join(cache, `datasets--${datasetName(name).split("/").join("--")}`);
}

function snapshotPath(cache: string, { name, sha, path }: FileAddress): string {
  const problem = pathProblem(path);
  if (problem !== undefined) throw unsafe(path, problem);
  return join(datasetFolder(cache, name), "snapshots", commitId(sha), ...path.split("/"));
}

function unsafe(path: string, problem: string): EipError {
  return new EipError("unsupported", {
    where: JSON.stringify(path.slice(0, 120)),
    found: `a path that cannot be kept (${problem})`,
  });
}
