import type { JsonObject } from "../outcomes/json-value.ts";
import { LayoutTable, places } from "./layout-table.ts";
import type { LineMemory } from "./line-memory.ts";
import { nestsWithin } from "./nesting.ts";
import type { PlacedRecord } from "./placed-member.ts";
import { PlacedRecords } from "./placed-records.ts";
import type { RecordLayout } from "./record-layout.ts";
import type { RecordParts } from "./record-parts.ts";

const NEWLINE = 0x0a;
/** Words before the rows, and of a row before its places. */
const ROWS_HEAD = 4;
const ROW_HEAD = 4;

/**
 * The lines of a piece of a file that are laid out in a known way, found by compiled loops for many lines at
 * once. They follow every member to its end: quotes pair up and as many brackets close as open, also where
 * nobody wants the value, and it has no line break in it.
 */
export class PlacedLines {
  /** The line break behind the record that was read last. */
  newline = 0;
  readonly #memory: LineMemory;
  readonly #maxDepth: number;
  readonly #table: LayoutTable;
  readonly #known: PlacedRecords[] = [];
  readonly #source: Mutable<PlacedRecord>;
  /** Words of a row. */
  #width = ROW_HEAD;
  /** Where the piece stands in the memory; -1 where it does not. */
  #base = -1;
  /** The end of its last line. */
  #end = 0;
  /** Up to where lines were looked at, how many were found, and the next of them. */
  #seen = 0;
  #found = 0;
  #next = 0;

  constructor(memory: LineMemory, { maxDepth }: { maxDepth: number }) {
    this.#memory = memory;
    this.#maxDepth = maxDepth;
    this.#table = new LayoutTable(memory.layouts, { maxDepth });
    this.#source = { bytes: memory.room, places: memory.rows, follows: false, longest: 0 };
  }

  /** Takes another layout into account; without room for it, its lines are not found. */
  add(layout: RecordLayout, parts: RecordParts): void {
    const width = ROW_HEAD + 2 * places(layout.members, parts.members);
    if (ROWS_HEAD + width > this.#memory.rows.length || !this.#table.add(layout, parts)) return;
    this.#width = Math.max(this.#width, width);
    this.#known.push(new PlacedRecords(layout, parts));
    this.#forget();
  }

  /** Goes on with another piece, and copies it into the memory unless it was read into it. */
  begin(piece: Buffer): void {
    const { room } = this.#memory;
    const isHere = piece.buffer === room.buffer;
    const fits = isHere || piece.length <= room.length;
    if (fits && !isHere) room.set(piece);
    this.#base = fits ? (isHere ? piece : room).byteOffset : -1;
    this.#source.bytes = piece;
    this.#end = piece.lastIndexOf(NEWLINE) + 1;
    this.#forget();
  }

  #forget(): void {
    this.#seen = 0;
    this.#found = 0;
    this.#next = 0;
  }

  /** Whether it looks through these bytes, which a piece longer than its memory is not. */
  holds(bytes: Buffer): boolean {
    return bytes === this.#source.bytes && this.#base !== -1;
  }

  /** The wanted parts of the line that begins here in bytes that it holds, if it was found. */
  read(start: number): JsonObject | undefined {
    const source = this.#source;
    if (this.#known.length === 0) return undefined;
    const { places: words } = source;
    if (start >= this.#seen) this.#look(start);
    let row = ROWS_HEAD + this.#next * this.#width;
    while (this.#next < this.#found && words[row]! < start) {
      this.#next += 1;
      row += this.#width;
    }
    if (this.#next === this.#found || words[row] !== start) return undefined;
    this.newline = words[row + 1]!;
    source.longest = 0;
    const record = this.#known[words[row + 2]!]!.read(source, row);
    if (!record || source.longest < 2 * this.#maxDepth) return record;
    return nestsWithin(record, this.#maxDepth) ? record : undefined;
  }

  /** Finds the next lines, from `start` on. */
  #look(start: number): void {
    const { loops, rows } = this.#memory;
    if (start >= this.#end) return;
    const most = Math.floor((rows.length - ROWS_HEAD) / this.#width);
    const base = this.#base;
    this.#next = 0;
    for (const records of this.#known) records.forget();
    this.#found = loops.placeRecords(
      this.#table.place,
      base,
      base + start,
      base + this.#end,
      rows.byteOffset,
      4 * this.#width,
      most,
    );
    this.#seen = rows[0]!;
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
