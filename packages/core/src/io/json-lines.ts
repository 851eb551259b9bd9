import { EipError } from "../errors.ts";
import type { Problem } from "../outcomes/adapter.ts";
import { ByteWindow } from "./byte-window.ts";
import { isSpace } from "./json-bytes.ts";
import { parsed } from "./json-slice.ts";
import { JsonScanner, repairJson } from "./json-scanner.ts";
import { KnownLayouts } from "./known-layouts.ts";
import { readChunks, type ChunkOptions } from "./lines.ts";
import { shownPath } from "./open.ts";
import { nestsWithin } from "./nesting.ts";
import type { PartsOf } from "./record-parts.ts";
import { isPrettyPrinted, openingAt, openingOf, recordLine } from "./record-start.ts";

/**
 * Where a value stands: the index of the top-level value first, then the keys and indices of the
 * containers that were opened around it.
 */
export type JsonPath = readonly (string | number)[];

export interface JsonValue {
  readonly value: unknown;
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly path: JsonPath;
  /** How many NaN, Infinity and -Infinity tokens in it became null. */
  readonly nonFinite: number;
  /**
   * Lines over which somebody broke it: it begins in the middle of its first line as a record of JSON
   * lines does, and goes on below. 1 for a value in one piece, pretty-printed or not.
   */
  readonly brokenOver: number;
}

/** A stretch of text from which no value could be recovered. */
export interface SkippedJson {
  readonly code: "damaged" | "too-large";
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly found: string;
  readonly expected: string;
}

export interface JsonReaderOptions {
  /**
   * Which containers are entered, so that their elements or members come one by one, rather than
   * handed over whole. Default: an array at the top, and nothing else.
   */
  readonly opens?: ((path: JsonPath, kind: "array" | "object") => boolean) | undefined;
  /** A value of more bytes is skipped and never held; default 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** A value that nests deeper is skipped; default 512 levels. */
  readonly maxDepth?: number | undefined;
  /**
   * What is wanted of records that stand on a line each; they then hold at least that. Once one was
   * read in full, those laid out alike are found without parsing them, many times as fast. Of the
   * rest it is seen that members follow each other as usual, quotes pair up and as many brackets
   * close as open, no more; in few bytes, and where there is no WebAssembly, records are read at their beginning and
   * their end only, and of the midst it is seen that no other record begins in it. Values inside may
   * be shared by several records. Default: all of it.
   */
  readonly partsOf?: PartsOf | undefined;
  /** Called once for each stretch that is left out. */
  readonly onSkipped?: ((skipped: SkippedJson) => void) | undefined;
}

export interface JsonFileOptions extends Omit<JsonReaderOptions, "onSkipped">, ChunkOptions {
  /** Called for each stretch that is left out. Absent: the first is thrown. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
  /** Called with the size of each chunk, unpacked. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/**
 * The JSON values of a file, by content and never by name: one a line, the elements of one array,
 * or objects spread over lines one after another. Memory holds one value at a time.
 *
 * Python's NaN, Infinity and -Infinity become null and are counted; inside strings they stay. A
 * record that was broken over lines is put together again, also inside a string. What cannot be
 * recovered is reported with its line and costs no whole value before or behind it.
 *
 * @throws EipError for a file that cannot be read; `damaged` or `too-large` without `onProblem`.
 * @example
 * ```ts
 * for await (const { value, line } of readJsonValues("samples_gsm8k.jsonl")) console.log(line, value);
 * ```
 */
export async function* readJsonValues(
  path: string,
  options: JsonFileOptions = {},
): AsyncGenerator<JsonValue> {
  for await (const values of readJsonPieces(path, options)) yield* values;
}

/**
 * The JSON values of a file as {@link readJsonValues} gives them, by the piece of the file: those that end
 * in one piece, to be gone through before the next piece is asked for. Faster where values are short.
 *
 * @example
 * ```ts
 * for await (const values of readJsonPieces("samples_gsm8k.jsonl"))
 *   for (const { value, line } of values) console.log(line, value);
 * ```
 */
export async function* readJsonPieces(
  path: string,
  { onProblem, onBytes, ...options }: JsonFileOptions = {},
): AsyncGenerator<Iterable<JsonValue>> {
  const reader = new JsonReader({
    ...options,
    onSkipped({ code, line, found, expected }) {
      const error = new EipError(code, { where: `${shownPath(path)}:${line}`, found, expected });
      if (!onProblem) throw error;
      onProblem({ severity: "skipped", code, message: error.message, path, line });
    },
  });
  const buffersFor = (size: number): readonly Buffer[] | undefined => reader.buffers(size);
  for await (const chunk of readChunks(path, { ...options, buffersFor })) {
    onBytes?.(chunk.length);
    yield reader.push(chunk);
  }
  yield reader.end();
}

type Frame =
  | { readonly kind: "top" | "array"; index: number }
  | { readonly kind: "object"; key: string; expects: "key" | "colon" | "value" };

const MAX_BYTES = 64 * 2 ** 20;
const MAX_DEPTH = 512;
/** After a failed value, bytes may be looked at again, but only so many in one file. */
const MAX_REREAD = 256 * 2 ** 20;
const WHOLE_VALUES = "whole JSON values";

const LINE_BREAK = Buffer.from("\n");
const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const opensTopArray = (path: JsonPath, kind: "array" | "object"): boolean =>
  path.length === 1 && kind === "array";

/**
 * Turns pieces of bytes, cut anywhere, into JSON values; see {@link readJsonValues}.
 *
 * @example
 * ```ts
 * const reader = new JsonReader();
 * [...reader.push(Buffer.from('{"a": 1}\n{"a"'))].length; // 1
 * [...reader.push(Buffer.from(": NaN}")), ...reader.end()]; // [{ value: { a: null }, line: 2, … }]
 * ```
 */
export class JsonReader {
  readonly #window = new ByteWindow();
  readonly #scanner: JsonScanner;
  readonly #frames: Frame[] = [{ kind: "top", index: 0 }];
  readonly #opens: NonNullable<JsonReaderOptions["opens"]>;
  readonly #maxBytes: number;
  readonly #maxDepth: number;
  readonly #onSkipped: JsonReaderOptions["onSkipped"];
  /** How values are found: at the next byte, by going on with one, or behind a damaged stretch. */
  #mode: "next" | "line" | "scan" | "discard" | "seek" | "stop" = "next";
  /** Bytes of the value at the window's start that were searched or scanned already. */
  #passed = 0;
  #reread = 0;
  /** How the records of this file begin, down to their first key: marks where one may start. */
  #opening: Buffer | undefined;
  #damage: SkippedJson | undefined;
  readonly #layouts: KnownLayouts | undefined;

