import { describe, expect, it } from "vitest";
import { knownTrouble, readGrade, shapeOfGrade } from "../src/grade.ts";

describe("readGrade", () => {
  it("takes numbers and booleans, also as text", () => {
    for (const [raw, score] of [
      [1, 1],
      [0.25, 0.25],
      [false, 0],
      ["True", 1],
      ["0.5", 0.5],
      [null, null],
      ["nan", null],
    ] as const) {
      expect(readGrade("acc", raw)).toEqual({ kind: "score", score });
    }
  });

  it("takes no score from pairs, lists, objects, words and numbers off the scale", () => {
    for (const raw of [[0, 1], ["a", "b"], [1], {}, "tc_0", "(1, 0)", 1.01, -0.5, Infinity]) {
      expect(readGrade("f1", raw)).toEqual({ kind: "none" });
    }
  });

  it("takes the mean of a list of booleans, and nothing from an empty one", () => {
    expect(readGrade("inst", [true, false, false, true])).toEqual({ kind: "list", score: 0.5 });
    expect(readGrade("inst", [])).toEqual({ kind: "list", score: null });
  });

  it("drops -1 under the context lengths of RULER, and only there", () => {
    expect(readGrade("4096", -1)).toBeUndefined();
    expect(readGrade("4096", 0.5)).toEqual({ kind: "score", score: 0.5 });
    expect(readGrade("acc", -1)).toEqual({ kind: "none" });
  });

  it("reads on the scale that the user gives", () => {
    expect(readGrade("rouge1_max", 40, { min: 0, max: 100 })).toEqual({
      kind: "score",
      score: 0.4,
    });
  });
});

describe("knownTrouble", () => {
  it("knows metrics that are not from 0 to 1 by their names", () => {
    for (const metric of ["bleu_max", "rougeL_max", "bleurt_diff", "chrf", "eqbench"]) {
      expect(knownTrouble(metric)).toContain("0 to 100");
    }
    for (const metric of ["mae", "word_perplexity", "bits_per_byte", "wer", "ter"]) {
      expect(knownTrouble(metric)).toContain("lower");
    }
    for (const metric of [
      "acc",
      "exact_match",
      "bleu_acc",
      "bleu_score",
      "pass@1",
      "f1",
      "score",
    ]) {
      expect(knownTrouble(metric)).toBeUndefined();
    }
  });
});

describe("shapeOfGrade", () => {
  it("says what stands in the place of a number", () => {
    expect(shapeOfGrade(["gold", "guess"])).toBe("two texts per item");
    expect(shapeOfGrade([1, 0])).toBe("a pair of numbers per item");
    expect(shapeOfGrade([[1], [0]])).toBe("a list per item");
    expect(shapeOfGrade({ a: 1 })).toBe("an object per item");
    expect(shapeOfGrade("x".repeat(99))).toBe(`a text ("${"x".repeat(23)}…")`);
  });
});
