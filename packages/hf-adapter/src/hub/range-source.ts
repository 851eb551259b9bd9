import { EipError } from "@eip-eval/core";
import { resolveUrl, shownFile } from "./address.ts";
import { contentRange, linkError } from "./download.ts";
import type { HubAnswer } from "./hub-answer.ts";
import type { HubFetch } from "./hub-fetch.ts";
import { incompleteFile, type HubFile } from "./hub-file.ts";
import { refused } from "./json-fetch.ts";
import { Transient } from "./retry.ts";

/** A file that is read in parts, as Parquet readers want it. */
export interface RangeSource {
  readonly byteLength: number;
  /** The bytes from `start` up to but without `end`; default: to the end of the file. */
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** The end of a Parquet file, where readers look first and more than once. */
const TAIL = 65_536;
/** A file up to this size may come whole when a server knows no ranges. */
const WHOLE = 8 * 2 ** 20;
/** Nobody needs more at once. */
const LARGEST_SLICE = 512 * 2 ** 20;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A file of the Hub, read in parts: one request to the Hub for the whole file, one to the file server
 * for each slice. The last 64 KiB are fetched once. A slice is checked for its place and length, and
 * all slices for one ETag, but not for its content: checksums exist only of whole files.
 *
 * @example
 * ```ts
 * const source = openRemote(hubFetch, file);
 * const magic = await source.slice(source.byteLength - 4); // "PAR1"
 * ```
 */
export function openRemote(
  hub: HubFetch,
  file: HubFile,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): RangeSource {
  const reader = new RemoteReader(hub, file, signal);
  return {
    byteLength: file.size,
    slice: async (start, end) => reader.slice(start, end),
  };
}

class RemoteReader {
  readonly #hub: HubFetch;
  readonly #file: HubFile;
  readonly #signal: AbortSignal | undefined;
  #located: string | undefined;
  /** Slices wait for the first, which finds out where the file is. */
  #locating: Promise<unknown> | undefined;
  #etag: { readonly place: string; readonly etag: string } | undefined;
  #tail: Promise<Buffer> | undefined;
  #whole: Buffer | undefined;

  constructor(hub: HubFetch, file: HubFile, signal: AbortSignal | undefined) {
    this.#hub = hub;
    this.#file = file;
    this.#signal = signal;
  }

  async slice(from: number, to: number = this.#file.size): Promise<ArrayBuffer> {
    const span = this.#span(from, to);
    if (span.end === span.start) return new ArrayBuffer(0);
    const tailStart = Math.max(0, this.#file.size - TAIL);
    if (span.start < tailStart) return copyOf(await this.#fetch(span));
    const tail = await this.#keptTail({ start: tailStart, end: this.#file.size });
    return copyOf(tail.subarray(span.start - tailStart, span.end - tailStart));
  }

  #span(from: number, to: number): Span {
    const { size } = this.#file;
    const start = Math.min(size, from < 0 ? Math.max(0, size + from) : from);
    const end = Math.min(size, to < 0 ? size + to : to);
    return { start, end: Math.max(start, end) };
  }

  async #keptTail(span: Span): Promise<Buffer> {
    const kept = (this.#tail ??= this.#fetch(span));
    try {
      return await kept;
    } catch (error) {
      // A failure is not kept: the next slice asks again.
      if (this.#tail === kept) this.#tail = undefined;
      throw error;
    }
  }

  async #fetch(span: Span): Promise<Buffer> {
    if (span.end - span.start > LARGEST_SLICE) throw tooLarge(this.#file);
    // What keeps the first from the file keeps all from it.
    while (this.#located === undefined && this.#locating) await this.#locating;
    const work = this.#hub.retrying(async () => this.#ask(span), { signal: this.#signal });
    if (this.#located !== undefined) return work;
    this.#locating = work;
    try {
      return await work;
    } finally {
      if (this.#locating === work) this.#locating = undefined;
    }
  }

  async #ask(span: Span): Promise<Buffer> {
    if (this.#whole) return this.#whole.subarray(span.start, span.end);
    const url = this.#located ?? resolveUrl(this.#hub.endpoint, this.#file);
    return this.#hub.exchange(url, {
      signal: this.#signal,
      headers: { "accept-encoding": "identity", range: `bytes=${span.start}-${span.end - 1}` },
      read: async (answer) => {
        if (!answer.ok) throw await this.#failure(answer, url);
        return this.#take(answer, span);
      },
    });
  }

  async #take(answer: HubAnswer, span: Span): Promise<Buffer> {
    this.#compareEtag(answer);
    if (answer.status !== 206) return this.#cutFromWhole(answer, span);
    const range = contentRange(answer.headers);
    const isOurs = range?.start === span.start && range.end === span.end - 1;
    if (!isOurs || (range.total ?? this.#file.size) !== this.#file.size) throw changed(this.#file);
    const size = span.end - span.start;
    const bytes = await answer.bytes(size);
    if (bytes.length !== size) throw new Transient(incompleteFile(this.#file, bytes.length));
    this.#located = answer.url.href;
    return bytes;
  }

  async #failure(answer: HubAnswer, asked: string): Promise<Error> {
    if (answer.status === 416) return changed(this.#file);
    if (answer.isHub) return refused(answer, { hub: this.#hub, subject: this.#file });
    const wasOld = asked !== resolveUrl(this.#hub.endpoint, this.#file);
    // Another slice may have found the new place already.
    if (this.#located === asked) this.#located = undefined;
    await answer.text();
    return new Transient(linkError(this.#file, answer), wasOld ? { wait: 0 } : {});
  }

  /** ETags are those of one server: a new address may lead to another. */
  #compareEtag({ headers, url }: HubAnswer): void {
    const etag = headers.get("etag");
    const place = `${url.origin}${url.pathname}`;
    if (etag === null) return;
    if (this.#etag?.place === place && this.#etag.etag !== etag) throw changed(this.#file);
    this.#etag = { place, etag };
  }

  async #cutFromWhole(answer: HubAnswer, { start, end }: Span): Promise<Buffer> {
    if (this.#file.size > WHOLE) throw noRanges(this.#file, answer);
    const bytes = await answer.bytes(this.#file.size);
    if (bytes.length < this.#file.size)
      throw new Transient(incompleteFile(this.#file, bytes.length));
    this.#whole = bytes;
    return bytes.subarray(start, end);
  }
}

/** Bytes in a buffer of their own: a reader may keep it, or give it away. */
function copyOf(bytes: Uint8Array): ArrayBuffer {
  // Not `slice`: that of a Buffer shares its memory.
  return new Uint8Array(bytes).buffer;
}

function changed(file: HubFile): EipError {
  return new EipError("damaged", {
    where: shownFile(file),
    found: "it is not the same file in each answer",
    expected: `${file.size.toLocaleString("en")} bytes under one ETag`,
    try: "the same command",
  });
}

function noRanges(file: HubFile, { url }: HubAnswer): EipError {
  return new EipError("network", {
    where: shownFile(file),
    found: `${url.host} sends the whole file of ${file.size.toLocaleString("en")} bytes in place of a part`,
    try: "fetch the whole file, or use another endpoint",
  });
}

function tooLarge(file: HubFile): EipError {
  return new EipError("too-large", {
    where: shownFile(file),
    found: `more than ${LARGEST_SLICE.toLocaleString("en")} bytes were wanted at once`,
  });
}
