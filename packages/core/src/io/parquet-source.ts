/** Parquet files below the level of rows: footers and columns. */

import { gunzipSync } from "node:zlib";
import type { AsyncBuffer, Compressors, FileMetaData } from "hyparquet";
import { EipError } from "../errors.ts";
import { openFile, shownPath, type OpenFile } from "./open.ts";

/** Bytes of a file as the Parquet reader takes them. */
export function parquetBuffer(
  file: Pick<OpenFile, "size" | "read">,
  onBytes?: (bytes: number) => void,
): AsyncBuffer {
  return {
    byteLength: file.size,
    async slice(start, end = file.size) {
      onBytes?.(end - start);
      return new Uint8Array(await file.read(start, end - start)).buffer;
    },
  };
}

/** Turns what the Parquet reader throws into an error about the file. */
export function damagedParquet(path: string): (cause: unknown) => never {
  return (cause) => {
    if (EipError.isInstance(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EipError("damaged", {
      where: shownPath(path),
      found: `not a whole Parquet file (${reason})`,
      try: "copy or download it again",
      cause,
    });
  };
}

/** The value under a key of the metadata of a file. */
export function keyValue(metadata: FileMetaData, key: string): string | undefined {
  return metadata.key_value_metadata?.find((pair) => pair.key === key)?.value;
}

/** All codecs; gzip by the system's own library, which is several times as fast. */
export async function parquetCompressors(): Promise<Compressors> {
  const { compressors } = await import("hyparquet-compressors");
  return {
    ...compressors,
    GZIP: (bytes, length) => new Uint8Array(gunzipSync(bytes, { maxOutputLength: length + 1 })),
  };
}

/** Reads on from a file while something is done with it. */
export async function withFile<T>(path: string, use: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await openFile(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
