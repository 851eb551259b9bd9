const FIRST_CAPACITY = 2 ** 16;
const NEWLINE = 10;

/** The part of a byte stream that is still needed, with the line on which it starts. */
export class ByteWindow {
  /** Ends where the bytes read so far end; those before `start` are given up. */
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  /** Line of the byte at `start`, from 1; `\n` and nothing else ends a line. */
  line = 1;
  #storage = Buffer.allocUnsafe(FIRST_CAPACITY);

  get end(): number {
    return this.bytes.length;
  }

  get size(): number {
    return this.bytes.length - this.start;
  }

  /** Goes on with a piece. Where nothing else is held it stays where it is; see {@link keep}. */
  append(chunk: Uint8Array): void {
    if (this.size === 0) {
      this.bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      this.start = 0;
    } else {
      this.#hold(chunk.length);
      const held = this.bytes.length;
      this.#storage.set(chunk, held);
      this.bytes = this.#storage.subarray(0, held + chunk.length);
    }
  }

  /** Copies what is still needed, so that the piece it came in may be overwritten. */
  keep(): void {
    if (this.size > 0) this.#hold(0);
  }

  /** Sees that the needed bytes are in our storage, with room for more. */
  #hold(more: number): void {
    const { bytes, start, size } = this;
    const isOurs = bytes.buffer === this.#storage.buffer;
    if (isOurs && bytes.length + more <= this.#storage.length) return;
    const grows = size + more > this.#storage.length;
    const storage = grows ? Buffer.allocUnsafe(2 * size + more) : this.#storage;
    bytes.copy(storage, 0, start);
    this.#storage = storage;
    this.bytes = storage.subarray(0, size);
    this.start = 0;
  }

  /** Gives up everything before `to`. */
  advance(to: number): void {
    let at = this.start < to ? this.bytes.indexOf(NEWLINE, this.start) : -1;
    while (at !== -1 && at < to) {
      this.line += 1;
      at = at + 1 < to ? this.bytes.indexOf(NEWLINE, at + 1) : -1;
    }
    this.start = to;
  }

  /** Gives up a line that ends at `newline`, and its end. */
  passLine(newline: number): void {
    this.line += 1;
    this.start = newline + 1;
  }
}
