import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { EipError } from "../errors.ts";
import { readError } from "./file-error.ts";
import { openFile, shownPath, type OpenFile } from "./open.ts";

const CHUNK = 2 ** 20;
/** Buffers to read into by turns: to wait for one read alone would take longer than it does. */
export const RING = 3;
const HEAD = 64 * 2 ** 10;
/** Bytes of a chunk that is unpacked: to hand one over takes as long as to unpack a tenth of it. */
const UNPACKED = 2 ** 21;
const MAX_LINE = 64 * 2 ** 20;

export interface ChunkOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes taken from the disk, before unpacking. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Bytes taken from the disk at a time; default 1 MiB, or what `buffersFor` has room for. */
  readonly chunkSize?: number | undefined;
  /**
   * Buffers, two or more, to read a file of this size into by turns, or `undefined` for any: a chunk may then
   * be overwritten once the next one is asked for, and is read while those before it are worked on.
   */
  readonly buffersFor?: ((size: number) => readonly Buffer[] | undefined) | undefined;
}

/**
 * The bytes of a file in chunks, unpacked when they begin with the gzip magic number, whatever
 * the name says. `-` is standard input. What the system refuses becomes an `EipError` with the
 * path; leaving the loop early closes the file.
 *
 * @example
 * ```ts
 * let bytes = 0;
 * for await (const chunk of readChunks("scores.csv.gz")) bytes += chunk.length; // unpacked size
 * ```
 */
export async function* readChunks(
  path: string,
  options: ChunkOptions = {},
): AsyncGenerator<Buffer> {
  const { signal, buffersFor } = options;
  const file = await openFile(path);
  const chunks = buffersFor ? turnedChunks(file, buffersFor, options) : rawChunks(file, options);
  try {
    const first = await chunks.next();
    if (first.done === true) return;
    if (isPacked(first.value)) {
      yield* unpacked(rawChunks(file, options), options);
    } else {
      yield first.value;
      yield* chunks;
    }
  } catch (error) {
    throw signal?.aborted ? error : readError(shownPath(path), error);
  } finally {
    await chunks.return(undefined);
    await file.close();
  }
}

/** Whether bytes begin with the magic number of gzip. */
export function isPacked(front: Buffer): boolean {
  return front[0] === 0x1f && front[1] === 0x8b;
}

async function* rawChunks(
  file: OpenFile,
  { signal, onBytes, chunkSize = CHUNK }: ChunkOptions,
): AsyncGenerator<Buffer, undefined> {
  for (let position = 0; ;) {
    signal?.throwIfAborted();
    const chunk = await file.read(position, chunkSize);
    if (chunk.length === 0) return;
    position += chunk.length;
    yield chunk;
    onBytes?.(chunk.length);
  }
}

/** Reads into a few buffers by turns, ahead of whoever works on them. */
async function* turnedChunks(
  file: OpenFile,
  buffersFor: NonNullable<ChunkOptions["buffersFor"]>,
  { signal, onBytes, ...options }: ChunkOptions,
): AsyncGenerator<Buffer, undefined> {
  const buffers = buffersFor(file.size);
  const { chunkSize = buffers?.[0]?.length ?? CHUNK } = options;
  const size = Math.min(chunkSize, file.size + 1);
  const ring = buffers ?? Array.from({ length: RING }, () => Buffer.allocUnsafeSlow(size));
  const ahead: Promise<Buffer>[] = [];
  let asked = 0;
  const ask = (): void => {
    const reading = filled(ring[asked % ring.length]!.subarray(0, size), file, asked * size);
    reading.catch(() => undefined); // it is thrown where it is awaited
    ahead.push(reading);
    asked += 1;
  };
  try {
    // To ask costs time, so nobody asks for what is behind the end.
    for (ask(); ahead.length > 0;) {
      signal?.throwIfAborted();
      const chunk = await ahead.shift()!;
      if (chunk.length === 0) return;
      while (ahead.length < ring.length - 1 && asked * size < file.size) ask();
      yield chunk;
      onBytes?.(chunk.length);
      if (ahead.length === 0 && chunk.length === size) ask();
    }
  } finally {
    await Promise.allSettled(ahead); // a file is not closed while it is read
  }
}

/** A buffer with what stands from `position` on: less than its length only at the end, or where that was. */
async function filled(buffer: Buffer, file: OpenFile, position: number): Promise<Buffer> {
  let length = 0;
  while (length < buffer.length) {
    const more = await file.readInto(buffer.subarray(length), position + length);
    length += more;
    if (more === 0 || position + length === file.size) break;
  }
  return buffer.subarray(0, length);
}

