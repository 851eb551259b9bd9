const BACKSLASH = 0x5c;

/**
 * The bytes in which a record stands, and whether there are escapes in its texts. That takes a few
 * native searches a record: one forwards, which often goes far beyond the record, and one backwards
 * where texts at its end matter.
 *
 * @example
 * ```ts
 * const record = new RecordBytes();
 * record.begin(Buffer.from('{"a": "x\\n", "b": "y"}'), 0);
 * record.hasEscape(18, 21); // false
 * ```
 */
export class RecordBytes {
  bytes: Buffer = Buffer.alloc(0);
  view: DataView = viewOf(this.bytes);
  /** The length of the longest value that was parsed. */
  longest = 0;
  /** The first backslash behind the beginning. */
  #first = -1;
  /** The last backslash before `#end`, where it was looked for. */
  #last = -1;
  #end = -1;

  /** Says where the record begins; those in the same bytes come in order. */
  begin(bytes: Buffer, from: number): void {
    this.longest = 0;
    this.#end = -1;
    if (bytes === this.bytes && from <= this.#first) return;
    const first = bytes.indexOf(BACKSLASH, from);
    if (bytes !== this.bytes) this.view = viewOf(bytes);
    this.bytes = bytes;
    this.#first = first === -1 ? bytes.length : first;
  }

  /** Whether a backslash stands in [from, to), which is part of the record. */
  hasEscape(from: number, to: number): boolean {
    if (to <= this.#first) return false;
    if (to > this.#end || from <= this.#last) {
      this.#last = this.bytes.lastIndexOf(BACKSLASH, to - 1);
      this.#end = to;
    }
    return this.#last >= from;
  }
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