  constructor({ opens, maxBytes, maxDepth, onSkipped, partsOf }: JsonReaderOptions = {}) {
    this.#opens = opens ?? opensTopArray;
    this.#maxBytes = maxBytes ?? MAX_BYTES;
    this.#maxDepth = maxDepth ?? MAX_DEPTH;
    this.#onSkipped = onSkipped;
    this.#scanner = new JsonScanner(this.#maxDepth);
    this.#layouts = partsOf && new KnownLayouts(partsOf, { maxDepth: this.#maxDepth });
  }

  /**
   * Buffers to read a file of so many bytes into by turns, a piece at a time, until {@link end}; values
   * are found fastest in them. `undefined` where any will do.
   */
  buffers(size: number): readonly Buffer[] | undefined {
    return this.#layouts?.buffers(size);
  }

  /** The values that end in this piece, which may be overwritten when they were gone through. */
  *push(chunk: Uint8Array): Generator<JsonValue> {
    const window = this.#window;
    // A line that began in the piece before is put together, and the others are read where they are.
    const cut = window.size === 0 ? 0 : chunk.indexOf(NEWLINE) + 1;
    for (const piece of cut === 0 ? [chunk] : [chunk.subarray(0, cut), chunk.subarray(cut)]) {
      window.append(piece);
      this.#layouts?.begin(window.bytes);
      for (let step = this.#step(false); step !== "more"; step = this.#step(false)) {
        if (step !== "on") yield step;
      }
    }
    window.keep();
  }

  /** The last values, now that nothing follows. */
  *end(): Generator<JsonValue> {
    for (let step = this.#step(true); step !== "more"; step = this.#step(true)) {
      if (step !== "on") yield step;
    }
    if (this.#frames.length > 1 && this.#mode !== "stop")
      this.#damage ??= this.#damageHere("damaged", "a list that breaks off before its end");
    this.#report();
    this.#layouts?.end();
  }

  #step(final: boolean): JsonValue | "on" | "more" {
    switch (this.#mode) {
      case "next":
        return this.#nextLine() ?? this.#next(final);
      case "line":
        return this.#tryLine(final);
      case "scan":
        return this.#scan(final);
      case "discard":
        return this.#discard(final);
      case "seek":
        return this.#seek(final);
      default:
        this.#window.advance(this.#window.end);
        return "more";
    }
  }

