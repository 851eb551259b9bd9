import { FixedBytes } from "./fixed-bytes.ts";
import { InnerMembers } from "./inner-members.ts";
import { valueEnd, valueStart } from "./json-bytes.ts";
import type { RecordBytes } from "./record-bytes.ts";
import type { LaidMember } from "./record-layout.ts";
import { isDecidedLate, type MemberPart } from "./record-parts.ts";
import { RepeatedValue } from "./repeated-value.ts";
import { beginsWithText, emptyOfKind } from "./value-kind.ts";

const OPEN_BRACE = 0x7b;

/** One member of each record. */
export class MemberSlot {
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
