import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graderNamed } from "../../src/llm/grade-answer.ts";

const graded = async (name: string, key: string, answer: string) => {
  const question = { benchmark: "b", item: "1", text: "?", key };
  const { score } = await graderNamed(name).grade(question, answer);
  return score;
};
const fits = (name: string, key: string | undefined) =>
  graderNamed(name).fits({ benchmark: "b", item: "1", text: "?", key });

describe("exact", () => {
  it.each([
    ["Paris", "paris", 1],
    ["Paris", " Paris. ", 1],
    ["Paris", '"Paris"', 1],
    ["Paris", "**Paris**", 1],
    ["New  York", "new york", 1],
    ["Paris", "It is Paris", 0],
    ["colour\ncolor", "Color", 1],
    ["Paris", "", null],
  ] as const)("takes %j for %j as %j", async (key, answer, score) => {
    expect(await graded("exact", key, answer)).toBe(score);
  });
});

describe("choice", () => {
  it.each([
    ["B", "B", 1],
    ["B", "b.", 1],
    ["(B)", "(B)", 1],
    ["B", "I think so.\nAnswer: B", 1],
    ["B", "The answer is (B), not (C).", 1],
    ["B", "The correct answer is **B**", 1],
    ["B", "First I said the answer is A. No, the answer is B.", 1],
    ["B", "B. because of the wind", 1],
    ["B", String.raw`So \boxed{B}`, 1],
    ["B", String.raw`So \boxed{\text{B}}`, 1],
    ["C", "The answer is B", 0],
    ["A", "A man walks in", null],
    ["I", "I do not know", null],
    ["C", "The answer is a mammal, so (C) is right.", 1],
    ["B", "My answer: I think it is (B)", 1],
    ["B", "Answer: option B", 1],
    ["A", "The answer is A because of the wind", 1],
    ["B", "the answer is b.", 1],
    ["B", "**Answer:** B", 1],
    ["B", "", null],
  ] as const)("takes %j for %j as %j", async (key, answer, score) => {
    expect(await graded("choice", key, answer)).toBe(score);
  });

  it("needs a letter as the reference", () => {
    expect(["A", "(c)", "D."].map((key) => fits("choice", key))).toEqual([true, true, true]);
    expect(["3", "Paris", "", undefined].map((key) => fits("choice", key))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("numeric", () => {
  it.each([
    ["#### 42", "It is 42.", 1],
    ["42", "40 + 2 = 42", 1],
    ["42", "#### 42\nThat was question 7.", 1],
    ["1234.5", "$1,234.50", 1],
    ["-3", "x = −3", 1],
    ["0.5", ".5", 1],
    ["1e6", "1,000,000", 1],
    ["42", String.raw`\boxed{42} of 100`, 1],
    ["3/4", "#### 3/4", 1],
    ["0.75", String.raw`\boxed{\frac{3}{4}}`, 1],
    ["3/4", String.raw`\boxed{\frac{1}{4}}`, 0],
    ["42", "- 42", 1],
    ["12345", "12\u202F345", 1],
    ["1234", "1{,}234", 1],
    ["1e-7", "9e-7", 0],
    ["0.001234", "0.0012345", 0],
    ["0", "0.0", 1],
    ["3\n4", "3", 1],
    ["50 %", "50%", 1],
    ["42", "43", 0],
    ["5", "between 3-5", 1],
    ["42", "forty-two", null],
  ] as const)("takes %j for %j as %j", async (key, answer, score) => {
    expect(await graded("numeric", key, answer)).toBe(score);
  });

  it("needs a number as the reference, or one that is marked", () => {
    expect(
      ["42", "$1,000", "so\n#### 7", "1\n2", String.raw`\boxed{3}`].map((key) =>
        fits("numeric", key),
      ),
    ).toEqual([true, true, true, true, true]);
    expect(
      ["9:30", "half of 3", "x", "", undefined, "1\nx"].map((key) => fits("numeric", key)),
    ).toEqual([false, false, false, false, false, false]);
  });

  it("finds any number that is written out behind ####", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.string(),
        async (value, noise) => {
          const text = value.toFixed(4);
          expect(await graded("numeric", text, `${noise.replaceAll("#", "")}\n#### ${text}`)).toBe(
            1,
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

it("takes no longer for an answer that is meant to take long", async () => {
  // Work that grows with the square of the length would run into the time limit of a test.
  const many = 1e6;
  const hostile = [
    `${"*".repeat(many)}x`,
    `${"\n".repeat(many)}ab`,
    "answer ".repeat(many / 5),
    "(".repeat(many),
    "1,".repeat(many / 2),
    "#### ".repeat(many / 5),
    `answer${" ".repeat(many)}`,
    "1 / ".repeat(many / 4),
  ];
  for (const answer of hostile) {
    for (const [name, key] of [
      ["exact", "x"],
      ["choice", "A"],
      ["numeric", "7"],
    ] as const) {
      expect([0, null]).toContain(await graded(name, key, answer));
    }
  }
});

describe("a pattern", () => {
  it("compares its last match, or the first group of it", async () => {
    expect(await graded("regex=colou?r: (\\w+)", "red", "color: blue, colour: Red")).toBe(1);
    expect(await graded("regex=\\d{4}", "1984", "1948 and 1984")).toBe(1);
    expect(await graded("regex=\\d{4}", "1984", "no year")).toBeNull();
  });

  it.each(["regex=(", "regex=", "fuzzy", "judge "])("refuses %j", (name) => {
    expect(() => graderNamed(name)).toThrow(/--grade/);
  });
});

it("grades any answer to 0, 1 or nothing, and gives a reason for nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("exact", "choice", "numeric", "regex=x+"),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("A", "7", "word"),
      async (name, answer, key) => {
        const grader = graderNamed(name);
        const question = { benchmark: "b", item: "1", text: "?", key };
        if (!grader.fits(question)) return;
        const { score, reason } = await grader.grade(question, answer);
        expect([0, 1, null]).toContain(score);
        expect(reason === undefined).toBe(score !== null);
      },
    ),
    { numRuns: 1000 },
  );
});