/** Unpacks on another thread, one chunk ahead of whoever works on them. */
async function* unpacked(
  bytes: AsyncGenerator<Buffer>,
  { chunkSize = UNPACKED }: ChunkOptions,
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: Math.max(chunkSize, HEAD) });
  const chunks: AsyncIterable<Buffer> = gunzip;
  const fed = pipeline(bytes, gunzip).catch(() => undefined); // the reading side sees the error too
  try {
    yield* chunks;
  } finally {
    gunzip.destroy();
    await fed;
  }
}

/**
 * The first bytes of a file, unpacked; fewer where the file is shorter. Damage behind them does
 * not matter here. Standard input loses nothing by it.
 *
 * @example
 * ```ts
 * (await readHead("scores.csv.gz", 5)).toString(); // "model"
 * ```
 */
export async function readHead(path: string, bytes: number = HEAD): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of readChunks(path, { chunkSize: Math.min(bytes, CHUNK) })) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= bytes) break;
    }
  } catch (error) {
    if (length === 0) throw error;
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}

export interface TextLine {
  /** Without its line ending. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

export interface LineOptions extends ChunkOptions {
  /** A longer line is never held in memory; default 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Called for a line that is too long, which is then skipped. Absent: it is thrown. */
  readonly onTooLong?: ((error: EipError, line: number) => void) | undefined;
}

/**
 * The lines of a UTF-8 text file, split at `\n` and nowhere else (U+2028 stays inside its line),
 * without `\r` at the end and without a byte order mark. A last line without an ending counts; an
 * empty rest does not.
 *
 * @throws EipError `too-large` for a line above `maxBytes`, `not-text` for a NUL byte.
 * @example
 * ```ts
 * for await (const { text, line } of readLines("log.jsonl")) console.log(line, text.length);
 * ```
 */
export async function* readLines(
  path: string,
  options: LineOptions = {},
): AsyncGenerator<TextLine> {
  const splitter = new LineSplitter(path, options);
  for await (const chunk of readChunks(path, options)) {
    for (const { text, line } of splitter.push(chunk)) yield { text: withoutReturn(text), line };
  }
  for (const { text, line } of splitter.end()) yield { text: withoutReturn(text), line };
}

function withoutReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

/** Cuts byte chunks into lines without waiting; a carriage return stays part of its line. */
export class LineSplitter {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #onTooLong: LineOptions["onTooLong"];
  #line = 1;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #skipping = false;

  constructor(path: string, { maxBytes = MAX_LINE, onTooLong }: LineOptions = {}) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#onTooLong = onTooLong;
  }

  /** The lines that end in this chunk. */
  *push(chunk: Buffer): Generator<TextLine> {
    const nul = chunk.indexOf(0);
    for (let start = 0; start < chunk.length;) {
      const newline = chunk.indexOf(10, start);
      const end = newline === -1 ? chunk.length : newline;
      if (nul >= start && nul < end) throw this.#notText(nul);
      this.#hold(chunk.subarray(start, end));
      if (newline === -1) return;
      if (!this.#skipping) yield this.#take();
      this.#skipping = false;
      this.#line += 1;
      start = newline + 1;
    }
  }

  /** The last line, when nothing ended it. */
  *end(): Generator<TextLine> {
    if (this.#heldBytes > 0) yield this.#take();
  }

  #hold(piece: Buffer): void {
    if (this.#skipping) return;
    this.#heldBytes += piece.length;
    this.#held.push(piece);
    if (this.#heldBytes > this.#maxBytes) this.#refuse();
  }

  #take(): TextLine {
    const bytes = this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held);
    const marked = this.#line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    this.#drop();
    return { text: bytes.toString("utf8", marked ? 3 : 0), line: this.#line };
  }

  #drop(): void {
    this.#held = [];
    this.#heldBytes = 0;
  }

  #refuse(): void {
    this.#drop();
    this.#skipping = true;
    const error = new EipError("too-large", {
      where: this.#where(),
      found: `a line of more than ${this.#maxBytes.toLocaleString("en")} bytes`,
      expected: "one record a line",
      try: "check that the file has line endings",
    });
    if (!this.#onTooLong) throw error;
    this.#onTooLong(error, this.#line);
  }

  #notText(nul: number): EipError {
    const isWide = this.#line === 1 && nul < 4;
    return new EipError("not-text", {
      where: this.#where(),
      found: isWide ? "this looks like UTF-16 text" : "a NUL byte, so this is not text",
      expected: "UTF-8 text, plain or gzipped",
      try: isWide ? "save it as UTF-8" : "leave the file out",
    });
  }

  #where(): string {
    return `${shownPath(this.#path)}:${this.#line}`;
  }
}
