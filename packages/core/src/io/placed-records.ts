import type { JsonObject } from "../outcomes/json-value.ts";
import { PlacedMember, type PlacedRecord } from "./placed-member.ts";
import type { RecordLayout } from "./record-layout.ts";
import type { RecordParts } from "./record-parts.ts";

/** Words of a row before its places. */
const ROW_HEAD = 4;

/** The wanted parts of records of one layout, from the places of their values. */
export class PlacedRecords {
  readonly #members: readonly PlacedMember[];
  readonly #hasLate: boolean;
  readonly #suffice: RecordParts["suffice"];
  /** A record to copy, which is faster than adding member by member. */
  readonly #blank: Record<string, unknown>;
  /** Place of the row that was read last. */
  #last = 0;

  constructor({ members }: RecordLayout, parts: RecordParts) {
    this.#members = members
      .filter(({ key }) => parts.members.get(key) !== "nothing")
      .map((member) => new PlacedMember(member, parts.members));
    this.#hasLate = this.#members.some(({ late }) => late);
    this.#suffice = parts.suffice;
    this.#blank = Object.fromEntries(this.#members.map(({ key }) => [key, null]));
  }

  /** Says that other rows stand in the table. */
  forget(): void {
    this.#last = 0;
  }

  /** The record of the row at `row`; `undefined` where the line has to be parsed. */
  read(source: PlacedRecord, row: number): JsonObject | undefined {
    source.follows = source.places[row + 3] === this.#last;
    this.#last = 0;
    const record = { ...this.#blank };
    let at = row + ROW_HEAD;
    for (const member of this.#members) {
      if (!member.late) {
        if (!member.read(source, at)) return undefined;
        record[member.key] = member.value;
      }
      at += 2 * member.places;
    }
    if (this.#hasLate && !this.#decide(record, source, row)) return undefined;
    this.#last = source.places.byteOffset + 4 * row;
    return !this.#suffice || this.#suffice(record) ? record : undefined;
  }

  /** Adds the members that the others decide on. */
  #decide(record: Record<string, unknown>, source: PlacedRecord, row: number): boolean {
    let at = row + ROW_HEAD;
    for (const member of this.#members) {
      if (member.late) {
        const value = member.decided(member.late, record, { from: source, at });
        if (value === undefined) return false;
        record[member.key] = value;
      }
      at += 2 * member.places;
    }
    return true;
  }
}
