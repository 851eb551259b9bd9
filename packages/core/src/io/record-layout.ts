import { spaceEnd, textEnd, valueEnd } from "./json-bytes.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** A member of one record: where it stands, and with what between it and the one before. */
export interface LaidMember {
  readonly key: string;
  /** The bytes from the end of the value before, or the record's brace, to this value. */
  readonly lead: Buffer;
  readonly from: number;
  readonly to: number;
}

/** How a record on one line is written: its members in order, and what stands behind the last. */
export interface RecordLayout {
  readonly members: readonly LaidMember[];
  readonly close: Buffer;
}

/**
 * The layout of a record that is known to be valid JSON. `undefined` where a key is written with an
 * escape, occurs twice, or is `__proto__`, which other records then have to be parsed for.
 *
 * @example
 * ```ts
 * recordLayout(Buffer.from('{"id": 1, "acc": 0}'), 0, 19);
 * // members: [{ key: "id", lead: '{"id": ', … }, { key: "acc", lead: ', "acc": ', … }], close: "}"
 * ```
 */
export function recordLayout(bytes: Buffer, from: number, to: number): RecordLayout | undefined {
  const members: LaidMember[] = [];
  const keys = new Set(["__proto__"]);
  let end = from;
  for (let at = from + 1; bytes[at] !== CLOSE_BRACE;) {
    at = spaceEnd(bytes, bytes[at] === COMMA ? at + 1 : at);
    if (bytes[at] === CLOSE_BRACE) break;
    if (bytes[at] !== QUOTE) return undefined;
    const keyEnd = textEnd(bytes, at, to);
    const colon = keyEnd === -1 ? to : spaceEnd(bytes, keyEnd);
    if (bytes[colon] !== COLON || bytes.subarray(at, keyEnd).includes(BACKSLASH)) return undefined;
    const key = bytes.toString("utf8", at + 1, keyEnd - 1);
    const value = spaceEnd(bytes, colon + 1);
    const valueTo = valueEnd(bytes, value, to);
    if (valueTo === -1 || keys.has(key)) return undefined;
    keys.add(key);
    members.push({ key, lead: copyOf(bytes, end, value), from: value, to: valueTo });
    end = valueTo;
    at = spaceEnd(bytes, valueTo);
  }
  return members.length === 0 || bytes[from] !== OPEN_BRACE
    ? undefined
    : { members, close: copyOf(bytes, end, to) };
}

function copyOf(bytes: Buffer, from: number, to: number): Buffer {
  return Buffer.from(bytes.subarray(from, to));
}
