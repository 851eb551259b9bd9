import { describe, expect, it } from "vitest";
import { modelGroups } from "../../src/analysis/families.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";

describe("groups of models", () => {
  const matrix = matrixFromRows([[1], [0], [1]], { models: ["wren-1b", "heron-7b", "__proto__"] });
  it("hold the models that fit a pattern, one model in several of them", () => {
    expect(
      modelGroups(matrix, {
        wren: ["wren-*"],
        small: ["*-1b", "*-7b"],
        none: ["x*"],
        odd: ["__*"],
      }),
    ).toEqual([
      { name: "wren", models: [0] },
      { name: "small", models: [0, 1] },
      { name: "none", models: [] },
      { name: "odd", models: [2] },
    ]);
    expect(modelGroups(matrix)).toEqual([]);
  });
});
