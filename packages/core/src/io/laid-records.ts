import type { JsonObject } from "../outcomes/json-value.ts";
import { FixedBytes } from "./fixed-bytes.ts";
import { MemberSlot } from "./member-slot.ts";
import type { RecordBytes } from "./record-bytes.ts";
import type { LaidMember, RecordLayout } from "./record-layout.ts";
import { RecordMiddle } from "./record-middle.ts";
import { isDecidedLate, type MemberPart, type RecordParts } from "./record-parts.ts";

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
    const { from, to } = middleOf(members, parts.members);
    const slots = members.map((member) => new MemberSlot(member, parts.members.get(member.key)));
    this.#head = slots.slice(0, from);
    this.#tail = slots.slice(to).toReversed();
    this.#middle =
      from === to
        ? undefined
        : new RecordMiddle(line, {
            members: members.slice(from, to),
            parts: parts.members,
            opening,
          });
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
