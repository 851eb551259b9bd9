const WORD = 4;

/**
 * Bytes that are looked for again and again at known places, compared a word at a time.
 *
 * @example
 * ```ts
 * const lead = new FixedBytes(Buffer.from(', "id": '));
 * lead.isAt(new DataView(new TextEncoder().encode('{"a": 1, "id": 2}').buffer), 7); // true
 * ```
 */
export class FixedBytes {
  readonly length: number;
  readonly #words: Int32Array;
  readonly #last: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.length = bytes.length;
    this.#bytes = Buffer.from(bytes);
    const words = Math.floor(bytes.length / WORD);
    this.#words = Int32Array.from({ length: words }, (_, at) => bytes.readInt32LE(WORD * at));
    this.#last = words > 0 ? bytes.readInt32LE(bytes.length - WORD) : 0;
  }

  /** Whether they stand at `from`. */
  isAt(view: DataView, from: number): boolean {
    const { length } = this;
    if (from < 0 || from + length > view.byteLength) return false;
    const words = this.#words;
    if (words.length === 0) return this.#areAt(view, from);
    for (let word = 0; word < words.length; word += 1) {
      if (view.getInt32(from + WORD * word, true) !== words[word]) return false;
    }
    return view.getInt32(from + length - WORD, true) === this.#last;
  }

  #areAt(view: DataView, from: number): boolean {
    for (let at = 0; at < this.length; at += 1) {
      if (view.getUint8(from + at) !== this.#bytes[at]) return false;
    }
    return true;
  }
}