  /** The value of the next line, if it is laid out like one before. */
  #nextLine(): JsonValue | undefined {
    const frame = this.#frames[0]!;
    if (!this.#layouts || frame.kind === "object" || this.#frames.length > 1) return undefined;
    const window = this.#window;
    const { bytes } = window;
    while (bytes[window.start] === NEWLINE) window.passLine(window.start);
    const { start, line } = window;
    if (bytes[start] !== OPEN_BRACE) return undefined;
    const path = [frame.index];
    const value = this.#opens(path, "object") ? undefined : this.#layouts.next(bytes, start);
    const { newline } = this.#layouts;
    if (!value || newline - start > this.#maxBytes) return undefined;
    this.#report();
    window.passLine(newline);
    frame.index += 1;
    return { value, line, path, nonFinite: 0, brokenOver: 1 };
  }

  /** Passes what stands between values, and decides how the next one is read. */
  #next(final: boolean): "on" | "more" {
    const window = this.#window;
    if (!passSpace(window, final)) return "more";
    const frame = this.#frames.at(-1)!;
    const byte = window.bytes[window.start]!;
    if (frame.kind === "object" && frame.expects !== "value")
      return this.#nextInObject(frame, byte);
    if (frame.kind === "array" && byte === CLOSE_BRACKET) return this.#leave();
    if (frame.kind !== "object" && byte === COMMA) return this.#pass();
    if (byte === OPEN_BRACKET && this.#opens(this.#path(), "array")) {
      this.#frames.push({ kind: "array", index: 0 });
      return this.#pass();
    }
    if (byte === OPEN_BRACE && this.#opens(this.#path(), "object")) {
      this.#frames.push({ kind: "object", key: "", expects: "key" });
      return this.#pass();
    }
    this.#begin(frame.kind === "top" ? "line" : "scan");
    return "on";
  }

  #nextInObject(frame: Frame & { kind: "object" }, byte: number): "on" | "more" {
    if (frame.expects === "colon") {
      if (byte !== COLON) return this.#recover("a key without a value", this.#window.start);
      frame.expects = "value";
      return this.#pass();
    }
    if (byte === CLOSE_BRACE) return this.#leave();
    if (byte === COMMA) return this.#pass();
    if (byte !== QUOTE) return this.#recover("not JSON", this.#window.start);
    this.#begin("scan");
    return "on";
  }

