import { openFile, type OpenFile } from "./open.ts";
import { isPacked, readChunks } from "./lines.ts";

const CHUNK = 2 ** 20;
/** Bytes at the front by which a file that was begun again is told from one that grew. */
const FRONT = 4096;

export interface GrowthOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called before the first byte of a file that was begun again: forget what came before. */
  readonly onRestart?: (() => void) | undefined;
}

/**
 * A file that somebody else is writing. It is looked at again and again, by its size and time, since
 * notices of the system are lost on network drives; only what was added is read.
 *
 * @example
 * ```ts
 * const log = new FollowedFile("run.jsonl");
 * for await (const chunk of log.growth()) … // all of it
 * for await (const chunk of log.growth()) … // what was added since
 * ```
 */
export class FollowedFile {
  readonly path: string;
  #offset = 0;
  #front: Buffer = Buffer.alloc(0);
  #stamp = "";

  constructor(path: string) {
    this.path = path;
  }

  /**
   * The bytes that were added since the last call, from the start where the file is shorter than it
   * was or begins in another way. Compressed files cannot be continued: they come whole, unpacked,
   * whenever they changed.
   */
  async *growth({ signal, onRestart }: GrowthOptions = {}): AsyncGenerator<Buffer> {
    const file = await openFile(this.path);
    try {
      const stamp = `${file.size}:${file.modified}`;
      if (stamp === this.#stamp) return;
      const front = await file.read(0, FRONT);
      if (isPacked(front)) {
        onRestart?.();
        yield* readChunks(this.path, { signal });
      } else {
        const isSame = file.size >= this.#offset && front.indexOf(this.#front) === 0;
        if (!isSame) {
          this.#offset = 0;
          onRestart?.();
        }
        this.#front = front.subarray(0, Math.min(FRONT, file.size));
        yield* this.#from(file, signal);
      }
      this.#stamp = stamp;
    } finally {
      await file.close();
    }
  }

  async *#from(file: OpenFile, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
    for (;;) {
      signal?.throwIfAborted();
      const chunk = await file.read(this.#offset, Math.min(CHUNK, file.size - this.#offset));
      if (chunk.length === 0) return;
      this.#offset += chunk.length;
      yield chunk;
    }
  }
}
