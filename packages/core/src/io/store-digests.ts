/**
 * Digests of the parts of a file. The Parquet decoder trusts what it reads: one wrong byte in a header
 * can take minutes, all memory or the process. So nothing is decoded whose bytes have changed.
 */

import { createHash } from "node:crypto";
import type { ColumnMetaData, RowGroup } from "hyparquet";

/** The key of the metadata under which the digests of columns lie: for each row group one a column. */
export const DIGESTS_KEY = "eip-store-digests";

const DIGITS = 16;

/** Where the bytes of a column lie in the file. */
export function columnRange(column: ColumnMetaData): [start: number, end: number] {
  const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
  return [start, start + Number(column.total_compressed_size)];
}

/** The digests of the columns of a row group whose bytes begin at an offset of the file. */
export function columnDigests({ columns }: RowGroup, bytes: Uint8Array, offset: number): string[] {
  return columns.map(({ meta_data }) => {
    const [start, end] = columnRange(meta_data!);
    return digestOf(bytes.subarray(start - offset, end - offset));
  });
}

/** The digest of the bytes of one column. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, DIGITS);
}

const MARK = Buffer.from("eip-store footer");
const HASH_BYTES = 32;
/** The length of the metadata and `PAR1`. */
const END_BYTES = 8;

/**
 * The end of a file with the digest of its metadata in front of them, where every reader of Parquet
 * passes it over.
 *
 * @param end Everything behind the row groups.
 */
export function sealed(end: Uint8Array): Uint8Array {
  const at = end.length - END_BYTES - metadataLength(end);
  const hash = createHash("sha256").update(end.subarray(at)).digest();
  return Buffer.concat([end.subarray(0, at), MARK, hash, end.subarray(at)]);
}

/** How many bytes at the end of a file hold the metadata and their digest, by its last eight. */
export function sealedLength(end: Uint8Array): number {
  return metadataLength(end) + END_BYTES + HASH_BYTES + MARK.length;
}

/** Whether the metadata are as they were written; `undefined` for a file that nobody sealed. */
export function isIntact(end: Uint8Array): boolean | undefined {
  const at = end.length - END_BYTES - metadataLength(end);
  const from = at - HASH_BYTES - MARK.length;
  if (from < 0 || !MARK.equals(end.subarray(from, from + MARK.length))) return undefined;
  const hash = createHash("sha256").update(end.subarray(at)).digest();
  return hash.equals(end.subarray(at - HASH_BYTES, at));
}

function metadataLength(end: Uint8Array): number {
  if (end.length < END_BYTES) return 0;
  return new DataView(end.buffer, end.byteOffset + end.length - END_BYTES).getUint32(0, true);
}
