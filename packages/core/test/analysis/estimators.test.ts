import { describe, expect, it } from "vitest";
import { estimatorNamed, estimatorNames, usualEstimators } from "../../src/analysis/estimators.ts";
import { spearman } from "../../src/analysis/spearman.ts";
import { logisticWorld } from "../../src/analysis/worlds.ts";

describe("estimators by name", () => {
  const { matrix, ability, difficulty } = logisticWorld(2, { models: 12, items: 200 });
  it.each(estimatorNames)("%s finds better models and harder items, higher is more", (name) => {
    const { competency, difficulty: found, keptItems } = estimatorNamed(name).fit(matrix, {});
    expect(competency).toHaveLength(12);
    expect(spearman(competency, ability)).toBeGreaterThan(0.7);
    const truth = Array.from(keptItems, (item) => difficulty[item]!);
    expect(spearman(found, truth)).toBeGreaterThan(0.7);
  });
  it("are the usual ones among them, each name once", () => {
    expect(new Set(estimatorNames).size).toBe(estimatorNames.length);
    expect(estimatorNames).toEqual(expect.arrayContaining([...usualEstimators]));
  });
  it("hand the settings of the propagation to EIP", () => {
    const { fit } = estimatorNamed("eip");
    expect(fit(matrix, { smoothing: 0.5 }).competency).not.toEqual(fit(matrix, {}).competency);
  });
});
