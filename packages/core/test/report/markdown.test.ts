import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownTable, markdownText } from "../../src/report/markdown.ts";

const hostile = fc.string({
  unit: fc.constantFrom(..."|\\`*_[]()~<>&\n\ra b1#".split("")),
  maxLength: 30,
});

/** What a reader of Markdown sees: escapes taken back. */
function seen(text: string): string {
  return text
    .replaceAll(/\\([\\`*_[\](|~])/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}

describe("markdownText", () => {
  it("leaves no mark that Markdown would read as markup", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const plain = markdownText(text);
        expect(plain).not.toMatch(/[\r\n<]/);
        // Within a word an underscore is none, and brackets are without a parenthesis after them.
        const rest = plain
          .replaceAll(/\\[^a-z0-9\s]/g, " ")
          .replaceAll(/(?<=[a-z0-9])_(?=[a-z0-9])/g, "");
        expect(rest).not.toMatch(/[\\`*_|~]|\]\(/);
        expect(plain.replaceAll(/&(lt|amp);/g, "")).not.toContain("&");
      }),
      { numRuns: 300 },
    );
  });

  it("shows the reader the text as it was, line ends as spaces", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(seen(markdownText(text))).toBe(text.replaceAll(/[\r\n]+/g, " "));
      }),
      { numRuns: 300 },
    );
  });

  it("shows what could move a cursor or turn a text round", () => {
    expect(markdownText("m\u001B[2J\u202Ea\tb")).toBe(String.raw`m\\x1b[2J\\u202ea b`);
    expect(markdownText("\u001B](x)")).toBe(String.raw`\\x1b]\(x)`);
  });

  it("neither HTML nor a ready-made entity gets through", () => {
    expect(markdownText("<img src=x onerror=alert(1)>")).toBe("&lt;img src=x onerror=alert(1)>");
    expect(markdownText("&lt;b>")).toBe("&amp;lt;b>");
    expect(markdownText("[click](javascript:alert(1))")).toBe(
      String.raw`[click]\(javascript:alert(1))`,
    );
  });
});

describe("markdownTable", () => {
  it("is a header, a line of alignments and one line per row", () => {
    const table = markdownTable({
      columns: [
        { header: "model", align: "left" },
        { header: "rank", align: "right" },
      ],
      rows: [["a|b", "1"]],
    });
    expect(table).toBe("| model | rank |\n| --- | --: |\n| a\\|b | 1 |\n");
  });

  it("has as many cells in each line as columns, whatever names hold", () => {
    const rows = fc.array(fc.tuple(hostile, hostile), { maxLength: 5 });
    fc.assert(
      fc.property(hostile, rows, (header, cells) => {
        const table = markdownTable({
          columns: [
            { header, align: "left" },
            { header: "x", align: "right" },
          ],
          rows: cells,
        });
        const lines = table.split("\n");
        expect(lines).toHaveLength(cells.length + 3);
        expect(lines.at(-1)).toBe("");
        for (const line of lines.slice(0, -1)) {
          const bars = line.replaceAll(/\\./g, "").match(/\|/g);
          expect(bars).toHaveLength(3);
        }
      }),
      { numRuns: 300 },
    );
  });
});
