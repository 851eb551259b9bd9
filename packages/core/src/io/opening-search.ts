/**
 * Looks for the beginning of a record inside another, which is there when somebody cut one and went on
 * behind it. The search runs from the rarest byte of the beginning on, since a native search is as
 * fast as its first byte is rare.
 *
 * @example
 * ```ts
 * const search = new OpeningSearch(Buffer.from('{"id"'), Buffer.from("\\frac{1}{2}"));
 * search.isIn(Buffer.from('{"text": "ab{"id": 2}'), 10, 21); // true
 * ```
 */
export class OpeningSearch {
  readonly #opening: Buffer;
  readonly #rarest: number;
  readonly #offset: number;

  /** `usual` are bytes as they stand where it will look. */
  constructor(opening: Buffer, usual: Buffer) {
    const counts = new Uint32Array(256);
    for (const byte of usual) counts[byte]! += 1;
    let offset = 0;
    for (const [at, byte] of opening.entries()) {
      if (counts[byte]! < counts[opening[offset]!]!) offset = at;
    }
    this.#opening = opening;
    this.#offset = offset;
    this.#rarest = opening[offset]!;
  }

  /** Whether it begins in [from, to). */
  isIn(bytes: Buffer, from: number, to: number): boolean {
    let at = bytes.indexOf(this.#rarest, from + this.#offset);
    while (at !== -1 && at - this.#offset < to) {
      if (this.#isAt(bytes, at - this.#offset)) return true;
      at = bytes.indexOf(this.#rarest, at + 1);
    }
    return false;
  }

  #isAt(bytes: Buffer, from: number): boolean {
    for (let at = 0; at < this.#opening.length; at += 1) {
      if (bytes[from + at] !== this.#opening[at]) return false;
    }
    return true;
  }
}
