import { parsed, wholeNumber } from "./json-slice.ts";
import type { LaidMember } from "./record-layout.ts";
import { innerNames, isDecidedLate, type LatePart, type RecordParts } from "./record-parts.ts";
import { beginsWithText, emptyOfKind } from "./value-kind.ts";

/** Marks in the end of a place: the same bytes as before, and a text that is ASCII without escapes. */
const SAME = -(2 ** 31);
const PLAIN = 2 ** 30;
const END = PLAIN - 1;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/** A record whose values were found, with the table of their places. */
export interface PlacedRecord {
  readonly bytes: Buffer;
  readonly places: Int32Array;
  /** Whether the record of this layout before is the one that was read last. */
  follows: boolean;
  /** The length of the longest list or object that was parsed. */
  longest: number;
}

/** A wanted member of records whose values were found by `packages/core/assembly/records.ts`. */
export class PlacedMember {
  readonly key: string;
  /** Set where the other members decide how much of it is wanted. */
  readonly late: LatePart | undefined;
  /** How many places it has in a record. */
  readonly places: number;
  /** What was read last. */
  value: unknown;
  readonly #names: readonly string[];
  readonly #isWhole: boolean;
  readonly #firstText: { readonly text: string; readonly bytes: Buffer } | undefined;

  constructor(member: LaidMember, parts: RecordParts["members"]) {
    const part = parts.get(member.key);
    this.key = member.key;
    this.late = isDecidedLate(part) ? part : undefined;
    this.#names = innerNames(part);
    this.places = 1 + this.#names.length;
    this.#isWhole = part === undefined;
    this.#firstText =
      typeof part === "object" && "firstText" in part
        ? { text: part.firstText, bytes: Buffer.from(JSON.stringify(part.firstText)) }
        : undefined;
  }

  /** Reads the value whose place is here in the table; false where it cannot be used. */
  read(record: PlacedRecord, at: number): boolean {
    const { places } = record;
    const marked = places[at + 1]!;
    if (record.follows && (marked & SAME) !== 0) return true;
    this.value = this.#isWhole ? valueIn(record, places[at]!, marked) : this.#partIn(record, at);
    return this.value !== undefined;
  }

  /** The value, if the other members ask for it, else an empty one of its kind. */
  decided(
    late: LatePart,
    record: Record<string, unknown>,
    { from, at }: { from: PlacedRecord; at: number },
  ): unknown {
    const { places, bytes } = from;
    return late.wholeIf(record)
      ? valueIn(from, places[at]!, places[at + 1]!)
      : emptyOfKind(bytes[places[at]!]);
  }

  #partIn(record: PlacedRecord, at: number): unknown {
    const { bytes } = record;
    const from = record.places[at]!;
    const begins = this.#firstText && beginsWithText(bytes, from, this.#firstText.bytes);
    if (this.#firstText && begins === undefined) return undefined;
    if (begins) return this.#firstText?.text;
    if (this.#names.length === 0 || bytes[from] !== OPEN_BRACE) return emptyOfKind(bytes[from]);
    return this.#innerOf(record, at + 2);
  }

  #innerOf(record: PlacedRecord, first: number): JsonInner | undefined {
    const inner: JsonInner = {};
    let at = first;
    for (const name of this.#names) {
      const from = record.places[at]!;
      if (from !== 0) {
        const value = valueIn(record, from, record.places[at + 1]!);
        if (value === undefined) return undefined;
        inner[name] = value;
      }
      at += 2;
    }
    return inner;
  }
}

type JsonInner = Record<string, unknown>;

/** What JSON.parse gives for a value at a place; `undefined` where it is not JSON. */
function valueIn(record: PlacedRecord, from: number, marked: number): unknown {
  const { bytes } = record;
  const to = marked & END;
  if ((marked & PLAIN) !== 0) return bytes.toString("latin1", from + 1, to - 1);
  const first = bytes[from]!;
  if (first >= ZERO && first <= NINE) {
    const number = wholeNumber(bytes, from, to);
    if (number !== -1) return number;
  }
  if (first === OPEN_BRACE || first === OPEN_BRACKET)
    record.longest = Math.max(record.longest, to - from);
  return parsed(bytes.subarray(from, to));
}
