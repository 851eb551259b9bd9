import { isObject, type JsonObject } from "../outcomes/json-value.ts";
import { isSpace } from "./json-bytes.ts";
import { LaidRecords } from "./laid-records.ts";
import { nestsWithin } from "./nesting.ts";
import { RecordBytes } from "./record-bytes.ts";
import { recordLayout } from "./record-layout.ts";
import type { PartsOf } from "./record-parts.ts";
import { openingOf } from "./record-start.ts";

/** A file whose records are laid out in more ways is parsed. */
const MOST_LAYOUTS = 4;
/** Records that are looked at for another layout. */
const MOST_LOOKS = 64;

/**
 * The layouts in which the records of one file were met, each learnt from a record that was parsed in
 * full, to read the wanted parts of those behind it.
 */
export class KnownLayouts {
  readonly #partsOf: PartsOf;
  readonly #maxDepth: number;
  readonly #known: LaidRecords[] = [];
  readonly #prints = new Set<string>();
  readonly #source = new RecordBytes();
  #looks = 0;

  constructor(partsOf: PartsOf, { maxDepth }: { maxDepth: number }) {
    this.#maxDepth = maxDepth;
    this.#partsOf = partsOf;
  }

  /** The wanted parts of the line in [from, to); `undefined` where it has to be parsed. */
  read(bytes: Buffer, from: number, to: number): JsonObject | undefined {
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
    if (parts) this.#known.push(new LaidRecords(record, { layout, parts, opening }));
  }
}

/** Where a line ends without the white space behind it. */
function lineEnd(bytes: Buffer, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(bytes[end - 1])) end -= 1;
  return end;
}
