import type { JsonObject } from "../outcomes/json-value.ts";
import { FixedBytes } from "./fixed-bytes.ts";
import { InnerMembers } from "./inner-members.ts";
import { valueEnd, valueStart } from "./json-bytes.ts";
import { parsed } from "./json-slice.ts";
import { OpeningSearch } from "./opening-search.ts";
import { RecordBytes } from "./record-bytes.ts";
import type { LaidMember, RecordLayout } from "./record-layout.ts";
import type { MemberPart, RecordParts } from "./record-parts.ts";
import { RepeatedValue } from "./repeated-value.ts";
import { beginsWithText, emptyOfKind } from "./value-kind.ts";

const OPEN_BRACE = 0x7b;

/**
 * Reads the wanted parts of records that are laid out like a known one: forwards from the opening
 * brace over the first members, backwards from the closing brace over the last ones, so that the
 * longest stretch of members that nobody wants stays in the middle. The middle is not looked at,
 * except that it begins and ends as usual and that no other record begins in it. Whatever else is
 * unusual gives `undefined`, and the record has to be parsed.
 *
 * @example
 * ```ts
 * const line = Buffer.from('{"id": 1, "prompt": "…", "acc": 0}');
 * const parts = { members: new Map([["prompt", "nothing"]]) };
 * const records = new LaidRecords(line, { layout: recordLayout(line, 0, line.length), parts, opening: Buffer.from('{"id"') });
 * records.read(Buffer.from('{"id": 2, "prompt": "?", "acc": 1}'), 0, 34); // { id: 2, acc: 1 }
 * ```
 */
export class LaidRecords {
  readonly #head: readonly Slot[];
  readonly #tail: readonly Slot[];
  readonly #middle: Middle | undefined;
  readonly #close: FixedBytes;
  readonly #suffice: RecordParts["suffice"];
  readonly #filled: readonly Slot[];
  /** A record to copy, which is faster than adding member by member. */
  readonly #blank: Record<string, unknown>;

