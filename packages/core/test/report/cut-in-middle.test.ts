import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { cutInMiddle } from "../../src/report/cut-in-middle.ts";

const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "grapheme-ascii", maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom("a", "-", "模", "型", "👩‍🚀", "🇩🇪", "é", "e\u0301", "👍🏽"),
    maxLength: 30,
  }),
);
const widths = fc.integer({ min: 1, max: 30 });

describe("cutInMiddle", () => {
  it("is never wider than asked", () => {
    fc.assert(
      fc.property(texts, widths, (text, width) => {
        expect(stringWidth(cutInMiddle(text, width))).toBeLessThanOrEqual(width);
      }),
      { numRuns: 1000 },
    );
  });

  it("leaves a text that fits as it is", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(cutInMiddle(text, stringWidth(text))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps the beginning and the end around one ellipsis", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", minLength: 5 }), widths, (text, width) => {
        fc.pre(text.length > width);
        const cut = cutInMiddle(text, width);
        expect(cut).toHaveLength(width);
        const [front, back] = [
          cut.slice(0, Math.ceil((width - 1) / 2)),
          cut.slice(Math.ceil((width - 1) / 2) + 1),
        ];
        expect(cut).toBe(`${front}…${back}`);
        expect(text.startsWith(front)).toBe(true);
        expect(text.endsWith(back)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps apart checkpoints that differ at their ends", () => {
    expect(cutInMiddle("kestrel-8b-step9000", 11)).toBe("kestr…p9000");
    expect(cutInMiddle("kestrel-8b-step9500", 11)).toBe("kestr…p9500");
  });

  it("takes letters that are nothing but format marks", () => {
    // A joiner of hieroglyphs has no width by itself, and no letter it would belong to here.
    expect(cutInMiddle("\u{13430}", 5)).toBe("\u{13430}");
    expect(stringWidth(cutInMiddle(`${"\u{13430}".repeat(9)}${"a".repeat(9)}`, 5))).toBe(5);
  });

  it("never cuts a letter into pieces", () => {
    const astronaut = "👩‍🚀";
    expect(cutInMiddle(astronaut.repeat(5), 5)).toBe(`${astronaut}…${astronaut}`);
    expect(cutInMiddle("🇩🇪".repeat(4), 3)).toBe("🇩🇪…");
  });
});
