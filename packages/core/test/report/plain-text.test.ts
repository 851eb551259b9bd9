import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainText } from "../../src/report/plain-text.ts";

const control = fc.oneof(
  fc.integer({ min: 0, max: 0x1f }),
  fc.integer({ min: 0x7f, max: 0x9f }),
  fc.constantFrom(0x61c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069),
);
const texts = fc
  .array(
    fc.oneof(
      control.map((code) => String.fromCodePoint(code)),
      fc.string({ unit: "binary" }),
    ),
  )
  .map((parts) => parts.join(""));
const unsafe = /\p{Cc}|\p{Bidi_Control}/u;

describe("plainText", () => {
  it("leaves no control character and no mark that turns the direction of writing", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(unsafe.test(plainText(text))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("changes nothing else", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const clean = text.replaceAll(new RegExp(unsafe, "gu"), "");
        expect(plainText(clean)).toBe(clean);
      }),
      { numRuns: 300 },
    );
  });

  it("shows what was there", () => {
    expect(plainText("m\u001B[2J")).toBe(String.raw`m\x1b[2J`);
    expect(plainText("a\tb\r\nc\u0000\u009B")).toBe(String.raw`a\x09b\x0d\x0ac\x00\x9b`);
    expect(plainText("\u202Egpj.exe")).toBe(String.raw`\u202egpj.exe`);
    expect(plainText("模型 é 🦅")).toBe("模型 é 🦅");
  });
});
