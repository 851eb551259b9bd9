import { createReadStream } from "node:fs";
import {
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from "node:fs/promises";
import type { Hash } from "node:crypto";
import { dirname } from "node:path";
import type { EipError } from "@eip-eval/core";
import { contentHash, damagedFile, incompleteFile, oidHex, type HubFile } from "./hub-file.ts";
import { lockTarget } from "./target-lock.ts";

export interface PartFileOptions {
  /**
   * Told the size of each piece that is there, those of an earlier try first; a negative number takes
   * back what was thrown away.
   */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/**
 * A file on its way: it grows as `<target>.part`, with its checksum, and takes its name in one step
 * when it is whole and right. What a killed process left is gone on with.
 */
export class PartFile {
  readonly #file: HubFile;
  readonly #target: string;
  readonly #handle: FileHandle;
  readonly #release: () => Promise<void>;
  readonly #onBytes: (bytes: number) => void;
  #hash: Hash;
  #size = 0;
  #etag: string | undefined;
  #isOpen = true;

  private constructor(parts: {
    file: HubFile;
    target: string;
    handle: FileHandle;
    release: () => Promise<void>;
    onBytes: (bytes: number) => void;
  }) {
    this.#file = parts.file;
    this.#target = parts.target;
    this.#handle = parts.handle;
    this.#release = parts.release;
    this.#onBytes = parts.onBytes;
    this.#hash = contentHash(parts.file);
  }

  /**
   * Takes the lock and what is there of the file.
   *
   * @throws EipError `write` while another process writes it.
   */
  static async open(
    target: string,
    file: HubFile,
    { onBytes = () => {} }: PartFileOptions = {},
  ): Promise<PartFile> {
    oidHex(file);
    await mkdir(dirname(target), { recursive: true });
    const path = partPath(target);
    const release = await lockTarget(target, { growing: path });
    let handle: FileHandle | undefined;
    try {
      const note = await readNote(target);
      handle = await openOrCreate(path);
      const part = new PartFile({ file, target, handle, release, onBytes });
      await part.#takeOver(note);
      return part;
    } catch (error) {
      await handle?.close();
      await release();
      throw error;
    }
  }

  /** Bytes that are there. */
  get size(): number {
    return this.#size;
  }

  /** The strong ETag under which they came; undefined where none was told. */
  get etag(): string | undefined {
    return this.#etag;
  }

  /** Remembers the ETag of the answer from which bytes are taken, also for a later process. */
  async noteEtag(etag: string | null): Promise<void> {
    const strong = etag?.startsWith('"') === true ? etag : undefined;
    if (this.#etag === strong) return;
    this.#etag = strong;
    await this.#writeNote();
  }

  /** Adds bytes at the end. */
  async append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, at, bytes.length - at, this.#size);
      this.#hash.update(bytes.subarray(at, at + bytesWritten));
      this.#size += bytesWritten;
      at += bytesWritten;
      this.#onBytes(bytesWritten);
    }
  }

  /** Throws away what is there. */
  async restart(): Promise<void> {
    await this.#handle.truncate(0);
    if (this.#size > 0) this.#onBytes(-this.#size);
    this.#size = 0;
    this.#hash = contentHash(this.#file);
    this.#etag = undefined;
  }

  /** What is wrong with the bytes; undefined when they are the file. */
  problem(): EipError | undefined {
    if (this.#size !== this.#file.size) return incompleteFile(this.#file, this.#size);
    const isRight = this.#hash.copy().digest("hex") === oidHex(this.#file);
    return isRight ? undefined : damagedFile(this.#file);
  }

  /** Gives the file its name. */
  async publish(): Promise<void> {
    await this.#handle.sync();
    await this.#close();
    await rename(partPath(this.#target), this.#target);
    await rm(notePath(this.#target), { force: true });
  }

  /** Gives the lock back. What is there stays for the next try, unless it is nothing. */
  async close(): Promise<void> {
    const wasPublished = !this.#isOpen;
    await this.#close();
    if (!wasPublished && this.#size === 0) {
      await rm(partPath(this.#target), { force: true });
      await rm(notePath(this.#target), { force: true });
    }
    await this.#release();
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#handle.close();
  }

  /** Reads again what an earlier process left, if it belongs to this file. */
  async #takeOver(note: Note | undefined): Promise<void> {
    const { size } = await this.#handle.stat();
    const isOurs = note?.oid === this.#file.oid && size <= this.#file.size;
    if (!isOurs) {
      if (size > 0) await this.#handle.truncate(0);
      if (this.#file.size > 0) await this.#writeNote();
      return;
    }
    this.#etag = note.etag;
    if (size === 0) return;
    const stream = createReadStream(partPath(this.#target), { end: size - 1 });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#hash.update(chunk);
      this.#size += chunk.length;
    }
    this.#onBytes(this.#size);
  }

  async #writeNote(): Promise<void> {
    const note: Note = { oid: this.#file.oid, etag: this.#etag };
    await writeFile(notePath(this.#target), JSON.stringify(note));
  }
}

/** What must be known to go on with a part: which file it is of, and its ETag. */
interface Note {
  readonly oid: string;
  readonly etag: string | undefined;
}

function partPath(target: string): string {
  return `${target}.part`;
}

function notePath(target: string): string {
  return `${target}.part.json`;
}

async function openOrCreate(path: string): Promise<FileHandle> {
  try {
    return await open(path, "r+");
  } catch {
    return open(path, "w+");
  }
}

async function readNote(target: string): Promise<Note | undefined> {
  try {
    const { oid, etag } = JSON.parse(await readFile(notePath(target), "utf8")) as Record<
      string,
      unknown
    >;
    return typeof oid === "string"
      ? {
          oid,
          etag: typeof etag === "string" && /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : undefined,
        }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file on disk is, byte for byte, the one of the Hub. */
export async function isFileThere(path: string, file: HubFile): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size !== file.size) return false;
  const hash = contentHash(file);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest("hex") === oidHex(file);
}
