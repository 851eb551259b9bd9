import { describe, expect, it } from "vitest";
import { matchesPattern, patternLookup } from "../../src/outcomes/pattern.ts";

describe("matchesPattern", () => {
  it.each([
    ["gsm8k", "gsm8k", true],
    ["gsm8k", "gsm8k_cot", false],
    ["arc_*", "arc_easy", true],
    ["*", "", true],
    ["*_smoke", "a\nb_smoke", true],
    ["mmlu_?", "mmlu_a", true],
    ["mmlu_?", "mmlu_", false],
    ["a.c", "abc", false],
    ["a+(b)[c]", "a+(b)[c]", true],
    ["ARC", "arc", false],
    ["?", "😀", true],
    ["arc_*", "arc_challenge", true],
    ["mmlu", "mmlu_pro", false],
    ["a?c", "abc", true],
    ["[ab](c)+", "[ab](c)+", true],
    ["*_x", "line\nbreak_x", true],
  ])("%s on %s: %s", (pattern, name, expected) => {
    expect(matchesPattern(pattern, name)).toBe(expected);
  });
});

describe("patternLookup", () => {
  it("lets the first pattern that fits decide, and knows those that never did", () => {
    const lookup = patternLookup({ "arc_*": 1, "*": 2, gsm8k: 3 });
    expect(lookup.find("arc_easy")).toBe(1);
    expect(lookup.find("gsm8k")).toBe(2);
    expect(lookup.unused()).toEqual(["gsm8k"]);
  });

  it("takes the first of several that fit", () => {
    const lookup = patternLookup({ gsm8k: "a", "gsm*": "b", "*": "c" });
    expect(lookup.find("gsm8k")).toBe("a");
    expect(lookup.find("gsm_plus")).toBe("b");
  });

  it("finds nothing in nothing", () => {
    expect(patternLookup({}).find("x")).toBeUndefined();
    expect(patternLookup({}).find("gsm8k")).toBeUndefined();
    expect(patternLookup({ a: 1 }).find("__proto__")).toBeUndefined();
  });
});
