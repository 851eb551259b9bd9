import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wrap, wrapLines } from "../../src/report/wrap.ts";

describe("wrap", () => {
  it("breaks between words and indents what follows", () => {
    expect(wrap("In words: nobody is ahead", { width: 16, indent: 2 })).toBe(
      "In words: nobody\n  is ahead",
    );
  });

  it("keeps every word, in order, and no line of two words above the width", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 4, max: 40 }), (list, width) => {
        const text = wrap(list.join(" "), { width });
        expect(text.split(/\s+/)).toEqual(list);
        for (const line of text.split("\n")) {
          expect(line.length <= width || !line.includes(" ")).toBe(true);
        }
      }),
      { seed: 7 },
    );
  });

  it("keeps the indentation of a line and goes two columns further below it", () => {
    expect(wrapLines("  ! one two three\nfour", 9)).toBe("  ! one\n    two\n    three\nfour");
  });
});
