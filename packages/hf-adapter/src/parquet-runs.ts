/** Bytes with a place in them. */
export interface ByteCursor {
  readonly bytes: Uint8Array;
  at: number;
}

/**
 * Walks over run-length and bit-packed numbers without decoding them, up to `values` of them or to the
 * end of the bytes. A few bytes can claim a run of a thousand million, which a decoder would write out.
 *
 * @throws Error where a run is longer than the numbers that can be left.
 */
export function checkRuns(
  cursor: ByteCursor,
  { values, width }: { values: number; width: number },
): void {
  let left = values;
  while (left > 0 && cursor.at < cursor.bytes.length) {
    const header = readVarint(cursor);
    const isPacked = header % 2 === 1;
    const count = isPacked ? ((header - 1) / 2) * 8 : header / 2;
    // The last group of bit-packed numbers is filled up to eight.
    const most = isPacked ? Math.ceil(left / 8) * 8 : left;
    if (count > most) throw new Error("a run that does not fit its page");
    cursor.at += isPacked ? (count / 8) * width : Math.ceil(width / 8);
    left -= count;
  }
}

/** Like {@link checkRuns} behind the number of their bytes, and goes on behind them. */
export function checkSizedRuns(cursor: ByteCursor, runs: { values: number; width: number }): void {
  const { bytes, at } = cursor;
  if (at + 4 > bytes.length) throw new Error("a run that does not fit its page");
  const end = at + 4 + new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
  if (end > bytes.length) throw new Error("a run that does not fit its page");
  checkRuns({ bytes: bytes.subarray(0, end), at: at + 4 }, runs);
  cursor.at = end;
}

const LARGEST_BLOCK = 1 << 16;

/** Checks the head of numbers that are kept as differences. */
export function checkDifferences(cursor: ByteCursor): void {
  const block = readVarint(cursor);
  const parts = readVarint(cursor);
  if (block < 1 || block > LARGEST_BLOCK || parts < 1 || block % parts !== 0) {
    throw new Error("blocks of an impossible size");
  }
}

function readVarint(cursor: ByteCursor): number {
  let value = 0;
  for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
    const byte = cursor.bytes[cursor.at];
    cursor.at += 1;
    if (byte === undefined) throw new Error("a page that breaks off");
    value += (byte % 128) * factor;
    if (byte < 128) return value;
  }
  throw new Error("a number of more than 32 bits");
}

/** Bits that a level of at most this number takes. */
export function bitsFor(level: number): number {
  return 32 - Math.clz32(level);
}
