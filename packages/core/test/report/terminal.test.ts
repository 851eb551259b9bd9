import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { TextColumn, TextTable } from "../../src/report/table.ts";
import { terminalTable } from "../../src/report/terminal.ts";

const words = fc.string({
  unit: fc.constantFrom("a", "b", "-", "7", "模", "é", "\u001B", "\n"),
  maxLength: 24,
});
/** A name column that may shrink, and others of which some may go. */
const tables: fc.Arbitrary<TextTable> = fc
  .record({
    others: fc.array(
      fc.record({
        header: fc.string({ unit: fc.constantFrom("x", "y"), minLength: 1, maxLength: 8 }),
        align: fc.constantFrom("left", "right"),
        dropFirst: fc.constantFrom(undefined, 0, 1, 2, 3),
      } as const),
      { maxLength: 5 },
    ),
    place: fc.nat({ max: 5 }),
    rows: fc.nat({ max: 6 }),
  })
  .chain(({ others, place, rows }) => {
    const name: TextColumn = { header: "model", align: "left", mayShrink: true };
    const columns = others.toSpliced(place, 0, name as (typeof others)[number]);
    return fc
      .array(fc.tuple(...columns.map(() => words)), { minLength: rows, maxLength: rows })
      .map((cells) => ({ columns: columns as readonly TextColumn[], rows: cells }));
  });

const widthOf = (text: string) => Math.max(...text.split("\n").map((line) => stringWidth(line)));
const visible = (text: string) =>
  text.replaceAll("\u001B", String.raw`\x1b`).replaceAll("\n", String.raw`\x0a`);

/** Width with every column that may go gone, and the names as short as they may get. */
function leastWidth({ columns, rows }: TextTable): number {
  const widths = columns.flatMap(({ header, dropFirst = 0, mayShrink = false }, index) => {
    if (dropFirst > 0) return [];
    const cells = [header, ...rows.map((row) => row[index]!)].map((text) =>
      stringWidth(visible(text)),
    );
    return [mayShrink ? Math.min(16, Math.max(...cells)) : Math.max(...cells)];
  });
  return widths.reduce((a, b) => a + b, 0) + 2 * (widths.length - 1);
}

const board: TextTable = {
  columns: [
    { header: "rank", align: "right" },
    { header: "model", align: "left", mayShrink: true },
    { header: "weighted", align: "right" },
    { header: "coverage", align: "right", dropFirst: 2 },
    { header: "smoothed", align: "right", dropFirst: 1 },
    { header: "sums", align: "right", dropFirst: 4 },
    { header: "code", align: "right", dropFirst: 4 },
  ],
  rows: [
    ["1", "kestrel-8b-instruct-step9000", "71.2 %", "100.0 %", "1", "80.0", "60.0"],
    ["2", "merlin", "9.5 %", "50.0 %", "12", "5.0", "14.0"],
  ],
};

describe("terminalTable", () => {
  it("is never wider than the terminal when it can shrink", () => {
    fc.assert(
      fc.property(tables, fc.integer({ min: 1, max: 100 }), (table, width) => {
        const drawn = terminalTable(table, width);
        if (leastWidth(table) <= width) expect(widthOf(drawn)).toBeLessThanOrEqual(width);
        else expect(widthOf(drawn)).toBeLessThanOrEqual(leastWidth(table));
      }),
      { numRuns: 250 },
    );
  });

  it("is drawn whole where there is room", () => {
    expect(terminalTable(board, 120)).toBe(
      [
        "rank  model                         weighted  coverage  smoothed  sums  code",
        "   1  kestrel-8b-instruct-step9000    71.2 %   100.0 %         1  80.0  60.0",
        "   2  merlin                           9.5 %    50.0 %        12   5.0  14.0",
        "",
      ].join("\n"),
    );
  });

  it("gives columns up one by one, the highest number and the last of these first", () => {
    const headers = (width: number) => terminalTable(board, width).split("\n")[0]!.split(/ +/);
    const whole = widthOf(terminalTable(board, 120));
    expect(headers(whole)).toContain("code");
    expect(headers(whole - 1)).not.toContain("code");
    expect(headers(whole - 1)).toContain("sums");
    expect(headers(whole - 7)).not.toContain("sums");
    expect(headers(whole - 7)).toContain("coverage");
    expect(headers(whole - 13)).not.toContain("coverage");
    expect(headers(whole - 13)).toContain("smoothed");
    expect(headers(40)).not.toContain("smoothed");
  });

  it("cuts names in their middle at last, and keeps sixteen columns of them", () => {
    const [, first, second] = terminalTable(board, 32).split("\n");
    expect(first).toBe("   1  kestrel-…tep9000    71.2 %");
    expect(second).toContain("merlin ");
    expect(terminalTable(board, 10)).toContain("kestrel-…tep9000");
  });

  it("shows control characters, and none reaches the terminal", () => {
    const table: TextTable = {
      columns: [{ header: "model\u001B[0m", align: "left" }],
      rows: [["a\nb\u0007"]],
    };
    expect(terminalTable(table, 80)).toBe("model\\x1b[0m\na\\x0ab\\x07\n");
  });

  it("lines up wide letters", () => {
    const table: TextTable = {
      columns: [
        { header: "model", align: "left" },
        { header: "n", align: "right" },
      ],
      rows: [
        ["模型", "1"],
        ["model-a", "20"],
      ],
    };
    expect(terminalTable(table, 80)).toBe("model     n\n模型      1\nmodel-a  20\n");
  });

  it("a table without rows is its header", () => {
    expect(terminalTable({ ...board, rows: [] }, 120)).toMatch(/^rank  model  weighted .*\n$/);
  });
});
