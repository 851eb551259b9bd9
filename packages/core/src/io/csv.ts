import { EipError } from "../errors.ts";
import { LineSplitter, readChunks, type LineOptions, type TextLine } from "./lines.ts";
import { shownPath } from "./open.ts";

export interface CsvRecord {
  readonly fields: readonly string[];
  /** The line it begins on, from 1. */
  readonly line: number;
}

export interface CsvOptions extends LineOptions {
  /** Default: read from the first line, see {@link delimiterOf}. */
  readonly delimiter?: string | undefined;
}

/**
 * The records of a delimited text file (RFC 4180) in batches as they come from the disk: with quoted
 * delimiters, quotes and line breaks, `\n` or `\r\n`, with or without a byte order mark. Empty lines
 * are no records. Fields come back as they are: nothing is trimmed or converted.
 *
 * @throws EipError `damaged` for a quote that never ends, or text behind a closing quote.
 * @example
 * ```ts
 * for await (const records of readCsv("long.csv")) {
 *   for (const { fields, line } of records) console.log(line, fields); // 1 ["model", "item", "score"]
 * }
 * ```
 */
export async function* readCsv(
  path: string,
  options: CsvOptions = {},
): AsyncGenerator<readonly CsvRecord[]> {
  const splitter = new LineSplitter(path, options);
  const parser = new CsvParser(shownPath(path), options);
  for await (const chunk of readChunks(path, options))
    yield recordsOf(splitter.push(chunk), parser);
  yield recordsOf(splitter.end(), parser);
  parser.end();
}

function recordsOf(lines: Iterable<TextLine>, parser: CsvParser): CsvRecord[] {
  const records: CsvRecord[] = [];
  for (const line of lines) {
    const record = parser.push(line);
    if (record) records.push(record);
  }
  return records;
}

/**
 * The delimiter of a header line: whichever of tab, comma and semicolon parts it most often outside
 * quotes, the first of them at a tie; comma where none does.
 *
 * @example
 * ```ts
 * delimiterOf("model\titem\tscore"); // "\t"
 * ```
 */
export function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, "");
  const count = (delimiter: string): number => bare.split(delimiter).length - 1;
  const most = ["\t", ",", ";"].reduce((best, next) => (count(next) > count(best) ? next : best));
  return count(most) > 0 ? most : ",";
}

const MAX_RECORD = 64 * 2 ** 20;

/** Puts lines together into records: one goes on in the next line while a quote is open. */
export class CsvParser {
  readonly #name: string;
  readonly #maxBytes: number;
  #delimiter: string | undefined;
  #fields: string[] = [];
  #line = 0;
  /** Pieces of the quoted field that is open, if one is. */
  #open: string[] | undefined;
  #openLength = 0;

  constructor(name: string, { delimiter, maxBytes = MAX_RECORD }: CsvOptions = {}) {
    this.#name = name;
    this.#delimiter = delimiter;
    this.#maxBytes = maxBytes;
  }

  /** The record that ends on this line, if one does. */
  push({ text, line }: TextLine): CsvRecord | undefined {
    if (!this.#open) {
      if (text === "" || text === "\r") return undefined;
      this.#fields = [];
      this.#line = line;
    }
    const delimiter = (this.#delimiter ??= delimiterOf(text));
    if (!this.#open && !text.includes('"')) {
      return { fields: withoutReturn(text).split(delimiter), line };
    }
    return this.#scan(text, delimiter) ? { fields: this.#fields, line: this.#line } : undefined;
  }

  /** @throws EipError `damaged` when a quote is still open. */
  end(): void {
    if (this.#open) throw this.#damaged("a quoted field that never ends");
  }

  #scan(text: string, delimiter: string): boolean {
    for (let at = 0; ; at += delimiter.length) {
      if (!this.#open && text[at] === '"') {
        this.#open = [];
        at += 1;
      }
      const end = this.#open ? this.#quoted(text, at) : this.#plain(text, at, delimiter);
      if (end === undefined) return false;
      at = end;
      if (at === text.length || (at === text.length - 1 && text.endsWith("\r"))) return true;
      if (!text.startsWith(delimiter, at)) throw this.#damaged("text behind a closing quote");
    }
  }

  #plain(text: string, start: number, delimiter: string): number {
    const next = text.indexOf(delimiter, start);
    this.#fields.push(next === -1 ? withoutReturn(text.slice(start)) : text.slice(start, next));
    return next === -1 ? text.length : next;
  }

  #quoted(text: string, start: number): number | undefined {
    const end = closingQuote(text, start);
    this.#open!.push(text.slice(start, end === -1 ? undefined : end));
    if (end === -1) {
      this.#openLength += text.length - start;
      if (this.#openLength > this.#maxBytes) this.end();
      this.#open!.push("\n");
      return undefined;
    }
    this.#fields.push(this.#open!.join("").replaceAll('""', '"'));
    this.#open = undefined;
    this.#openLength = 0;
    return end + 1;
  }

  #damaged(found: string): EipError {
    return new EipError("damaged", {
      where: `${this.#name}:${this.#line}`,
      found,
      expected: 'fields as in RFC 4180: "a ""quoted"" field", next',
      try: "write the file again with a CSV library",
    });
  }
}

function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}

function withoutReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
