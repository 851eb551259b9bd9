import { createReadStream } from "node:fs";
import { EipError } from "@eip-eval/core";
import { resolveUrl } from "./address.ts";
import { diskError } from "./disk-error.ts";
import type { HubAnswer } from "./hub-answer.ts";
import type { HubFetch } from "./hub-fetch.ts";
import { damagedFile, incompleteFile, type HubFile } from "./hub-file.ts";
import { refused } from "./json-fetch.ts";
import { isFileThere, PartFile } from "./part-file.ts";
import { Transient } from "./retry.ts";

export interface DownloadOptions {
  /** The path that the file gets, once it is whole. Folders are made. */
  readonly to: string;
  /**
   * Told the size of each piece that is on disk, also of those that were there before; a negative
   * number takes back what was thrown away. In the end they sum to the size.
   */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** New bytes that make a failed try count as none. */
const PROGRESS = 2 ** 20;

/**
 * Downloads a file, or as much as is not there yet, checks every byte and only then gives it its name.
 * Wrong bytes are thrown away and asked for once more.
 *
 * @throws EipError `incomplete`, `damaged`, `disk-full`, `write`, and as told in `hub-errors`.
 */
export async function downloadFile(
  hub: HubFetch,
  file: HubFile,
  { to, onBytes, signal, cached }: DownloadOptions & { readonly cached?: string | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  if (await isFileThere(to, file)) return onBytes?.(file.size);
  try {
    const part = await PartFile.open(to, file, { onBytes });
    try {
      if (cached !== undefined) await copyInto(part, { from: cached, file });
      await fillAndPublish(part, new Source(hub, file, signal));
    } finally {
      await part.close();
    }
  } catch (error) {
    throw diskError(to, error);
  }
}

/** Two rounds: what is wrong after the first is thrown away. */
async function fillAndPublish(part: PartFile, source: Source): Promise<void> {
  for (let round = 1; ; round += 1) {
    const problem = (await source.fill(part)) ?? part.problem();
    if (!problem) return part.publish();
    await part.restart();
    if (round === 2) throw problem;
  }
}

/** Takes the bytes of a local copy as if they had come from the Hub; they are checked the same. */
async function copyInto(
  part: PartFile,
  { from, file }: { readonly from: string; readonly file: HubFile },
): Promise<void> {
  await part.restart();
  for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
    if (part.size + chunk.length > file.size) break;
    await part.append(chunk);
  }
  if (part.problem()) await part.restart();
}

/** Bytes arrived that cannot belong to the file; another try from its beginning may help. */
class WrongBytes extends Error {
  readonly error: EipError;

  constructor(error: EipError) {
    super(error.message, { cause: error });
    this.error = error;
  }
}

/** Where the bytes of one file come from. */
class Source {
  readonly #hub: HubFetch;
  readonly #file: HubFile;
  readonly #signal: AbortSignal | undefined;
  /** The address behind the redirect, as long as it is good. */
  #located: string | undefined;

  constructor(hub: HubFetch, file: HubFile, signal: AbortSignal | undefined) {
    this.#hub = hub;
    this.#file = file;
    this.#signal = signal;
  }

  /** Asks for what is missing until the part has its size; returns what is wrong with the file. */
  async fill(part: PartFile): Promise<EipError | undefined> {
    let best = part.size;
    const hasProgressed = (): boolean => {
      const isEnough = part.size >= best + PROGRESS;
      if (isEnough) best = part.size;
      return isEnough;
    };
    try {
      if (part.size < this.#file.size) {
        const attempt = async (): Promise<void> => this.#ask(part);
        await this.#hub.retrying(attempt, { signal: this.#signal, hasProgressed });
      }
      return undefined;
    } catch (error) {
      if (error instanceof WrongBytes) return error.error;
      throw error;
    }
  }

  async #ask(part: PartFile): Promise<void> {
    const url = this.#located ?? resolveUrl(this.#hub.endpoint, this.#file);
    await this.#hub.exchange(url, {
      signal: this.#signal,
      headers: rangeHeaders(part),
      read: async (answer) => this.#take(answer, part),
    });
  }

  async #take(answer: HubAnswer, part: PartFile): Promise<void> {
    await this.#check(answer, part);
    this.#located = answer.url.href;
    await part.noteEtag(answer.headers.get("etag"));
    for await (const chunk of answer.chunks()) {
      if (part.size + chunk.length > this.#file.size) throw new WrongBytes(damagedFile(this.#file));
      await part.append(chunk);
    }
    if (part.size < this.#file.size) throw new Transient(incompleteFile(this.#file, part.size));
  }

  /** Leaves the part at the place where this answer begins. */
  async #check(answer: HubAnswer, part: PartFile): Promise<void> {
    const { status, headers } = answer;
    if (status === 416) throw new WrongBytes(incompleteFile(this.#file, part.size));
    if (!answer.isHub && !answer.ok) throw await this.#linkRefused(answer);
    if (!answer.ok) throw await refused(answer, { hub: this.#hub, subject: this.#file });
    if (status !== 206) {
      if (Number(headers.get("content-length") ?? 0) > this.#file.size)
        throw new WrongBytes(damagedFile(this.#file));
      if (part.size > 0) await part.restart();
      return;
    }
    const range = contentRange(headers);
    const isOurs =
      range?.start === part.size && (range.total ?? this.#file.size) === this.#file.size;
    if (!isOurs) throw new WrongBytes(damagedFile(this.#file));
  }

  /** A signed address lives for an hour; the Hub makes a new one. */
  async #linkRefused(answer: HubAnswer): Promise<Transient> {
    const wasOld = this.#located !== undefined;
    this.#located = undefined;
    await answer.text();
    return new Transient(linkError(this.#file, answer), wasOld ? { wait: 0 } : {});
  }
}

function rangeHeaders({ size, etag }: PartFile): Record<string, string> {
  return {
    // A packed body could not be gone on with.
    "accept-encoding": "identity",
    ...(size > 0 ? { range: `bytes=${size}-` } : {}),
    ...(size > 0 && etag !== undefined ? { "if-range": etag } : {}),
  };
}

/**
 * The bounds of a part, `bytes 5-9/10`; undefined for anything else.
 *
 * @example
 * ```ts
 * contentRange(new Headers({ "content-range": "bytes 5-9/10" })); // { start: 5, end: 9, total: 10 }
 * ```
 */
export function contentRange(
  headers: Headers,
):
  | { readonly start: number; readonly end: number; readonly total: number | undefined }
  | undefined {
  const match = /^bytes (?<start>\d{1,15})-(?<end>\d{1,15})\/(?<total>\d{1,15}|\*)$/.exec(
    headers.get("content-range")?.trim() ?? "",
  );
  if (!match?.groups) return undefined;
  const { start, end, total } = match.groups;
  return {
    start: Number(start),
    end: Number(end),
    total: total === "*" ? undefined : Number(total),
  };
}

/** The error for a file server that refuses the address which the Hub has just signed. */
export function linkError({ name, path }: HubFile, { url, status }: HubAnswer): EipError {
  return new EipError("network", {
    where: `${name}/${path}`,
    found: `the file server ${url.host} answers with status ${status}`,
    try: "the same command later",
  });
}
