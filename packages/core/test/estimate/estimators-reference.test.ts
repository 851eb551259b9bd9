/**
 * Two-parameter model, Bradley-Terry and PageRank against base R: the same criteria, written down once
 * more and put to their maximum by general optimisers (`test/fixtures/estimators/make.R`).
 */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bradleyTerry } from "../../src/estimate/bradley-terry.ts";
import { pageRank } from "../../src/estimate/page-rank.ts";
import { twoParameter } from "../../src/estimate/two-parameter.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";

type Numbers = readonly number[];

interface Reference {
  readonly rows: readonly (readonly (number | null)[])[];
  readonly twoParameter: Readonly<
    Record<"ability" | "abilitySd" | "difficulty" | "discrimination", Numbers>
  >;
  readonly bradleyTerry: Readonly<Record<"strength" | "difficulty", Numbers>>;
  readonly sides: Readonly<Record<"models" | "items", Numbers>>;
  readonly uniform: Readonly<Record<"models" | "items", Numbers>>;
}

function reference(file: string): Reference {
  const url = new URL(`../fixtures/estimators/${file}`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8")) as Reference;
}

function apart(ours: Float64Array, theirs: Numbers): number {
  expect(ours).toHaveLength(theirs.length);
  return Math.max(...theirs.map((value, place) => Math.abs(value - ours[place]!)));
}

describe.each([
  { file: "complete.json", what: "25 models, 0/1", sizes: [25, 39], near: 2e-4 },
  { file: "gaps.json", what: "16 models, a third unobserved", sizes: [16, 30], near: 2e-3 },
  { file: "credit.json", what: "12 models, quarters of credit", sizes: [12, 24], near: 2e-4 },
])("$what", ({ file, sizes, near }) => {
  const expected = reference(file);
  const matrix = matrixFromRows(expected.rows.map((row) => row.map((score) => score ?? undefined)));

  it("is the pool that it is called", () => {
    expect([matrix.models.length, matrix.items.length]).toEqual(sizes);
    expect(expected.rows.flat().includes(null)).toBe(file === "gaps.json");
    expect(matrix.binary).toBe(file !== "credit.json");
  });
  it("2PL with many nodes is that of R within 1e-8", () => {
    const fit = twoParameter(matrix, { nodes: 41, tolerance: 1e-11 });
    expect(fit.converged).toBe(true);
    // The file has twelve digits; the quadrature with 41 nodes is good to 1e-9 on these few items.
    expect(apart(fit.competency, expected.twoParameter.ability)).toBeLessThan(1e-8);
    expect(apart(fit.competencySd, expected.twoParameter.abilitySd)).toBeLessThan(1e-8);
    expect(apart(fit.difficulty, expected.twoParameter.difficulty)).toBeLessThan(1e-8);
    expect(apart(fit.discrimination, expected.twoParameter.discrimination)).toBeLessThan(1e-8);
  });
  it("2PL as it comes is within a hundredth of the deviation of an ability", () => {
    const fit = twoParameter(matrix);
    expect(fit.converged).toBe(true);
    expect(apart(fit.competency, expected.twoParameter.ability)).toBeLessThan(near);
    expect(Math.min(...expected.twoParameter.abilitySd)).toBeGreaterThan(100 * near);
    expect(apart(fit.difficulty, expected.twoParameter.difficulty)).toBeLessThan(near);
    expect(apart(fit.discrimination, expected.twoParameter.discrimination)).toBeLessThan(near);
  });
  it("Bradley-Terry is that of R within 1e-10", () => {
    const fit = bradleyTerry(matrix);
    expect(fit.converged).toBe(true);
    expect(apart(fit.competency, expected.bradleyTerry.strength)).toBeLessThan(1e-10);
    expect(apart(fit.difficulty, expected.bradleyTerry.difficulty)).toBeLessThan(1e-10);
  });
  it.each(["sides", "uniform"] as const)(
    "PageRank with the teleport %s is the solution of its linear system within 1e-12",
    (teleport) => {
      const fit = pageRank(matrix, { teleport, tolerance: 1e-14 });
      expect(apart(fit.competency, expected[teleport].models)).toBeLessThan(1e-12);
      expect(apart(fit.difficulty, expected[teleport].items)).toBeLessThan(1e-12);
    },
  );
});
