import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spread } from "../../src/cli/judge-answers.ts";
import { metricName } from "../../src/cli/metric-name.ts";

describe("metricName and spread", () => {
  test.each([
    ["qwen", "qwen"],
    ["Qwen/Qwen3-32B:free", "Qwen3-32B-free"],
    ["a b/c,d=e", "c-d-e"],
    ["日本", "model"],
  ])("the metric of %j is judge:%s", (model, name) => {
    expect(metricName("--as", undefined, model)).toBe(name);
  });

  test("things at equal distances", () => {
    expect(spread([0, 1, 2, 3, 4, 5], 3)).toEqual([0, 2, 4]);
    expect(spread([0, 1], 5)).toEqual([0, 1]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 50 }),
        (size, limit) => {
          const things = Array.from({ length: size }, (_, at) => at);
          const chosen = spread(things, limit);
          expect(new Set(chosen).size).toBe(Math.min(size, limit));
        },
      ),
    );
  });
});
