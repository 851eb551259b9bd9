import { FollowedFile } from "@eip-eval/core/io";

const NEWLINE = 0x0a;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;

/** Counts the records of a growing file of JSON lines; only what was added is read. */
export class LineCount {
  readonly #file: FollowedFile;
  #lines = 0;
  #first: number | undefined;
  #last: number | undefined;

  constructor(path: string) {
    this.#file = new FollowedFile(path);
  }

  /** Whole lines so far; Infinity for one array, whose records are not on lines of their own. */
  async whole(signal?: AbortSignal): Promise<number> {
    const onRestart = (): void => {
      this.#lines = 0;
      this.#first = undefined;
      this.#last = undefined;
    };
    for await (const chunk of this.#file.growth({ signal, onRestart })) {
      this.#first ??= chunk[0];
      this.#last = chunk.at(-1);
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) {
        this.#lines += 1;
      }
    }
    if (this.#first === OPEN_BRACKET) return Infinity;
    return this.#lines + Number(this.#last === CLOSE_BRACE);
  }
}
