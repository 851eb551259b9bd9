/** Data for figures as a hostile pool might bring them. */

import fc from "fast-check";

const hostile = [
  "__proto__",
  "constructor",
  "<script>alert(1)</script>",
  `"onload="alert(1)`,
  "a&amp;b",
  "]]>",
  "\u0000\u001B[2J",
  "\u202Etxt.exe",
  "\uD800",
  "\uFFFF",
  "line\nbreak\ttab",
  "鹰-72b-指令",
  "🦅🦅🦅",
  "\uFDFD\uFDFD\uFDFD",
  "",
  " ",
  "W".repeat(3000),
  "org/model with spaces@provider:free",
];

export const aName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostile),
  fc.stringMatching(/^[a-z0-9-]{1,40}$/),
  fc.string({ unit: "binary", maxLength: 30 }),
);

export const names = (minLength: number, maxLength: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(aName, { minLength, maxLength });

export const aShare: fc.Arbitrary<number> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 0.5) },
  { weight: 4, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
);

export const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 9, arbitrary: value });

export const aWidth: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(340, 358, 559, 560, 720, 1200),
  fc.integer({ min: 340, max: 1200 }),
);
