import { isAscii } from "node:buffer";
import type { RecordBytes } from "./record-bytes.ts";

const QUOTE = 0x22;
const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;
/** Whole numbers of so many digits are exact. */
const MOST_DIGITS = 15;

/**
 * What JSON.parse gives for the value in [from, to) of a record; `undefined` where it is not JSON. Small
 * numbers and texts without escapes, which logs are full of, are read without it; a raw control
 * character in such a text stays in it, as in a repaired record.
 *
 * @example
 * ```ts
 * const record = new RecordBytes();
 * record.begin(Buffer.from('{"acc": 1.0, "f1": NaN}'), 0);
 * jsonIn(record, 8, 11); // 1
 * jsonIn(record, 19, 22); // undefined
 * ```
 */
export function jsonIn(record: RecordBytes, from: number, to: number): unknown {
  const { bytes } = record;
  const first = bytes[from]!;
  if (first >= ZERO && first <= NINE) {
    const number = wholeNumber(bytes, from, to);
    if (number !== -1) return number;
  } else if (first === QUOTE && !record.hasEscape(from, to)) {
    return bytes.toString("utf8", from + 1, to - 1);
  }
  record.longest = Math.max(record.longest, to - from);
  return parsed(bytes.subarray(from, to));
}

/**
 * JSON.parse of bytes; `undefined` where they are not JSON.
 *
 * @example
 * ```ts
 * parsed(Buffer.from("[1]")); // [1]
 * ```
 */
export function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString(isAscii(text) ? "latin1" : "utf8"));
  } catch {
    return undefined;
  }
}

/** A number like 17 or 1.0; -1 for any other. */
export function wholeNumber(bytes: Buffer, from: number, to: number): number {
  let number = 0;
  let at = from;
  for (; at < to && bytes[at]! >= ZERO && bytes[at]! <= NINE; at += 1) {
    number = 10 * number + bytes[at]! - ZERO;
  }
  const digits = at - from;
  if (digits > MOST_DIGITS || (digits > 1 && bytes[from] === ZERO)) return -1;
  if (at === to) return number;
  if (bytes[at] !== POINT || at + 1 === to) return -1;
  for (at += 1; at < to; at += 1) if (bytes[at] !== ZERO) return -1;
  return number;
}
