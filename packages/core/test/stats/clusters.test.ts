import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { clusterMean, clusterSums, clustersWithinBenchmarks } from "../../src/stats/clusters.ts";

describe("clusterSums", () => {
  it("adds up equal numbers, whatever they are and wherever they stand", () => {
    const { sums, sizes } = clusterSums(Float64Array.of(1, 2, 4, 8), [9, -1, 9, 0.5]);
    expect([...sums]).toEqual([5, 2, 8]);
    expect([...sizes]).toEqual([2, 1, 1]);
  });
  it("leaves items alone without clusters", () => {
    expect([...clusterSums(Float64Array.of(3, 1)).sizes]).toEqual([1, 1]);
  });
});

describe("clusterMean", () => {
  it("is the usual standard error of a mean for items on their own", () => {
    const values = Float64Array.of(0.2, 0.9, 0.4, 0, 1);
    const mean = 0.5;
    const variance = [...values].reduce((sum, x) => sum + (x - mean) ** 2, 0) / 4;
    const result = clusterMean(clusterSums(values));
    expect(result.mean).toBeCloseTo(mean, 14);
    expect(result.standardError).toBeCloseTo(Math.sqrt(variance / 5), 14);
    expect(result.df).toBe(4);
  });
  it("by hand: two clusters of two and one of one", () => {
    // Mean 3/5; without a cluster 1/3, 2/3, 1.
    const { standardError, df } = clusterMean(
      clusterSums(Float64Array.of(1, 1, 0, 1, 0), [1, 1, 2, 2, 3]),
    );
    const squares = (1 / 3 - 3 / 5) ** 2 + (2 / 3 - 3 / 5) ** 2 + (3 / 4 - 3 / 5) ** 2;
    expect(standardError).toBeCloseTo(Math.sqrt((2 / 3) * squares), 14);
    expect(df).toBeCloseTo(25 / 9 - 1, 14);
  });
  it("one cluster has no standard error, and never less than one degree of freedom", () => {
    const { standardError, df } = clusterMean(clusterSums(Float64Array.of(1, 0), [1, 1]));
    expect(standardError).toBeNaN();
    expect(df).toBe(1);
  });
});

describe("clustersWithinBenchmarks", () => {
  const matrix = matrixFromRows([[1, 0, 1, 0]], { benchmarks: ["x", "x", "y", "y"] });
  it("keeps equal numbers of two benchmarks apart", () => {
    expect([...clustersWithinBenchmarks(matrix, [3, 3, 3, -1])]).toEqual([0, 0, 1, 2]);
  });
  it("wants a number for each item", () => {
    expect(() => clustersWithinBenchmarks(matrix, [3])).toThrowError(
      "cluster: 1 numbers; expected 4",
    );
  });
});
