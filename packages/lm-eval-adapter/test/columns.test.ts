import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScoreColumn, TextPool } from "../src/columns.ts";

describe("ScoreColumn", () => {
  it("gives back what was set in any row, and undefined elsewhere", () => {
    const score = fc.oneof(
      fc.constantFrom(0, 1, null),
      fc.double({ min: 0, max: 1, noNaN: true }).map((one) => one + 0),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(500), score)), (cells) => {
        const column = new ScoreColumn();
        for (const [row, value] of cells) column.set(row, value);
        const expected = new Map(cells);
        for (let row = 0; row <= 501; row += 1) expect(column.get(row)).toBe(expected.get(row));
      }),
      { seed: 20261129 },
    );
  });
});

describe("TextPool", () => {
  it("holds each text once, also names that every object inherits", () => {
    const texts = new TextPool();
    const names = ["a", "__proto__", "constructor", "", "0", "7", "07", "-7", "7.0", "123456"];
    const numbers = names.map((name) => texts.add(name));
    expect(numbers.map((number) => texts.at(number))).toEqual(names);
    expect(names.map((name) => texts.add(name))).toEqual(numbers);
  });

  it("gives the same numbers whatever text is said to have come before", () => {
    const text = fc.constantFrom("a", "b", "c", "0", "1");
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.nat(5))), (added) => {
        const plain = new TextPool();
        const told = new TextPool();
        let size = 0;
        for (const [name, before] of added) {
          const number = plain.add(name);
          expect(told.add(name, before < size ? before : undefined)).toBe(number);
          size = Math.max(size, number + 1);
        }
      }),
      { seed: 20261130 },
    );
  });
});
