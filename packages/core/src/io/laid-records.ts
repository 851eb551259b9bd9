import type { JsonObject } from "../outcomes/json-value.ts";
import { FixedBytes } from "./fixed-bytes.ts";
import { MemberSlot } from "./member-slot.ts";
import type { RecordBytes } from "./record-bytes.ts";
import type { RecordLayout } from "./record-layout.ts";
import { RecordMiddle } from "./record-middle.ts";
import { isDecidedLate, type RecordParts } from "./record-parts.ts";

/**
 * Reads the wanted parts of records that are laid out like a known one, member by member: forwards
 * from the opening brace, and where what stands behind a member decides about it, up to there and then
 * backwards from the closing brace. Such a member is not looked at where it is not wanted, except that it
 * begins and ends as usual and that no other record begins in it. Whatever else is unusual gives
 * `undefined`, and the record has to be parsed.
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
  readonly #head: readonly MemberSlot[];
  readonly #tail: readonly MemberSlot[];
  readonly #middle: RecordMiddle | undefined;
  readonly #close: FixedBytes;
  readonly #suffice: RecordParts["suffice"];
  readonly #filled: readonly MemberSlot[];
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
    // The first member that only what stands behind it decides about, else none.
    const late = members.findIndex(({ key }) => isDecidedLate(parts.members.get(key)));
    const slots = members.map((member) => new MemberSlot(member, parts.members.get(member.key)));
    this.#head = late < 0 ? slots : slots.slice(0, late);
    this.#tail = late < 0 ? [] : slots.slice(late + 1).toReversed();
    const member = members[late];
    const part = member && parts.members.get(member.key);
    this.#middle =
      member && isDecidedLate(part) ? new RecordMiddle(line, { member, part, opening }) : undefined;
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
