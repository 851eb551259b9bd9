import { describe, expect, it } from "vitest";
import { propagate } from "../../src/estimate/propagate.ts";
import { isComplete } from "../../src/matrix/response-matrix.ts";
import { equalAccuracyWorld, logisticWorld, nemesisWorld } from "../../src/analysis/worlds.ts";

describe("simulated worlds", () => {
  it("are those that the reference figures belong to", () => {
    const { keptItems } = propagate(logisticWorld(1000).matrix);
    expect(keptItems).toHaveLength(984);
    const { competency } = propagate(equalAccuracyWorld(0));
    expect([...competency.subarray(8)].map((value) => value.toFixed(6))).toEqual([
      "0.111570",
      "0.101792",
      "0.078276",
      "0.043944",
    ]);
  });
  it("leave gaps in ten models only", () => {
    const { graded, items } = logisticWorld(1, { gaps: "harder half" }).matrix;
    expect([...graded].filter((count) => count < items.length)).toEqual(
      Array.from({ length: 10 }, () => 500),
    );
    expect(isComplete(logisticWorld(1).matrix)).toBe(true);
  });
  it("let the weakest model alone solve what the nemesis fails", () => {
    const { competency } = propagate(nemesisWorld(1, 1000));
    expect(competency[0]).toBeGreaterThan(0.14);
  });
});
