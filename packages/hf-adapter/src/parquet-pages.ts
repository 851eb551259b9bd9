import { parquetHeader } from "hyparquet/src/column.js";

/** Limits for one column of one row group. */
export interface PageLimits {
  /** Rows that the footer promises. */
  readonly rows: number;
  /** Whether a row can hold several values. */
  readonly isList: boolean;
}

const LARGEST_PAGE = 1 << 28;
const MOST_VALUES_PER_ROW = 4096;
const MOST_VALUES = 1 << 26;

/**
 * Checks the headers of all pages of a column before anything is decoded: their sizes must lie
 * inside the bytes, and none may promise more values than the rows of the group can have. A few
 * bytes can otherwise claim values that fill the memory.
 *
 * @throws Error with a clause that says what is wrong.
 */
export function checkPages(bytes: ArrayBuffer, { rows, isList }: PageLimits): void {
  const most = Math.min(MOST_VALUES, isList ? rows * MOST_VALUES_PER_ROW : rows);
  const reader = { view: new DataView(bytes), offset: 0 };
  let values = 0;
  while (reader.offset < bytes.byteLength - 1) {
    const header = parquetHeader(reader);
    const { compressed_page_size: packed, uncompressed_page_size: unpacked } = header;
    if (!isSize(packed) || reader.offset + packed > bytes.byteLength)
      throw new Error("a page that reaches behind its column");
    if (!isSize(unpacked) || unpacked > LARGEST_PAGE) throw new Error("a page of more than 256 MB");
    const dictionary = header.dictionary_page_header?.num_values ?? 0;
    const own = header.data_page_header?.num_values ?? header.data_page_header_v2?.num_values ?? 0;
    values += own;
    // An entry of a dictionary has at least one bit.
    if (!isSize(dictionary) || dictionary > Math.max(8 * unpacked, 1))
      throw new Error("a dictionary that does not fit its page");
    if (!isSize(own) || values > most) throw new Error("more values than rows");
    reader.offset += packed;
  }
}

function isSize(size: unknown): size is number {
  return typeof size === "number" && Number.isInteger(size) && size >= 0;
}
