import { open } from "node:fs/promises";
import { EipError } from "@eip-eval/core";

/** Bytes that can be read by range: a file, or a file on the Hub. */
export interface ByteSource {
  readonly byteLength: number;
  /** The bytes from `start` up to `end`, which is not included; all to the end without it. */
  slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>;
}

/**
 * Lends out a local file for reading by range, and closes it afterwards.
 *
 * @throws EipError `unreadable` where the system refuses it.
 * @example
 * ```ts
 * await withFile("details.parquet", (source) => source.slice(0, 4)); // the bytes of "PAR1"
 * ```
 */
export async function withFile<Value>(
  path: string,
  use: (source: ByteSource) => Value | Promise<Value>,
): Promise<Value> {
  const file = await open(path, "r").catch(refused(path));
  try {
    const { size: byteLength } = await file.stat();
    return await use({
      byteLength,
      async slice(start, end = byteLength) {
        const bytes = new Uint8Array(end - start);
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start).catch(refused(path));
        return bytes.buffer.slice(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
}

function refused(path: string): (cause: unknown) => never {
  return (cause) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EipError("unreadable", { where: path, found: `reading failed (${reason})`, cause });
  };
}
