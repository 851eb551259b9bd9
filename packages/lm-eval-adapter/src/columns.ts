const UNGRADED = 2;
const ABSENT = 3;

/**
 * The scores of one metric by row: a byte each while all are 0, 1 or ungraded, eight bytes from the
 * first fraction on.
 *
 * @example
 * ```ts
 * const scores = new ScoreColumn();
 * scores.set(2, 0.25);
 * [scores.get(1), scores.get(2)]; // [undefined, 0.25]
 * ```
 */
export class ScoreColumn {
  #bytes: Uint8Array | undefined = new Uint8Array(64).fill(ABSENT);
  #numbers: Float64Array | undefined;

  set(row: number, score: number | null): void {
    const code = score ?? UNGRADED;
    if (this.#bytes && !Number.isInteger(code)) this.#widen(this.#bytes);
    if (this.#bytes) {
      if (row >= this.#bytes.length) this.#bytes = grown(this.#bytes, row);
      this.#bytes[row] = code;
    } else if (this.#numbers) {
      if (row >= this.#numbers.length) this.#numbers = grown(this.#numbers, row);
      this.#numbers[row] = code;
    }
  }

  /** `null` is ungraded, `undefined` a row to which the metric does not apply. */
  get(row: number): number | null | undefined {
    const code = (this.#bytes ?? this.#numbers)?.[row] ?? ABSENT;
    if (code === ABSENT) return undefined;
    return code === UNGRADED ? null : code;
  }

  #widen(bytes: Uint8Array): void {
    this.#numbers = Float64Array.from(bytes);
    this.#bytes = undefined;
  }
}

function grown<T extends Uint8Array | Float64Array>(column: T, row: number): T {
  const length = Math.max(2 * column.length, row + 1);
  const larger = column instanceof Uint8Array ? new Uint8Array(length) : new Float64Array(length);
  larger.fill(ABSENT);
  larger.set(column);
  return larger as T;
}

/**
 * Texts as small numbers, so that an id that thousands of rows share is held once.
 *
 * @example
 * ```ts
 * const texts = new TextPool();
 * texts.at(texts.add("q1")); // "q1"
 * ```
 */
export class TextPool {
  readonly #numbers = new Map<string, number>();
  /** The same for texts like "17", which the numbers of documents are. */
  readonly #ofIndex: (number | undefined)[] = [];
  readonly #texts: string[] = [];
  /** What was added behind each text, when that was said last; -1 for nothing. */
  readonly #followers: number[] = [];

  /**
   * The number of a text. Logs of one benchmark have their texts in the same order, so it costs least to say
   * the number of the one before.
   */
  add(text: string, before?: number): number {
    if (before === undefined || before < 0) return this.#find(text);
    const guess = this.#followers[before]!;
    if (guess !== -1 && this.#texts[guess] === text) return guess;
    const number = this.#find(text);
    this.#followers[before] = number;
    return number;
  }

  #find(text: string): number {
    const index = indexIn(text);
    let number = index === -1 ? this.#numbers.get(text) : this.#ofIndex[index];
    if (number === undefined) {
      number = this.#texts.push(text) - 1;
      this.#followers.push(-1);
      if (index === -1) this.#numbers.set(text, number);
      else this.#ofIndex[index] = number;
    }
    return number;
  }

  at(number: number): string {
    return this.#texts[number]!;
  }
}

const MOST_DIGITS = 5;

/** A whole number of few digits, written as such; -1 for any other text. */
function indexIn(text: string): number {
  if (text.length === 0 || text.length > MOST_DIGITS) return -1;
  if (text.length > 1 && text.startsWith("0")) return -1;
  let index = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    index = 10 * index + digit;
  }
  return index;
}
