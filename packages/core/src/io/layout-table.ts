import type { LaidMember, RecordLayout } from "./record-layout.ts";
import { innerNames, type RecordParts } from "./record-parts.ts";

/** Words before the layouts: how many, the deepest nesting, and the place of each. */
const HEAD = 8;
/** Bytes that the loops compare at a time, beyond the last one too. */
const STEP = 8;

/** The layouts of a file as words for `packages/core/assembly/records.ts`, which says what they mean. */
export class LayoutTable {
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #bytes: Buffer;
  #used = HEAD;

  constructor(words: Uint32Array<ArrayBuffer>, { maxDepth }: { maxDepth: number }) {
    this.#words = words;
    this.#bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
    words[0] = 0;
    // A value stands in a record, and perhaps in a member of it.
    words[1] = maxDepth - 2;
  }

  /** Where it begins. */
  get place(): number {
    return this.#words.byteOffset;
  }

  /** Takes another layout; false where there is no room for it. */
  add({ members, close }: RecordLayout, { members: parts }: RecordParts): boolean {
    const index = this.#words[0]!;
    const texts = [close, ...members.map(({ lead }) => lead)];
    const inner = members.map(({ key }) =>
      innerNames(parts.get(key)).map((name) => Buffer.from(name)),
    );
    const size = [...texts, ...inner.flat()].reduce((sum, text) => sum + text.length + 2 * STEP, 0);
    const words = 5 + 4 * members.length + 2 * inner.flat().length;
    if (index + 2 === HEAD || 4 * (this.#used + words) + size > this.#bytes.length) return false;
    let at = this.#used;
    this.#used += words;
    const put = (...values: number[]): void => {
      for (const value of values) this.#words[at++] = value;
    };
    const placeOf = (text: Buffer): number => {
      const place = 4 * this.#used;
      this.#bytes.set(text, place);
      this.#used += Math.ceil((text.length + STEP) / 4);
      return this.place + place;
    };
    this.#words[2 + index] = this.place + 4 * at;
    put(0, places(members, parts), placeOf(close), close.length, members.length);
    for (const [order, { key, lead }] of members.entries()) {
      const names = inner[order]!;
      put(placeOf(lead), lead.length, Number(parts.get(key) !== "nothing"), names.length);
      for (const name of names) put(placeOf(name), name.length);
    }
    this.#words[0] = index + 1;
    return true;
  }
}

/** How many places there are to be found in a record: one for each wanted member, outer or inner. */
export function places(members: readonly LaidMember[], parts: RecordParts["members"]): number {
  return members
    .filter(({ key }) => parts.get(key) !== "nothing")
    .reduce((sum, { key }) => sum + 1 + innerNames(parts.get(key)).length, 0);
}
