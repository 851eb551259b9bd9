import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutInTheMiddle, cutToWidth, textWidth } from "../../src/plot/text-width.ts";
import { aName } from "./arbitrary.ts";

describe("cutToWidth", () => {
  it("never gives more than the width, and leaves alone what fits", () => {
    fc.assert(
      fc.property(aName, fc.integer({ min: 20, max: 400 }), (name, width) => {
        const cut = cutToWidth(name, { width, size: 12 });
        expect(textWidth(cut, 12)).toBeLessThanOrEqual(width);
        if (textWidth(name, 12) <= width) expect(cut).toBe(name);
      }),
    );
  });

  it("keeps both ends, where names of checkpoints differ", () => {
    expect(cutToWidth("kestrel-8b-step9000", { width: 70, size: 10 })).toBe("kestr…9000");
  });

  it("looks at the ends only of a text of a million letters", () => {
    let measured = 0;
    const measure = (text: string) => {
      measured += text.length;
      return text.length;
    };
    const cut = cutInTheMiddle("x".repeat(1_000_000), { width: 9, measure, narrowest: 1 });
    expect(cut).toBe("xxxx…xxxx");
    expect(measured).toBeLessThan(1000);
  });

  it("does not part letters from their accents", () => {
    const measure = (text: string) => Array.from(new Intl.Segmenter().segment(text)).length;
    expect(cutInTheMiddle("e\u0301".repeat(9), { width: 3, measure, narrowest: 1 })).toBe(
      "e\u0301…e\u0301",
    );
  });
});
