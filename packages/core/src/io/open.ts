import type { Stats } from "node:fs";
import { mkdtemp, open, rm, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EipError } from "../errors.ts";
import { readError } from "./file-error.ts";

/** The path that stands for standard input. */
export const STANDARD_INPUT = "-";

/** A path as messages show it: `standard input` for `-`. */
export function shownPath(path: string): string {
  return path === STANDARD_INPUT ? "standard input" : path;
}

/** A file that can be read at any position, as often as wanted. */
export interface OpenFile {
  readonly size: number;
  readonly modified: number;
  /** At most `length` bytes from `position`; an empty buffer at the end. */
  read(position: number, length: number): Promise<Buffer>;
  /** Fills a buffer from `position` on; how many bytes there were. */
  readInto(buffer: Buffer, position: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens a file for reading. Standard input (`-`) and pipes can be read once only: they are copied
 * to a nameless temporary file first, which lives as long as the process, so that a reader may
 * look at the head and pass twice as with any file.
 *
 * @example
 * ```ts
 * const file = await openFile("-");
 * await file.read(0, 4); // the first four bytes of standard input, each time
 * ```
 */
export async function openFile(path: string): Promise<OpenFile> {
  try {
    const kept = spools.get(path);
    if (kept) return await fromKept(kept);
    if (path === STANDARD_INPUT) return await fromKept(keep(path, process.stdin));
    const handle = await open(path, "r");
    const stats = await handle.stat();
    if (stats.isFile()) return openedFile(handle, stats, () => handle.close());
    if (stats.isDirectory()) {
      await handle.close();
      throw Object.assign(new Error("EISDIR"), { code: "EISDIR" });
    }
    return await fromKept(keep(path, handle.createReadStream()));
  } catch (error) {
    throw readError(shownPath(path), error);
  }
}

const spools = new Map<string, Promise<FileHandle>>();

function keep(path: string, source: AsyncIterable<Buffer>): Promise<FileHandle> {
  const copy = spool(source);
  spools.set(path, copy);
  return copy;
}

async function fromKept(kept: Promise<FileHandle>): Promise<OpenFile> {
  const handle = await kept;
  return openedFile(handle, await handle.stat(), async () => {});
}

function openedFile(
  handle: FileHandle,
  { size, mtimeMs }: Stats,
  close: () => Promise<void>,
): OpenFile {
  return {
    size,
    modified: mtimeMs,
    close,
    async read(position, length) {
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await handle.read(buffer, 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
    async readInto(buffer, position) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
      return bytesRead;
    },
  };
}

async function spool(source: AsyncIterable<Buffer>): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "eip-"));
  try {
    const handle = await open(join(folder, "input"), "wx+", 0o600);
    for await (const chunk of source) await handle.appendFile(chunk);
    return handle;
  } catch (cause) {
    throw new EipError("unreadable", {
      where: "standard input",
      found: `it could not be read, or not be kept in ${tmpdir()}`,
      try: "write it to a file and give the file",
      cause,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
