import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csv, csvLine, type CsvColumn, type CsvValue } from "../../src/report/csv.ts";

/** A small reader of RFC 4180: quoted fields, doubled quotes, any line end inside quotes. */
function parsed(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = "";
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (text[at] === '"') at += 1;
        value += text[at];
        at += 1;
      }
      at += 1;
    } else {
      while (at < text.length && !",\n".includes(text[at]!)) {
        if ('"\r'.includes(text[at]!)) throw new Error(`a bare mark at ${at}`);
        value += text[at];
        at += 1;
      }
    }
    row.push(value);
    if (text[at] === "\n") {
      rows.push(row);
      row = [];
    } else if (text[at] !== ",") throw new Error(`no separator at ${at}`);
    else if (text[at + 1] === "\n") row.push("");
    at += 1;
    if (row.at(-1) === "" && text[at] === "\n") {
      rows.push(row);
      row = [];
      at += 1;
    }
  }
  return rows;
}

const columns: readonly CsvColumn<readonly CsvValue[]>[] = ["a", 'b "quoted"', "=c"].map(
  (name, place) => ({ name, value: (row) => row[place] }),
);
const hostile = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(",", '"', "\n", "\r", "=", "'", "a", " ", "\t") }),
);
const value = fc.oneof<fc.Arbitrary<CsvValue>[]>(
  hostile,
  fc.double(),
  fc.constantFrom(null, undefined),
);
const formula = /^[=+\-@\t\r\n＝＋－＠]/u;

describe("csv", () => {
  it("every text comes back from a reader of RFC 4180, formulas with an apostrophe in front", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile, hostile), { maxLength: 6 }), (rows) => {
        const guarded = (text: string) => (formula.test(text) ? `'${text}` : text);
        expect(parsed(csv(columns, rows))).toEqual([
          ["a", 'b "quoted"', "'=c"],
          ...rows.map((row) => row.map(guarded)),
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it("no text field starts like a formula", () => {
    for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＠x"]) {
      const [[field]] = parsed(csvLine([{ name: "x", value: (row: string) => row }], text)) as [
        [string],
      ];
      expect(field).toBe(`'${text}`);
    }
  });

  it("numbers have all their digits and their sign, and nothing is an empty field", () => {
    const line = csvLine(columns, [-0.1, 1 / 3, 1e-9]);
    expect(line).toBe("-0.1,0.3333333333333333,1e-9\n");
    expect(csvLine(columns, [null, undefined, Number.NaN])).toBe(",,\n");
    expect(csvLine(columns, [Infinity, 0, ""])).toBe(",0,\n");
  });

  it("has one line per row after the header, each with one field per column", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value), { maxLength: 6 }), (rows) => {
        const found = parsed(csv(columns, rows));
        expect(found).toHaveLength(rows.length + 1);
        for (const row of found) expect(row).toHaveLength(columns.length);
      }),
    );
  });

  it("is a header alone without rows", () => {
    expect(csv(columns.slice(0, 1), [])).toBe("a\n");
  });
});
