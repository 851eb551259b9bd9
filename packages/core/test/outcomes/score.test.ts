import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScoreScale } from "../../src/outcomes/adapter.ts";
import { checkScale, scoreFromGrade } from "../../src/outcomes/score.ts";

describe("scoreFromGrade", () => {
  it.each<[unknown, number]>([
    [0, 0],
    [1, 1],
    [0.25, 0.25],
    [-0, 0],
    [1n, 1],
    [true, 1],
    [false, 0],
    ["True", 1],
    ["false", 0],
    ["FALSE", 0],
    ["0.5", 0.5],
    [" 1 ", 1],
    ["1.0", 1],
    ["+.5", 0.5],
    ["1e-3", 0.001],
  ])("is a number, a boolean or the text of one: %o", (grade, score) => {
    expect(scoreFromGrade(grade)).toBe(score);
  });

  it.each<unknown>([null, undefined, Number.NaN, "", "  ", "NaN", "nan"])(
    "is null where nothing was graded: %o",
    (grade) => {
      expect(scoreFromGrade(grade)).toBeNull();
      expect(scoreFromGrade(grade, { min: 0, max: 5 })).toBeNull();
      expect(scoreFromGrade(grade, { labels: { C: 1 } })).toBeNull();
    },
  );

  it.each<unknown>([
    1.2,
    -0.1,
    1.0000000000000002,
    Infinity,
    -Infinity,
    2n,
    "1.2",
    "n/a",
    "NA",
    "yes",
    "50%",
    "0,5",
    "0x1",
    "1e999",
    "Infinity",
    "one",
    [[]],
    [[1]],
    {},
    { valueOf: () => 1 },
    Symbol("1"),
    () => 1,
  ])("is undefined off the scale, never 0 and never clamped: %o", (grade) => {
    expect(scoreFromGrade(grade)).toBeUndefined();
  });

  it("runs from min to max on a range, with exact ends", () => {
    expect(scoreFromGrade(4, { min: 0, max: 5 })).toBe(0.8);
    expect(scoreFromGrade("-1", { min: -1, max: 3 })).toBe(0);
    expect(scoreFromGrade(5.1, { min: 0, max: 5 })).toBeUndefined();
    expect(scoreFromGrade(true, { min: 0, max: 5 })).toBeUndefined();
    const max = 0.1 + 0.2;
    expect(scoreFromGrade(max, { min: 0.1, max })).toBe(1);
  });

  it("takes a label by its exact text, also one that is a number", () => {
    const scale: ScoreScale = { labels: { C: 1, P: 0.5, "3": 0.75, true: 0.25 } };
    expect(scoreFromGrade("P", scale)).toBe(0.5);
    expect(scoreFromGrade(3, scale)).toBe(0.75);
    expect(scoreFromGrade("3", scale)).toBe(0.75);
    expect(scoreFromGrade(true, scale)).toBe(0.25);
    expect(scoreFromGrade("p", scale)).toBeUndefined();
    expect(scoreFromGrade("P ", scale)).toBeUndefined();
    expect(scoreFromGrade("constructor", scale)).toBeUndefined();
    expect(scoreFromGrade("__proto__", scale)).toBeUndefined();
  });

  it("is never outside [0, 1], whatever the grade and the scale", () => {
    const number = fc.oneof(fc.double(), fc.integer({ min: -3, max: 7 }));
    const grade = fc.oneof(
      number,
      number.map(String),
      fc.anything(),
      fc.constantFrom("True", "C", "", "NaN"),
    );
    const scale = fc.oneof(
      fc.constant("unit" as const),
      fc.record({ min: number, max: number }),
      fc.record({ labels: fc.dictionary(fc.constantFrom("C", "1", "0.5", "true"), number) }),
    );
    fc.assert(
      fc.property(grade, scale, (value, on) => {
        const score = scoreFromGrade(value, on);
        if (score === null || score === undefined) return;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(Object.is(score, -0)).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it("keeps the order of grades on a range", () => {
    const grade = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(grade, grade, (a, b) => {
        const [low, high] = a <= b ? [a, b] : [b, a];
        const on = { min: -10, max: 10 };
        expect(scoreFromGrade(low, on)!).toBeLessThanOrEqual(scoreFromGrade(high, on)!);
      }),
    );
  });
});

describe("checkScale", () => {
  it("passes the three kinds of scale", () => {
    expect(checkScale("unit", "x")).toBe("unit");
    expect(checkScale({ min: -1, max: 1 }, "x")).toEqual({ min: -1, max: 1 });
    expect(checkScale({ labels: { C: 1, I: 0 } }, "x")).toEqual({ labels: { C: 1, I: 0 } });
  });

  it.each<unknown>([
    "percent",
    null,
    5,
    { min: 1, max: 1 },
    { min: 5, max: 0 },
    { min: 0 },
    { min: "0", max: 1 },
    { min: -Infinity, max: 1 },
    { min: -1e308, max: 1e308 },
    { labels: {} },
    { labels: { C: 2 } },
    { labels: { C: "1" } },
    { labels: [1] },
  ])("refuses %o and says where it stands", (scale) => {
    expect(() => checkScale(scale, "eip.yaml:4")).toThrow(
      expect.objectContaining({ code: "bad-option", where: "eip.yaml:4" }),
    );
  });
});
