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

  append(chunk: Uint8Array): void {
    const { bytes, start, size } = this;
    let held = bytes.length;
    if (held + chunk.length > this.#storage.length) {
      const needed = size + chunk.length;
      const grows = needed > this.#storage.length;
      const storage = grows
        ? Buffer.allocUnsafe(Math.max(2 * bytes.length, needed))
        : this.#storage;
      bytes.copy(storage, 0, start);
      this.#storage = storage;
      this.start = 0;
      held = size;
    }
    this.#storage.set(chunk, held);
    this.bytes = this.#storage.subarray(0, held + chunk.length);
  }

  /** Gives up everything before `to`. */
  advance(to: number): void {
    let at = this.bytes.indexOf(NEWLINE, this.start);
    while (at !== -1 && at < to) {
      this.line += 1;
      at = at + 1 < to ? this.bytes.indexOf(NEWLINE, at + 1) : -1;
    }
    this.start = to;
  }
}
