import { describe, expect, it } from "vitest";
import { gateResult, verdict } from "../../src/analysis/verdict.ts";

describe("verdict", () => {
  const alpha = 0.05;
  it("needs both the p value and the interval on one side of 0", () => {
    expect(verdict({ lower: 0.01, upper: 0.05, p: 0.01, alpha })).toBe("b");
    expect(verdict({ lower: -0.05, upper: -0.01, p: 0.01, alpha })).toBe("a");
    expect(verdict({ lower: 0.01, upper: 0.05, p: 0.06, alpha })).toBe("undecided");
    expect(verdict({ lower: -0.01, upper: 0.05, p: 0.04, alpha })).toBe("undecided");
  });
  it("is equivalent only inside a margin that was given, bounds excluded", () => {
    const narrow = { lower: -0.009, upper: 0.009, p: 0.9, alpha };
    expect(verdict(narrow)).toBe("undecided");
    expect(verdict({ ...narrow, margin: 0.01 })).toBe("equivalent");
    expect(verdict({ ...narrow, margin: 0.009 })).toBe("undecided");
  });
  it("a clear difference inside the margin is still a difference", () => {
    expect(verdict({ lower: 0.001, upper: 0.009, p: 0.001, alpha, margin: 0.01 })).toBe("b");
  });
  it("without an interval nothing is decided", () => {
    expect(verdict({ lower: null, upper: null, p: 0, alpha, margin: 1 })).toBe("undecided");
  });
});

describe("gateResult", () => {
  it.each([
    [-0.002, 0.015, "passed"],
    [-0.01, 0.015, "undecided"],
    [-0.03, -0.002, "undecided"],
    [-0.03, -0.01, "undecided"],
    [-0.03, -0.011, "failed"],
  ])("a drop of .01 at most: [%d, %d] is %s", (lower, upper, result) => {
    expect(gateResult({ lower, upper }, { maxDrop: 0.01 })).toBe(result);
  });
  it.each([
    [0.01, 0.03, "passed"],
    [0.009, 0.03, "undecided"],
    [0.001, 0.01, "undecided"],
    [0.001, 0.009, "failed"],
  ])("a gain of .01 at least: [%d, %d] is %s", (lower, upper, result) => {
    expect(gateResult({ lower, upper }, { minGain: 0.01 })).toBe(result);
  });
  it("of two gates the worse counts", () => {
    expect(gateResult({ lower: 0, upper: 0.005 }, { maxDrop: 0.01, minGain: 0.01 })).toBe("failed");
    expect(gateResult({ lower: 0, upper: 0.05 }, { maxDrop: 0.01, minGain: 0.01 })).toBe(
      "undecided",
    );
    expect(gateResult({ lower: 0.02, upper: 0.05 }, { maxDrop: 0.01, minGain: 0.01 })).toBe(
      "passed",
    );
  });
  it("is null without a gate and undecided without an interval", () => {
    expect(gateResult({ lower: 0, upper: 1 }, {})).toBeNull();
    expect(gateResult({ lower: null, upper: null }, { maxDrop: 0.01 })).toBe("undecided");
  });
});
