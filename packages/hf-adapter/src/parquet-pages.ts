import type { CompressionCodec, Compressors, PageHeader } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import type { Levels } from "./parquet-levels.ts";
import {
  bitsFor,
  checkDifferences,
  checkRuns,
  checkSizedRuns,
  type ByteCursor,
} from "./parquet-runs.ts";

/** What is known of one column in one row group before its pages are read. */
export interface ColumnPages {
  /** Rows that the footer promises. */
  readonly rows: number;
  readonly levels: Levels;
  readonly codec: CompressionCodec;
  readonly compressors: Compressors;
}

const LARGEST_PAGE = 1 << 28;
const MOST_VALUES_PER_ROW = 4096;
const MOST_VALUES = 1 << 26;

/**
 * Checks all pages of a column before they are decoded: sizes must lie inside the bytes, and no page
 * may promise more values than the rows can have. A few bytes can otherwise fill the memory or keep a
 * decoder busy for ever.
 *
 * @throws Error with a clause that says what is wrong.
 */
export function checkPages(bytes: ArrayBuffer, column: ColumnPages): void {
  const { rows, levels } = column;
  const isList = levels.repetition > 0;
  const most = Math.min(MOST_VALUES, isList ? rows * MOST_VALUES_PER_ROW : rows);
  const reader = { view: new DataView(bytes), offset: 0 };
  let values = 0;
  while (reader.offset < bytes.byteLength - 1) {
    const header = parquetHeader(reader);
    const { compressed_page_size: packed, uncompressed_page_size: size } = header;
    if (!isSize(packed) || reader.offset + packed > bytes.byteLength) {
      throw new Error("a page that reaches behind its column");
    }
    if (!isSize(size) || size > LARGEST_PAGE) throw new Error("a page of an impossible size");
    values += checkPage(new Uint8Array(bytes, reader.offset, packed), {
      header,
      column,
      most: most - values,
    });
    reader.offset += packed;
  }
  if (!isList && values !== rows) throw new Error("fewer values than rows");
}

interface PagePlace {
  readonly header: PageHeader;
  readonly column: ColumnPages;
  readonly most: number;
}

/** How many values the page has. */
function checkPage(bytes: Uint8Array, place: PagePlace): number {
  const { header, most } = place;
  if (header.type === "DICTIONARY_PAGE") {
    const entries = header.dictionary_page_header?.num_values;
    // An entry has at least one bit.
    if (!isSize(entries) || entries > 8 * header.uncompressed_page_size) {
      throw new Error("a dictionary that does not fit its page");
    }
    return 0;
  }
  if (header.type !== "DATA_PAGE" && header.type !== "DATA_PAGE_V2")
    throw new Error("a page of another kind");
  const isOld = header.type === "DATA_PAGE";
  const values = (isOld ? header.data_page_header : header.data_page_header_v2)?.num_values;
  if (!isSize(values) || values > most) throw new Error("more values than rows");
  if (isOld) checkOldPage(bytes, { ...place, values });
  else checkPageV2(bytes, { ...place, values });
  return values;
}

function checkOldPage(
  bytes: Uint8Array,
  { header, column, values }: PagePlace & { readonly values: number },
): void {
  const cursor = { bytes: unpacked(bytes, { size: header.uncompressed_page_size, column }), at: 0 };
  const { repetition, definition } = column.levels;
  if (repetition > 0) checkSizedRuns(cursor, { values, width: bitsFor(repetition) });
  if (definition > 0) checkSizedRuns(cursor, { values, width: bitsFor(definition) });
  // How many of them are gaps only the levels tell; there are not more than these.
  checkValues(cursor, { encoding: header.data_page_header!.encoding, values });
}

function checkPageV2(
  bytes: Uint8Array,
  { header, column, values }: PagePlace & { readonly values: number },
): void {
  const head = header.data_page_header_v2!;
  const { num_nulls: nulls, num_rows: rows } = head;
  const { repetition_levels_byte_length: first, definition_levels_byte_length: second } = head;
  const areSizes = [nulls, rows, first, second].every(isSize);
  if (!areSizes || nulls > values || rows > values || first + second > bytes.length) {
    throw new Error("levels that do not fit their page");
  }
  const { repetition, definition } = column.levels;
  if (repetition > 0)
    checkRuns({ bytes: bytes.subarray(0, first), at: 0 }, { values, width: bitsFor(repetition) });
  if (definition > 0) {
    checkRuns(
      { bytes: bytes.subarray(first, first + second), at: 0 },
      { values, width: bitsFor(definition) },
    );
  }
  const size = header.uncompressed_page_size - first - second;
  if (size < 0) throw new Error("levels that do not fit their page");
  const rest = bytes.subarray(first + second);
  const isPacked = head.is_compressed !== false && size > 0;
  const content = isPacked ? unpacked(rest, { size, column }) : rest;
  checkValues({ bytes: content, at: 0 }, { encoding: head.encoding, values: values - nulls });
}

/** Encodings whose values cannot be more than their bytes or the number of values allow. */
const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(["PLAIN", "BYTE_STREAM_SPLIT"]);

function checkValues(
  cursor: ByteCursor,
  { encoding, values }: { encoding: string | undefined; values: number },
): void {
  if (encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY") {
    const width = cursor.bytes[cursor.at] ?? 0;
    cursor.at += 1;
    if (width > 32) throw new Error("numbers of more than 32 bits");
    if (width > 0) checkRuns(cursor, { values, width });
  } else if (encoding === "RLE") {
    checkSizedRuns(cursor, { values, width: 1 });
  } else if (encoding === "DELTA_BINARY_PACKED" || encoding === "DELTA_LENGTH_BYTE_ARRAY") {
    checkDifferences(cursor);
  } else if (!PLAIN_ENCODINGS.has(encoding ?? "")) {
    throw new Error(`values in the encoding ${encoding ?? "of nobody"}`);
  }
}

/** The bytes of a page, which is unpacked here once for the checks and again when it is decoded. */
function unpacked(
  bytes: Uint8Array,
  { size, column: { codec, compressors } }: { size: number; column: ColumnPages },
): Uint8Array {
  if (codec === "UNCOMPRESSED") return bytes;
  const unpack = compressors[codec];
  if (!unpack) throw new Error(`the compression ${codec}`);
  return unpack(bytes, size);
}

function isSize(size: unknown): size is number {
  return typeof size === "number" && Number.isInteger(size) && size >= 0;
}
