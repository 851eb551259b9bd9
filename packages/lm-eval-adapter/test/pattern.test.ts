import { describe, expect, it } from "vitest";
import { firstFitting, fits } from "../src/pattern.ts";

describe("fits", () => {
  it("takes * and ? as in file names, and everything else literally", () => {
    expect(fits("arc_*", "arc_challenge")).toBe(true);
    expect(fits("*", "")).toBe(true);
    expect(fits("mmlu", "mmlu_pro")).toBe(false);
    expect(fits("a?c", "abc")).toBe(true);
    expect(fits("a.c", "abc")).toBe(false);
    expect(fits("[ab](c)+", "[ab](c)+")).toBe(true);
    expect(fits("*_x", "line\nbreak_x")).toBe(true);
  });
});

describe("firstFitting", () => {
  it("takes the first pattern that fits, and nothing where none does", () => {
    const patterns = { gsm8k: "a", "gsm*": "b", "*": "c" };
    expect(firstFitting(patterns, "gsm8k")).toBe("a");
    expect(firstFitting(patterns, "gsm_plus")).toBe("b");
    expect(firstFitting({}, "gsm8k")).toBeUndefined();
    expect(firstFitting(undefined, "gsm8k")).toBeUndefined();
  });
});