  #pass(): "on" {
    this.#window.advance(this.#window.start + 1);
    return "on";
  }

  #leave(): "on" {
    this.#frames.pop();
    this.#moveOn();
    return this.#pass();
  }

  /** Counts a value of the innermost container as passed. */
  #moveOn(): void {
    const frame = this.#frames.at(-1)!;
    if (frame.kind === "object") frame.expects = "key";
    else frame.index += 1;
  }

  #begin(mode: "line" | "scan"): void {
    this.#mode = mode;
    this.#passed = 0;
    this.#scanner.reset();
  }

  /** The usual case, one value on one line, costs one search and one parse. */
  #tryLine(final: boolean): JsonValue | "on" | "more" {
    const { bytes, start, end, size } = this.#window;
    const newline = bytes.indexOf(NEWLINE, start + this.#passed);
    if (newline === -1 && !final && size <= this.#maxBytes) {
      this.#passed = size;
      return "more";
    }
    const stop = newline === -1 ? end : newline;
    // Here comes the line at the end of a piece, which the next piece made whole.
    const isObject = bytes[start] === OPEN_BRACE && stop - start <= this.#maxBytes;
    const known = isObject ? this.#layouts?.read(bytes, start, stop) : undefined;
    if (known) return this.#hand(known, { stop, nonFinite: 0 });
    const text = bytes.subarray(start, stop);
    const value = stop - start > this.#maxBytes ? undefined : parsed(text);
    // A text with fewer bytes than brackets cannot nest too deep.
    const isFlat = stop - start < 2 * this.#maxDepth;
    if (value !== undefined && (isFlat || nestsWithin(value, this.#maxDepth))) {
      this.#layouts?.learn(value, text);
      return this.#hand(value, { stop, nonFinite: 0 });
    }
    this.#begin("scan");
    return "on";
  }

  #scan(final: boolean): JsonValue | "on" | "more" {
    const { bytes, start, end } = this.#window;
    const scanner = this.#scanner;
    const result = scanner.scan(bytes, start + this.#passed, end);
    this.#passed = scanner.at - start;
    if (result === "broken") {
      const found = scanner.tooDeep ? `nested deeper than ${this.#maxDepth} levels` : "not JSON";
      return this.#recover(found, scanner.at);
    }
    const ended = result === "whole" || (final && scanner.end());
    if (this.#passed > this.#maxBytes) return this.#refuse(ended);
    if (ended) return this.#parseScanned(scanner.at);
    return final ? this.#recover("a value that breaks off before its end", end) : "more";
  }

  #parseScanned(stop: number): JsonValue | "on" {
    const { nonFinite, rawControls } = this.#scanner;
    const raw = this.#window.bytes.subarray(this.#window.start, stop);
    if (this.#holdsRecordStart(raw)) return this.#recover("a value that breaks off", stop);
    const value = parsed(
      nonFinite + rawControls === 0 ? raw : repairJson(raw, { nonFinite, rawControls }),
    );
    if (value === undefined) return this.#recover("not JSON", stop);
    const frame = this.#frames.at(-1)!;
    if (frame.kind !== "object" || frame.expects === "value")
      return this.#hand(value, { stop, nonFinite });
    frame.key = value as string;
    frame.expects = "colon";
    this.#window.advance(stop);
    this.#mode = "next";
    return "on";
  }

  /** Whether joining lines has swallowed the beginning of another record. */
  #holdsRecordStart(raw: Buffer): boolean {
    const opening = this.#opening ?? openingOf(this.#window);
    return (
      this.#frames.length === 1 &&
      opening !== undefined &&
      raw.indexOf(Buffer.concat([LINE_BREAK, opening])) !== -1
    );
  }

  /** Gives a whole value out and moves behind it. */
  #hand(value: unknown, { stop, nonFinite }: { stop: number; nonFinite: number }): JsonValue {
    this.#report();
    const { line } = this.#window;
    const mayBeBroken = this.#frames.length === 1 && !isPrettyPrinted(this.#window);
    this.#opening ??= openingOf(this.#window);
    const path = this.#path();
    this.#window.advance(stop);
    this.#moveOn();
    this.#mode = "next";
    const brokenOver = mayBeBroken ? this.#window.line - line + 1 : 1;
    return { value, line, path, nonFinite, brokenOver };
  }

  #path(): JsonPath {
    return this.#frames.map((frame) => (frame.kind === "object" ? frame.key : frame.index));
  }

  /** Reports a value above the bound and passes it without keeping it. */
  #refuse(ended: boolean): "on" {
    this.#report();
    this.#damage = this.#damageHere(
      "too-large",
      `a value of more than ${this.#maxBytes.toLocaleString("en")} bytes`,
    );
    this.#report();
    this.#window.advance(this.#window.start + this.#passed);
    if (ended) this.#moveOn();
    this.#mode = ended ? "next" : "discard";
    return "on";
  }

  #discard(final: boolean): "on" | "more" {
    const window = this.#window;
    const result = this.#scanner.scan(window.bytes, window.start, window.end);
    window.advance(this.#scanner.at);
    if (result === "open") {
      if (final) this.#mode = "stop";
      return "more";
    }
    if (result === "whole") this.#moveOn();
    this.#mode = result === "whole" ? "next" : this.#inKeyedObject() ? "stop" : "seek";
    return "on";
  }

  /** Notes a stretch that is no value, and looks for the next place where one may begin. */
  #recover(found: string, failedAt: number): "on" {
    const window = this.#window;
    // Behind a damaged stretch nobody knows under which key a value stands.
    const stops = this.#inKeyedObject();
    const rest = stops && failedAt < window.end ? ", so the rest of the file was not read" : "";
    this.#damage ??= this.#damageHere("damaged", found + rest);
    this.#opening ??= openingOf(window);
    const next = this.#reread > MAX_REREAD ? failedAt : 0;
    const resume = Math.min(window.end, Math.max(next, window.start + 1));
    this.#reread += Math.max(0, failedAt - resume);
    window.advance(resume);
    this.#mode = stops ? "stop" : "seek";
    return "on";
  }

  /** Finds a line that begins with an object, or any place that begins like the other records. */
  #seek(final: boolean): "on" | "more" {
    const window = this.#window;
    const line = this.#frames.length === 1 ? recordLine(window) : { at: -1, keep: window.end };
    const opening = openingAt(window, { opening: this.#opening, before: line.at });
    const at = opening.at === -1 ? line.at : opening.at;
    if (at === -1) {
      window.advance(final ? window.end : Math.min(line.keep, opening.keep));
      return "more";
    }
    window.advance(at);
    this.#mode = "next";
    return "on";
  }

  #inKeyedObject(): boolean {
    return this.#frames.some((frame) => frame.kind === "object");
  }

  #damageHere(code: SkippedJson["code"], found: string): SkippedJson {
    return { code, line: this.#window.line, found, expected: WHOLE_VALUES };
  }

  #report(): void {
    const damage = this.#damage;
    this.#damage = undefined;
    if (damage) this.#onSkipped?.(damage);
  }
}

/** Moves to the next byte that is no white space; false where there is none yet. */
function passSpace(window: ByteWindow, final: boolean): boolean {
  const { bytes, end } = window;
  let at = window.start;
  while (at < end && (isSpace(bytes[at]) || isByteOrderMark(bytes, at))) {
    at += isSpace(bytes[at]) ? 1 : 3;
  }
  window.advance(at);
  return at < end && (final || bytes[at] !== 0xef || end - at >= 3);
}

function isByteOrderMark(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
}