  constructor(
    line: Buffer,
    {
      layout: { members, close },
      parts,
      opening,
    }: { layout: RecordLayout; parts: RecordParts; opening: Buffer },
  ) {
    const { from, to } = middleOf(members, parts.members);
    const slots = members.map((member) => new Slot(member, parts.members.get(member.key)));
    this.#head = slots.slice(0, from);
    this.#tail = slots.slice(to).toReversed();
    this.#middle =
      from === to
        ? undefined
        : new Middle(line, { members: members.slice(from, to), parts: parts.members, opening });
    this.#close = new FixedBytes(close);
    this.#filled = [...this.#head, ...this.#tail].filter(({ isWanted }) => isWanted);
    this.#suffice = parts.suffice;
    this.#blank = Object.fromEntries(
      members.flatMap(({ key }) => (parts.members.get(key) === "nothing" ? [] : [[key, null]])),
    );
  }

  /** The wanted parts of the record that begins here and ends at `to`, with its brace. */
  read(source: RecordBytes, from: number, to: number): JsonObject | undefined {
    let back = to - this.#close.length;
    let at = from;
    if (back < from || !this.#close.isAt(source.view, back)) return undefined;
    for (const slot of this.#head) {
      at = slot.forwards(source, at, back);
      if (at === -1) return undefined;
    }
    for (const slot of this.#tail) {
      back = slot.backwards(source, at, back);
      if (back === -1) return undefined;
    }
    const record = { ...this.#blank };
    for (const { key, value } of this.#filled) record[key] = value;
    const isWhole = this.#middle
      ? this.#middle.passes(record, source, { from: at, to: back })
      : at === back;
    return isWhole && (!this.#suffice || this.#suffice(record)) ? record : undefined;
  }
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The longest stretch of members that need not be passed over: unwanted ones, or one to be decided. */
function middleOf(members: readonly LaidMember[], parts: ReadonlyMap<string, MemberPart>): Stretch {
  let longest = { from: members.length, to: members.length };
  let bytes = 0;
  for (let from = 0; from < members.length; from += 1) {
    let to = from;
    if (isDecidedLate(parts.get(members[from]!.key))) to += 1;
    else while (to < members.length && parts.get(members[to]!.key) === "nothing") to += 1;
    if (to === from) continue;
    const length = members[to - 1]!.to - members[from]!.from;
    if (length > bytes) {
      bytes = length;
      longest = { from, to };
    }
  }
  return longest;
}

type LatePart = Extract<MemberPart, { readonly wholeIf: unknown }>;

function isDecidedLate(part: MemberPart | undefined): part is LatePart {
  return typeof part === "object" && "wholeIf" in part;
}

/** The members between those that are read. */
class Middle {
  readonly #lead: FixedBytes;
  readonly #first: number;
  readonly #last: number;
  readonly #opening: OpeningSearch;
  readonly #key: string;
  readonly #late: LatePart | undefined;

  constructor(
    line: Buffer,
    {
      members,
      parts,
      opening,
    }: {
      members: readonly LaidMember[];
      parts: ReadonlyMap<string, MemberPart>;
      opening: Buffer;
    },
  ) {
    const { key, lead, from } = members[0]!;
    const { to } = members.at(-1)!;
    const part = parts.get(key);
    this.#key = key;
    this.#late = isDecidedLate(part) ? part : undefined;
    this.#lead = new FixedBytes(lead);
    this.#first = line[from]!;
    this.#last = line[to - 1]!;
    this.#opening = new OpeningSearch(opening, line.subarray(from, to));
  }

  /** Whether it looks as usual; adds its member to the record where that is wanted. */
  passes(record: Record<string, unknown>, source: RecordBytes, { from, to }: Stretch): boolean {
    const { bytes } = source;
    const start = from + this.#lead.length;
    if (start >= to || !this.#lead.isAt(source.view, from)) return false;
    if (this.#late?.wholeIf(record)) {
      source.longest = Math.max(source.longest, to - start);
      const value = parsed(bytes.subarray(start, to));
      record[this.#key] = value;
      return value !== undefined;
    }
    if (bytes[start] !== this.#first || bytes[to - 1] !== this.#last) return false;
    if (this.#late) record[this.#key] = emptyOfKind(this.#first);
    return !this.#opening.isIn(bytes, start, to);
  }
}

/** One member of each record. */
class Slot {
  readonly key: string;
  readonly isWanted: boolean;
  /** What was read last. */
  value: unknown;
  readonly #lead: FixedBytes;
  readonly #inner: InnerMembers | undefined;
  readonly #firstText: { readonly text: string; readonly bytes: Buffer } | undefined;
  readonly #repeated: RepeatedValue | undefined;

  constructor({ key, lead }: LaidMember, part: MemberPart | undefined) {
    const isObject = typeof part === "object";
    this.key = key;
    this.isWanted = part !== "nothing";
    this.#lead = new FixedBytes(lead);
    this.#inner = isObject && "members" in part ? new InnerMembers(part.members) : undefined;
    this.#firstText =
      isObject && "firstText" in part
        ? { text: part.firstText, bytes: Buffer.from(JSON.stringify(part.firstText)) }
        : undefined;
    this.#repeated = part === undefined || isDecidedLate(part) ? new RepeatedValue() : undefined;
  }

  /** Reads the member whose lead is at `from`; where it ends, or -1. */
  forwards(source: RecordBytes, from: number, to: number): number {
    const { bytes } = source;
    const start = from + this.#lead.length;
    if (start >= to || !this.#lead.isAt(source.view, from)) return -1;
    if (this.#inner && bytes[start] === OPEN_BRACE) {
      this.value = this.#inner.read(source, start, to);
      return this.value === undefined ? -1 : this.#inner.end;
    }
    const end = valueEnd(bytes, start, to);
    return end > start && this.#take(source, start, end) ? end : -1;
  }

  /** Reads the member that ends at `to`; where its lead begins, or -1. */
  backwards(source: RecordBytes, from: number, to: number): number {
    const { bytes } = source;
    const same = this.#repeated?.startOfSame(source, to) ?? -1;
    const start = same === -1 ? valueStart(bytes, from, to) : same;
    const begin = start - this.#lead.length;
    if (start >= to || begin < from || !this.#lead.isAt(source.view, begin)) return -1;
    if (same === -1) return this.#take(source, start, to) ? begin : -1;
    this.value = this.#repeated!.value;
    return begin;
  }

  /** Reads the value in [from, to); false where it cannot be used. */
  #take(source: RecordBytes, from: number, to: number): boolean {
    if (!this.isWanted) return true;
    this.value = this.#repeated
      ? this.#repeated.read(source, from, to)
      : this.#partIn(source, from, to);
    return this.value !== undefined;
  }

  #partIn(source: RecordBytes, from: number, to: number): unknown {
    const { bytes } = source;
    const begins = this.#firstText && beginsWithText(bytes, from, this.#firstText.bytes);
    if (this.#firstText && begins === undefined) return undefined;
    if (begins) return this.#firstText?.text;
    if (this.#inner && bytes[from] === OPEN_BRACE) return this.#inner.read(source, from, to);
    return emptyOfKind(bytes[from]);
  }
}
