import { isObject, type JsonObject } from "../outcomes/json-value.ts";
import { isSpace } from "./json-bytes.ts";
import { LaidRecords } from "./laid-records.ts";
import { lineMemory, type LineMemory } from "./line-memory.ts";
import { nestsWithin } from "./nesting.ts";
import { PlacedLines } from "./placed-lines.ts";
import { RecordBytes } from "./record-bytes.ts";
import { recordLayout, type RecordLayout } from "./record-layout.ts";
import type { PartsOf, RecordParts } from "./record-parts.ts";
import { openingOf } from "./record-start.ts";

/** A file whose records are laid out in more ways is parsed. */
const MOST_LAYOUTS = 4;
/** Records that are looked at for another layout. */
const MOST_LOOKS = 64;
/** Files of fewer bytes are read before compiled loops have been set up. */
const FEWEST_BYTES = 2 ** 16;
const NEWLINE = 0x0a;

/**
 * The layouts in which the records of one file were met, each learnt from a record that was parsed in
 * full, to read the wanted parts of those behind it: by compiled loops, or in TypeScript for few bytes,
 * a line longer than a piece, or without WebAssembly.
 */
export class KnownLayouts {
  readonly #partsOf: PartsOf;
  readonly #maxDepth: number;
  /** The line break behind the record that {@link next} gave last. */
  newline = 0;
  readonly #known: LaidRecords[] = [];
  readonly #layouts: { readonly layout: RecordLayout; readonly parts: RecordParts }[] = [];
  #memory: LineMemory | undefined;
  #placed: PlacedLines | undefined;
  #pushed = 0;
  readonly #prints = new Set<string>();
  readonly #source = new RecordBytes();
  #looks = 0;

  constructor(partsOf: PartsOf, { maxDepth }: { maxDepth: number }) {
    this.#maxDepth = maxDepth;
    this.#partsOf = partsOf;
  }

  /** Buffers to read a file of so many bytes into by turns. */
  buffers(size: number): readonly Buffer[] | undefined {
    if (size >= FEWEST_BYTES && !this.#memory) this.#compile();
    return this.#memory?.pieces;
  }

  #compile(): void {
    this.#memory = lineMemory();
    this.#placed = this.#memory && new PlacedLines(this.#memory, { maxDepth: this.#maxDepth });
    for (const { layout, parts } of this.#layouts) this.#placed?.add(layout, parts);
  }

  /** Goes on with another piece of the file. */
  begin(piece: Buffer): void {
    const before = this.#pushed;
    this.#pushed += piece.length;
    if (before < FEWEST_BYTES && this.#pushed >= FEWEST_BYTES && !this.#memory) this.#compile();
    this.#placed?.begin(piece);
  }

  /** Says that nothing more is read. */
  end(): void {
    this.#placed = undefined;
    this.#memory?.release();
    this.#memory = undefined;
  }

  /** The wanted parts of the next line, which begins here; `undefined` where it has to be parsed. */
  next(bytes: Buffer, start: number): JsonObject | undefined {
    const placed = this.#placed;
    if (placed?.holds(bytes)) {
      const record = placed.read(start);
      this.newline = placed.newline;
      return record;
    }
    this.newline = bytes.indexOf(NEWLINE, start);
    return this.newline === -1 ? undefined : this.read(bytes, start, this.newline);
  }

  /** The wanted parts of the line in [from, to); `undefined` where it has to be parsed. */
  read(bytes: Buffer, from: number, to: number): JsonObject | undefined {
    // What compiled loops do not find is not laid out like that, as they look at every byte.
    if (this.#placed?.holds(bytes)) return this.#placed.read(from);
    if (this.#known.length === 0) return undefined;
    const end = lineEnd(bytes, from, to);
    this.#source.begin(bytes, from);
    for (const records of this.#known) {
      const record = records.read(this.#source, from, end);
      if (
        record &&
        (this.#source.longest < 2 * this.#maxDepth || nestsWithin(record, this.#maxDepth))
      )
        return record;
    }
    return undefined;
  }

  /** Learns from a line that was parsed. */
  learn(value: unknown, line: Buffer): void {
    if (this.#known.length === MOST_LAYOUTS || this.#looks === MOST_LOOKS) return;
    this.#looks += 1;
    const record = Buffer.from(line.subarray(0, lineEnd(line, 0, line.length)));
    const opening = openingOf({ bytes: record, start: 0 });
    if (!isObject(value) || !opening) return;
    const layout = recordLayout(record, 0, record.length);
    if (!layout) return;
    const print = JSON.stringify([
      ...layout.members.map(({ lead }) => lead.toString("latin1")),
      layout.close.toString("latin1"),
    ]);
    if (this.#prints.has(print)) return;
    this.#prints.add(print);
    const parts = this.#partsOf(layout.members.map(({ key }) => key));
    if (!parts) return;
    this.#known.push(new LaidRecords(record, { layout, parts, opening }));
    this.#layouts.push({ layout, parts });
    this.#placed?.add(layout, parts);
  }
}

/** Where a line ends without the white space behind it. */
function lineEnd(bytes: Buffer, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(bytes[end - 1])) end -= 1;
  return end;
}
