import { FixedBytes } from "./fixed-bytes.ts";
import { spaceEnd, valueEnd } from "./json-bytes.ts";
import { jsonIn } from "./json-slice.ts";
import type { RecordBytes } from "./record-bytes.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const CLOSE_BRACE = 0x7d;

/**
 * Picks some members out of an object, and passes over the others.
 *
 * @example
 * ```ts
 * const record = new RecordBytes();
 * record.begin(Buffer.from('{"doc": {"id": 3, "text": "…"}}'), 0);
 * const members = new InnerMembers(["id"]);
 * members.read(record, 8, 32); // { id: 3 }
 * members.end; // 32
 * ```
 */
export class InnerMembers {
  /** Where the object ended that was read last. */
  end = 0;
  readonly #names: readonly string[];
  readonly #bytes: readonly FixedBytes[];
  /** Which names have so many bytes. */
  readonly #ofLength: (readonly number[] | undefined)[] = [];

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#bytes = names.map((name) => new FixedBytes(Buffer.from(name)));
    for (const [index, { length }] of this.#bytes.entries()) {
      this.#ofLength[length] = [...(this.#ofLength[length] ?? []), index];
    }
  }

  /**
   * The wanted members of the object whose brace is at `from`; `undefined` where it is none, does not
   * end before `to`, or has a key with an escape.
   */
  read(record: RecordBytes, from: number, to: number): Record<string, unknown> | undefined {
    const { bytes } = record;
    const found: Record<string, unknown> = {};
    let at = spaceEnd(bytes, from + 1);
    if (bytes[at] === CLOSE_BRACE) {
      this.end = at + 1;
      return at < to ? found : undefined;
    }
    for (;;) {
      if (bytes[at] !== QUOTE) return undefined;
      const key = at + 1;
      at = keyEnd(bytes, key, to);
      if (at === -1) return undefined;
      const wanted = this.#indexOf(record, key, at);
      at = spaceEnd(bytes, at + 1);
      if (bytes[at] !== COLON) return undefined;
      at = spaceEnd(bytes, at + 1);
      const end = valueEnd(bytes, at, to);
      if (end <= at) return undefined;
      if (wanted !== -1) {
        const value = jsonIn(record, at, end);
        if (value === undefined) return undefined;
        found[this.#names[wanted]!] = value;
      }
      at = spaceEnd(bytes, end);
      if (bytes[at] === CLOSE_BRACE) break;
      if (bytes[at] !== COMMA) return undefined;
      at = spaceEnd(bytes, at + 1);
    }
    this.end = at + 1;
    return at < to ? found : undefined;
  }

  #indexOf({ view }: RecordBytes, from: number, to: number): number {
    const sameLength = this.#ofLength[to - from];
    if (sameLength)
      for (const index of sameLength) if (this.#bytes[index]!.isAt(view, from)) return index;
    return -1;
  }
}

/** Where the quote behind a key is; -1 for a key with an escape, too. */
function keyEnd(bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) return -1;
  }
  return -1;
}
