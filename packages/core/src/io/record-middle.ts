import { FixedBytes } from "./fixed-bytes.ts";
import { parsed } from "./json-slice.ts";
import { OpeningSearch } from "./opening-search.ts";
import type { RecordBytes } from "./record-bytes.ts";
import type { LaidMember } from "./record-layout.ts";
import type { LatePart } from "./record-parts.ts";
import { emptyOfKind } from "./value-kind.ts";

/** A member that only what stands behind it decides about. */
export class RecordMiddle {
  readonly #lead: FixedBytes;
  readonly #first: number;
  readonly #last: number;
  readonly #opening: OpeningSearch;
  readonly #key: string;
  readonly #part: LatePart;

  constructor(
    line: Buffer,
    {
      member: { key, lead, from, to },
      part,
      opening,
    }: {
      member: LaidMember;
      part: LatePart;
      opening: Buffer;
    },
  ) {
    this.#key = key;
    this.#part = part;
    this.#lead = new FixedBytes(lead);
    this.#first = line[from]!;
    this.#last = line[to - 1]!;
    this.#opening = new OpeningSearch(opening, line.subarray(from, to));
  }

  /** Whether it looks as usual; adds its member to the record. */
  passes(
    record: Record<string, unknown>,
    source: RecordBytes,
    { from, to }: { readonly from: number; readonly to: number },
  ): boolean {
    const { bytes } = source;
    const start = from + this.#lead.length;
    if (start >= to || !this.#lead.isAt(source.view, from)) return false;
    if (this.#part.wholeIf(record)) {
      source.longest = Math.max(source.longest, to - start);
      const value = parsed(bytes.subarray(start, to));
      record[this.#key] = value;
      return value !== undefined;
    }
    if (bytes[start] !== this.#first || bytes[to - 1] !== this.#last) return false;
    record[this.#key] = emptyOfKind(this.#first);
    return !this.#opening.isIn(bytes, start, to);
  }
}
