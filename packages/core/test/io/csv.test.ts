import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CsvParser, delimiterOf, readCsv, type CsvOptions } from "../../src/io/csv.ts";
import { LineSplitter } from "../../src/io/lines.ts";
import { rejection } from "./rejection.ts";
import { temporaryFile } from "./temporary-folder.ts";

function parse(text: string, options?: CsvOptions): [number, ...string[]][] {
  const splitter = new LineSplitter("x.csv");
  const parser = new CsvParser("x.csv", options);
  const lines = [...splitter.push(Buffer.from(text)), ...splitter.end()];
  const records = lines.flatMap((line) => parser.push(line) ?? []);
  parser.end();
  return records.map(({ fields, line }) => [line, ...fields]);
}

describe("readCsv", () => {
  it("parts fields and counts lines", () => {
    expect(parse("a,b\n1,\n,2")).toEqual([
      [1, "a", "b"],
      [2, "1", ""],
      [3, "", "2"],
    ]);
  });

  it("keeps delimiters, quotes and line breaks of quoted fields; the record has its first line", () => {
    expect(parse('a,b\n"x,y","say ""hi"""\n"two\nlines\r\n",z\nlast,one')).toEqual([
      [1, "a", "b"],
      [2, "x,y", 'say "hi"'],
      [3, "two\nlines\r\n", "z"],
      [6, "last", "one"],
    ]);
  });

  it("takes carriage returns at line ends, a byte order mark and empty lines for nothing", () => {
    expect(parse('\uFEFFa,b\r\n\r\n"1","2"\r\n\n3,4\r\n')).toEqual([
      [1, "a", "b"],
      [3, "1", "2"],
      [5, "3", "4"],
    ]);
  });

  it("takes a quote inside a bare field for a letter", () => {
    expect(parse('size,x\n5" disk,y')).toEqual([
      [1, "size", "x"],
      [2, '5" disk', "y"],
    ]);
  });

  it("finds the delimiter in the first line, outside quotes", () => {
    expect(delimiterOf("model;item,x;score")).toBe(";");
    expect(delimiterOf('"a,b,c"\td')).toBe("\t");
    expect(delimiterOf("score")).toBe(",");
    expect(parse("a\tb,c\n1\t2,3")).toEqual([
      [1, "a", "b,c"],
      [2, "1", "2,3"],
    ]);
  });

  it("refuses a quote that never ends, with the line where it begins", async () => {
    const path = temporaryFile("x.csv", 'a,b\n1,"2\n3,4\n');
    const read = async (): Promise<void> => {
      for await (const _ of readCsv(path));
    };
    expect(await rejection(read())).toMatchObject({
      code: "damaged",
      where: `${path}:2`,
      found: "a quoted field that never ends",
    });
  });

  it("refuses text behind a closing quote", () => {
    expect(() => parse('a,b\n"1"2,3')).toThrow(expect.objectContaining({ where: "x.csv:2" }));
  });

  it("does not collect an open quote for ever", () => {
    expect(() => parse(`"${"open\n".repeat(1000)}`, { maxBytes: 2000 })).toThrow(
      expect.objectContaining({ code: "damaged", where: "x.csv:1" }),
    );
  });

  it("takes linear time for a quoted field of many lines", () => {
    const field = "line\n".repeat(400_000);
    expect(parse(`a,b\n"${field}",x`)[1]).toEqual([2, field, "x"]);
  });

  it("gives back any table of texts that was written by RFC 4180", () => {
    const field = fc.oneof(
      fc.string({ unit: fc.constantFrom(",", '"', "\n", "\r", ";", "\t", "a", " ") }),
      fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "")),
    );
    const table = fc
      .tuple(fc.integer({ min: 2, max: 5 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
      .chain(([width, ending, quoteAll]) =>
        fc.record({
          rows: fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1 }),
          ending: fc.constant(ending),
          quoteAll: fc.constant(quoteAll),
        }),
      );
    const written = (text: string, quoteAll: boolean): string =>
      quoteAll || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    fc.assert(
      fc.property(table, ({ rows, ending, quoteAll }) => {
        const text = rows
          .map((row) => row.map((value) => written(value, quoteAll)).join(",") + ending)
          .join("");
        const read = parse(text, { delimiter: "," }).map(([, ...fields]) => fields);
        const expected = rows.map((row) => row.map((value) => Buffer.from(value).toString()));
        if (!quoteAll && expected[0]![0]!.startsWith("\uFEFF")) {
          expected[0]![0] = expected[0]![0]!.slice(1);
        }
        expect(read).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
