/** The scores of one model on one benchmark while they come in. */

/** No outcome. A blank, an outcome without a usable score, is `NaN`. */
export const UNOBSERVED = -1;

/** Numbers scores by the order in which they were first seen, as far as a byte reaches. */
export interface ScoreCodes {
  /** The code of a score; `undefined` when all 255 are given out. */
  codeOf(score: number): number | undefined;
  /** Scores by code; code 0 is {@link UNOBSERVED}. */
  readonly scores: Float64Array;
}

const CODES = 256;

export function scoreCodes(): ScoreCodes {
  const scores = new Float64Array(CODES).fill(UNOBSERVED);
  const codes = new Map<number, number>();
  return {
    scores,
    codeOf(score) {
      const known = codes.get(score);
      if (known !== undefined || codes.size === CODES - 1) return known;
      const code = codes.size + 1;
      codes.set(score, code);
      scores[code] = score;
      return code;
    },
  };
}

/** A row becomes a table once one place in so many would be taken. */
const TABLE_FROM = 8;
/** A table may reach so many times as far as it is filled. */
const TABLE_REACH = 64;
const FIRST_SIZE = 16;

/**
 * One score per item. Few scores are a list of pairs; as soon as they lie dense enough, a table with
 * a byte for each item, which holds the code of its score, or eight where there are too many
 * different scores. So a complete pool takes a byte a cell, and a sparse one twelve.
 */
export class CellRow {
  readonly #codes: ScoreCodes;
  #bytes: Uint8Array | undefined;
  #table: Float64Array | undefined;
  #items = new Uint32Array(FIRST_SIZE);
  #scores = new Float64Array(FIRST_SIZE);
  #length = 0;
  #highest = 0;

  constructor(codes: ScoreCodes) {
    this.#codes = codes;
  }

  /** Takes a score; false where there is another one, or no room: somebody else keeps it then. */
  put(item: number, score: number): boolean {
    if (this.#bytes === undefined && this.#table === undefined) return this.#append(item, score);
    if (!this.reach(item)) return false;
    const known = this.at(item);
    if (known !== UNOBSERVED) return Object.is(known, score);
    this.#length += 1;
    this.#set(item, score);
    return true;
  }

  /** Whether each item is here once; a list may hold one twice. */
  get isTable(): boolean {
    return this.#bytes !== undefined || this.#table !== undefined;
  }

  /** The score of an item that the table reaches. */
  at(item: number): number {
    return this.#bytes ? this.#codes.scores[this.#bytes[item]!]! : this.#table![item]!;
  }

  /** Makes the table reach an item; false where too little is known to be worth it. */
  reach(item: number): boolean {
    const size = (this.#bytes ?? this.#table)?.length;
    return size !== undefined && (item < size || this.#grow(item, size));
  }

  /** Puts a score into the table, which reaches the item, in place of any other. */
  overwrite(item: number, score: number): void {
    this.#set(item, score);
  }

  /** Every pair, those of a list in the order they came. */
  forEach(visit: (item: number, score: number) => void): void {
    if (this.#bytes) {
      const { scores } = this.#codes;
      for (let item = 0; item <= this.#highest; item += 1) {
        const code = this.#bytes[item]!;
        if (code !== 0) visit(item, scores[code]!);
      }
    } else if (this.#table) {
      for (let item = 0; item <= this.#highest; item += 1) {
        if (this.#table[item] !== UNOBSERVED) visit(item, this.#table[item]!);
      }
    } else {
      for (let place = 0; place < this.#length; place += 1) {
        visit(this.#items[place]!, this.#scores[place]!);
      }
    }
  }

  /** The list or table gives way to a list of pairs, each item once. */
  replace(items: Uint32Array<ArrayBuffer>, scores: Float64Array<ArrayBuffer>): void {
    this.#bytes = undefined;
    this.#table = undefined;
    this.#items = items;
    this.#scores = scores;
    this.#length = items.length;
  }

  #append(item: number, score: number): boolean {
    if (this.#length === this.#items.length) {
      if (this.#highest < TABLE_FROM * this.#length) {
        this.#tabulate();
        return this.put(item, score);
      }
      this.#items = grown(this.#items, this.#length * 2, 0);
      this.#scores = grown(this.#scores, this.#length * 2, 0);
    }
    this.#items[this.#length] = item;
    this.#scores[this.#length] = score;
    this.#length += 1;
    if (item > this.#highest) this.#highest = item;
    return true;
  }

  /** A list with one item twice stays a list: only equal scores could be merged here. */
  #tabulate(): void {
    const [items, scores, length] = [this.#items, this.#scores, this.#length];
    this.#bytes = new Uint8Array(this.#highest + 1);
    this.#length = 0;
    for (let place = 0; place < length; place += 1) {
      if (this.put(items[place]!, scores[place]!)) continue;
      this.#bytes = undefined;
      this.#table = undefined;
      this.#length = length;
      this.#items = grown(items, length * 2, 0);
      this.#scores = grown(scores, length * 2, 0);
      return;
    }
    this.#items = this.#items.subarray(0, 0);
    this.#scores = this.#scores.subarray(0, 0);
  }

  #grow(item: number, size: number): boolean {
    if (item > TABLE_REACH * (this.#length + FIRST_SIZE)) return false;
    const larger = Math.max(item + 1, size * 2);
    if (this.#bytes) this.#bytes = grown(this.#bytes, larger, 0);
    else this.#table = grown(this.#table!, larger, UNOBSERVED);
    return true;
  }

  #set(item: number, score: number): void {
    if (item > this.#highest) this.#highest = item;
    if (this.#bytes) {
      const code = this.#codes.codeOf(score);
      if (code !== undefined) {
        this.#bytes[item] = code;
        return;
      }
      this.#table = Float64Array.from(this.#bytes, (byte) => this.#codes.scores[byte]!);
      this.#bytes = undefined;
    }
    this.#table![item] = score;
  }
}

function grown<T extends Uint8Array | Uint32Array | Float64Array>(
  array: T,
  length: number,
  empty: number,
): T {
  const larger = new (array.constructor as new (length: number) => T)(length);
  larger.set(array);
  if (empty !== 0) larger.fill(empty, array.length);
  return larger;
}
