import { FixedBytes } from "./fixed-bytes.ts";
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
  #bytes: FixedBytes | undefined;
  #patience = PATIENCE;

  /** As {@link jsonIn}. */
  read(record: RecordBytes, from: number, to: number): unknown {
    const first = record.bytes[from]!;
    const isNumber = first !== QUOTE && first <= NINE;
    if (isNumber || this.#patience === 0 || to - from > LONGEST) return jsonIn(record, from, to);
    if (this.startOfSame(record, to) === from) {
      this.#patience += 1;
      return this.value;
    }
    this.#patience -= 1;
    this.value = jsonIn(record, from, to);
    this.#bytes =
      this.#patience === 0 ? undefined : new FixedBytes(record.bytes.subarray(from, to));
    return this.value;
  }

  /** Where the same bytes as before begin that end at `to`; -1 where others do. */
  startOfSame({ view }: RecordBytes, to: number): number {
    return this.#bytes?.isAt(view, to - this.#bytes.length) ? to - this.#bytes.length : -1;
  }
}
