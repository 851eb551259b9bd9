import type { GradedRun } from "@eip-eval/core";
import { describe, expect, it } from "vitest";
import { withoutRepeats } from "../src/repeated-rows.ts";

const run = (parts: Partial<GradedRun>): GradedRun => ({
  model: "m",
  benchmark: "b",
  source: "s",
  rows: 3,
  items: ["0", "1", "2"],
  fingerprint: "f",
  harnessMeans: {},
  metrics: [
    { metric: "acc", filter: "filter-1" },
    { metric: "acc", filter: "filter-2" },
  ],
  scores: [
    [1, 0, 1],
    [1, undefined, undefined],
  ],
  ...parts,
});
const results = (...pairs: string[]) => ({ means: new Map(pairs.map((pair) => [pair, 0.5])) });

describe("further rows of an item", () => {
  it("are repetitions where the results file has one filter, and count once", () => {
    expect(withoutRepeats(run({}), { where: "s", results: results("acc,none") })).toMatchObject({
      metrics: [{ metric: "acc", filter: "none" }],
      scores: [[1, 0, 1]],
    });
  });

  it("are repetitions where they do not cover all items and nothing names the filters", () => {
    const { metrics } = withoutRepeats(run({}), { where: "s", results: undefined });
    expect(metrics).toEqual([{ metric: "acc", filter: "none" }]);
  });

  it("are of another filter where they cover all items", () => {
    const two = run({
      scores: [
        [1, 0, 1],
        [1, 1, 1],
      ],
    });
    expect(withoutRepeats(two, { where: "s", results: undefined })).toBe(two);
    expect(
      withoutRepeats(run({}), { where: "s", results: results("acc,strict", "acc,flexible") })
        .metrics,
    ).toHaveLength(2);
  });

  it("that say something else are a problem", () => {
    const differing = run({
      scores: [
        [1, 0, 1],
        [0, undefined, undefined],
      ],
    });
    expect(() => withoutRepeats(differing, { where: "s.jsonl", results: undefined })).toThrow(
      expect.objectContaining({
        code: "conflicting-outcomes",
        message:
          's.jsonl: two rows for item 0, with different "acc"; expected one row for each item.',
      }),
    );
  });

  it("of filters with names are none of its business", () => {
    const named = run({
      metrics: [
        { metric: "acc", filter: "strict" },
        { metric: "acc", filter: "flexible" },
      ],
    });
    expect(withoutRepeats(named, { where: "s", results: undefined })).toBe(named);
  });
});
