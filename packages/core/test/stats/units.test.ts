import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { mulberry32 } from "../../src/numeric/random.ts";
import { copiesOfItems, drawUnits, halveUnits } from "../../src/stats/resample.ts";
import { resamplingUnits, type Units } from "../../src/stats/units.ts";

/** One model on items of some benchmarks, given as letters. */
const pool = (benchmarks: string) =>
  matrixFromRows([Array.from(benchmarks, () => 1), Array.from(benchmarks, () => 0)], {
    benchmarks: Array.from(benchmarks),
  });

/** Per stratum its units, each a list of items. */
const listed = ({ starts, members, strata }: Units) =>
  Array.from({ length: strata.length - 1 }, (_, stratum) =>
    Array.from({ length: strata[stratum + 1]! - strata[stratum]! }, (__, index) => {
      const unit = strata[stratum]! + index;
      return [...members.subarray(starts[unit], starts[unit + 1])];
    }),
  );

describe("units of resampling", () => {
  it("are items, benchmark by benchmark", () => {
    expect(listed(resamplingUnits(pool("abaab"), { missing: "weighted" }))).toEqual([
      [[0], [2], [3]],
      [[1], [4]],
    ]);
  });
  it("are clusters of a benchmark where these are given", () => {
    const units = resamplingUnits(pool("aaabb"), { missing: "weighted", cluster: [7, 8, 7, 7, 7] });
    expect(listed(units)).toEqual([[[0, 2], [1]], [[3, 4]]]);
    expect(units.clusters).toBe(3);
  });
  it("of small benchmarks make one stratum", () => {
    const units = resamplingUnits(pool("aaabccb"), { missing: "weighted", smallest: 3 });
    expect(listed(units)).toEqual([
      [[0], [1], [2]],
      [[3], [6], [4], [5]],
    ]);
  });
  it("leave out items that nobody was asked, or that the policy does not count", () => {
    const matrix = matrixFromRows([
      [1, 0, undefined, undefined],
      [0, undefined, 1, undefined],
    ]);
    const items = (missing: "weighted" | "common" | "wrong") => [
      ...resamplingUnits(matrix, { missing }).members,
    ];
    expect(items("weighted")).toEqual([0, 1, 2]);
    expect(items("common")).toEqual([0]);
    expect(items("wrong")).toEqual([0, 1, 2, 3]);
  });
  it("want a cluster for each item", () => {
    expect(() => resamplingUnits(pool("ab"), { missing: "weighted", cluster: [1] })).toThrowError(
      "cluster: 1 numbers; expected 2",
    );
  });
});

describe("drawing units", () => {
  const units = resamplingUnits(pool(`${"a".repeat(30)}${"b".repeat(11)}`), {
    missing: "weighted",
  });

  it("keeps the number of units of each stratum", () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const counts = drawUnits(units, mulberry32(seed));
      const sum = (part: Uint32Array) => part.reduce((total, count) => total + count, 0);
      expect([sum(counts.subarray(0, 30)), sum(counts.subarray(30))]).toEqual([30, 11]);
    }
  });
  it("counts the items of a cluster alike", () => {
    const cluster = Array.from({ length: 41 }, (_, item) => item % 4);
    const clustered = resamplingUnits(pool("a".repeat(41)), { missing: "weighted", cluster });
    const counts = drawUnits(clustered, mulberry32(3));
    const copies = copiesOfItems(counts, { units: clustered, out: new Float64Array(41) });
    expect(counts.reduce((total, count) => total + count, 0)).toBe(4);
    for (const [item, number] of cluster.entries()) expect(copies[item]).toBe(counts[number]);
  });
});

describe("halving units", () => {
  const units = resamplingUnits(pool(`${"a".repeat(10)}${"b".repeat(7)}`), { missing: "weighted" });

  it("takes half of each stratum, an odd unit to either side", () => {
    const odd = new Set<number>();
    for (let seed = 0; seed < 40; seed += 1) {
      const chosen = halveUnits(units, mulberry32(seed));
      expect(chosen.subarray(0, 10).filter((copies) => copies === 1)).toHaveLength(5);
      odd.add(chosen.subarray(10).filter((copies) => copies === 1).length);
    }
    expect(odd).toEqual(new Set([3, 4]));
  });
  it("chooses each unit half of the time", () => {
    const times = new Float64Array(17);
    for (let seed = 0; seed < 2000; seed += 1) {
      for (const [unit, copies] of halveUnits(units, mulberry32(seed)).entries()) {
        times[unit]! += copies;
      }
    }
    for (const count of times) expect(Math.abs(count - 1000)).toBeLessThan(100);
  });
});
