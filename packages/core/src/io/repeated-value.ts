import { jsonIn } from "./json-slice.ts";
import type { RecordBytes } from "./record-bytes.ts";

const LONGEST = 256;
/** So many more values that were new than repeated end the comparing. */
const PATIENCE = 16;
const QUOTE = 0x22;
const NINE = 0x39;

/**
 * A text or list that is often the same as the one before, as the filter of a record is: the same
 * bytes give the same value again, lists included.
 */
export class RepeatedValue {
  /** The value that was compared last. */
  value: unknown;
  readonly #bytes = Buffer.alloc(LONGEST);
  #length = 0;
  #patience = PATIENCE;

  /** As {@link jsonIn}. */
  read(record: RecordBytes, from: number, to: number): unknown {
    const { bytes } = record;
    const isNumber = bytes[from] !== QUOTE && bytes[from]! <= NINE;
    if (isNumber || this.#patience === 0 || to - from > LONGEST) return jsonIn(record, from, to);
    if (this.startOfSame(bytes, to) === from) {
      this.#patience += 1;
      return this.value;
    }
    this.#patience -= 1;
    this.value = jsonIn(record, from, to);
    this.#length = bytes.copy(this.#bytes, 0, from, to);
    return this.value;
  }

  /** Where the same bytes as before begin that end at `to`; -1 where others do. */
  startOfSame(bytes: Buffer, to: number): number {
    const from = to - this.#length;
    for (let at = this.#length - 1; at >= 0; at -= 1) {
      if (bytes[from + at] !== this.#bytes[at]) return -1;
    }
    return this.#length === 0 ? -1 : from;
  }
}
