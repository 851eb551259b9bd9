import { describe, expect, it } from "vitest";
import { foldBenchmarks, foldRemarks, type Remark } from "../../src/io/folded-notices.ts";
import type { Notice } from "../../src/outcomes/adapter.ts";

const notice = (benchmark: string, text: string, models?: string[]): Notice => ({
  severity: "note",
  code: "item-identity",
  message: `${benchmark}: ${text}`,
  benchmark,
  ...(models ? { models } : {}),
});

const remark = (model: string, benchmark: string): Remark => ({
  severity: "warning",
  code: "partial-run",
  model,
  benchmark,
  alone: `${model} on ${benchmark}: 3 of 9 items are here.`,
  together: "have fewer items",
  ofOne: "has fewer items",
});

describe("notices on several benchmarks", () => {
  it("that say the same are one", () => {
    const folded = foldBenchmarks([
      notice("b", "joined by hash.", ["m2"]),
      notice("a", "joined by hash.", ["m1"]),
      notice("c", "joined by id."),
    ]);
    expect(folded.map(({ message }) => message)).toEqual([
      "2 benchmarks (a, b): joined by hash.",
      "c: joined by id.",
    ]);
    expect(folded[0]).toMatchObject({ models: ["m1", "m2"], benchmark: undefined });
  });

  it("that differ in anything stay as they are", () => {
    const other = { ...notice("b", "joined by hash."), severity: "warning" as const };
    const unnamed = { ...notice("a", "x"), message: "joined by hash." };
    const notices = [notice("a", "joined by hash."), other, unnamed];
    expect(foldBenchmarks(notices)).toEqual(notices);
    expect(foldBenchmarks([])).toEqual([]);
  });
});

describe("remarks on models", () => {
  it.each([
    [[remark("m", "a")], "m on a: 3 of 9 items are here."],
    [[remark("m", "a"), remark("m", "b")], "2 benchmarks (a, b): 1 model has fewer items: m."],
    [[remark("m", "a"), remark("n", "a")], "a: 2 models have fewer items: m, n."],
  ])("agree in number", (remarks, message) => {
    expect(foldRemarks(remarks).map((one) => one.message)).toEqual([message]);
  });
});
