import { datasetInfo, listDatasets, listFiles, type ListFileEntry } from "@huggingface/hub";
import { EipError, type Problem } from "@eip-eval/core";
import { commitId, datasetName, isCommit, isDatasetName } from "./dataset-name.ts";
import { pathProblem } from "./file-path.ts";
import type { HubFetch } from "./hub-fetch.ts";
import type { HubFile } from "./hub-file.ts";
import { jsonFetch, notAnAnswer } from "./json-fetch.ts";

/** A dataset at its newest commit. */
export interface DatasetHead {
  /** `owner/dataset`, as the Hub writes it. */
  readonly name: string;
  /** Whether terms must be accepted: opened at once, or by a person. */
  readonly gated: false | "auto" | "manual";
  /** The newest commit of `main`. */
  readonly sha: string;
}

export interface ListingOptions {
  /** Called for each entry that is left out. Absent: the first is thrown. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
}

/**
 * The datasets of an owner, one request per 500 of them; none for an owner that does not exist.
 *
 * @throws EipError as told in `hub-errors`.
 */
export async function* ownedDatasets(
  hub: HubFetch,
  owner: string,
  options: ListingOptions = {},
): AsyncGenerator<DatasetHead> {
  const found = listDatasets({
    search: { owner: ownerName(owner) },
    additionalFields: ["sha"],
    hubUrl: hub.endpoint,
    fetch: jsonFetch(hub, { subject: { name: owner }, shape: "list" }),
  });
  for await (const entry of found) {
    const { name, sha } = entry;
    if (isDatasetName(name) && isCommit(sha)) yield { name, gated: gateOf(entry.gated), sha };
    else leaveOut(options, { path: owner, found: "a dataset without a usable name or commit" });
  }
}

/**
 * The head of one dataset: one request.
 *
 * @throws EipError `no-such-repository`, and as told in `hub-errors`.
 */
export async function datasetHead(hub: HubFetch, name: string): Promise<DatasetHead> {
  datasetName(name);
  const entry = await datasetInfo({
    name,
    additionalFields: ["sha"],
    hubUrl: hub.endpoint,
    fetch: jsonFetch(hub, { subject: { name }, shape: "object" }),
  });
  if (isDatasetName(entry.name) && isCommit(entry.sha))
    return { name: entry.name, gated: gateOf(entry.gated), sha: entry.sha };
  throw notAnAnswer(name);
}

/**
 * The files of a dataset in one commit, folders entered, one request per 1,000 entries. Paths that
 * could do harm on this machine are left out.
 *
 * @throws EipError as told in `hub-errors`.
 */
export async function* filesOf(
  hub: HubFetch,
  { name, sha }: { readonly name: string; readonly sha: string },
  options: ListingOptions = {},
): AsyncGenerator<HubFile> {
  const found = listFiles({
    repo: { type: "dataset", name: datasetName(name) },
    revision: commitId(sha),
    recursive: true,
    hubUrl: hub.endpoint,
    fetch: jsonFetch(hub, { subject: { name, sha }, shape: "list" }),
  });
  for await (const entry of found) {
    if (entry.type !== "file") continue;
    const file = fileOf(entry);
    const problem = typeof file === "string" ? file : pathProblem(file.path);
    if (problem === undefined && typeof file !== "string") yield { name, sha, ...file };
    else leaveOut(options, { path: name, found: `${shown(entry.path)} is left out: ${problem}` });
  }
}

function fileOf({ path, size, oid, lfs }: ListFileEntry): Omit<HubFile, "name" | "sha"> | string {
  if (typeof (path as unknown) !== "string") return "it has no path";
  const bytes = lfs?.size ?? size;
  if (!Number.isSafeInteger(bytes) || bytes < 0) return "it has no size";
  if (lfs)
    return isHex(lfs.oid, 64)
      ? { path, size: bytes, oid: `sha256:${lfs.oid}` }
      : "it has no checksum";
  return isHex(oid, 40) ? { path, size: bytes, oid: `git-sha1:${oid}` } : "it has no checksum";
}

function isHex(text: unknown, digits: number): text is string {
  return typeof text === "string" && text.length === digits && /^[0-9a-f]+$/.test(text);
}

function gateOf(gated: unknown): DatasetHead["gated"] {
  if (gated === "auto" || gated === "manual") return gated;
  return gated === true ? "manual" : false;
}

/** A path of anybody's making, fit to be shown on one line. */
function shown(path: unknown): string {
  return JSON.stringify(String(path).slice(0, 120)).replace(/[^\x20-\x7e]/g, "?");
}

function ownerName(owner: string): string {
  if (isDatasetName(owner) && !owner.includes("/")) return owner;
  return datasetName(`${owner}/?`);
}

function leaveOut(
  { onProblem }: ListingOptions,
  { path, found }: { readonly path: string; readonly found: string },
): void {
  const error = new EipError("unsupported", { where: path, found });
  if (!onProblem) throw error;
  onProblem({ severity: "skipped", code: "unsupported", message: error.message, path });
}
