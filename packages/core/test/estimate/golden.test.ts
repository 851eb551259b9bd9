import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { ranks } from "../../src/stats/ranks.ts";
import { transposed } from "../matrix/arbitrary-rows.ts";
import { restored, type StorageKind } from "../matrix/stored-as.ts";
import { solvePool, type Cells } from "../support/closed-form.ts";

/** Exact results, written by `../golden/make.py`. Matrices are items x models; `"-"` is unobserved. */
interface GoldenCase {
  readonly name: string;
  readonly damping: number;
  readonly matrix: readonly (readonly (number | null | "-")[])[];
  readonly kept: readonly number[];
  readonly rank: readonly (number | null)[];
  readonly failsNothing: readonly number[];
}

interface CompleteCase extends GoldenCase, Propagated {
  readonly solvesNothing: readonly number[];
  readonly filtered: { readonly solvedByAll: number; readonly failedByAll: number };
  readonly piMExact?: readonly string[];
  readonly iterations?: Readonly<Record<"1e-10" | "1e-12", number>>;
}

interface GapCase extends GoldenCase {
  readonly unscored: readonly number[];
  readonly coverageM: readonly (number | null)[];
  readonly coverageQ: readonly number[];
  readonly propagatedM: readonly (number | null)[];
  readonly piQ: readonly number[];
  readonly itemWeight: readonly number[];
  readonly weightedAccuracy: readonly (number | null)[];
  readonly competency: readonly (number | null)[];
  readonly common: Propagated;
  readonly wrong: Propagated;
}

interface Propagated {
  readonly kept: readonly number[];
  readonly piM: readonly number[];
  readonly piQ: readonly number[];
}

const folder = new URL("../golden/", import.meta.url);
const cases = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as GoldenCase);
const complete = cases.filter((golden): golden is CompleteCase => "piM" in golden);
const gaps = cases.filter((golden): golden is GapCase => "competency" in golden);

const strict = { tolerance: 1e-14 };

describe("the golden folder", () => {
  it("holds complete cases and cases with gaps, and nothing else", () => {
    expect(complete.length).toBeGreaterThanOrEqual(24);
    expect(gaps.length).toBeGreaterThanOrEqual(4);
    expect(complete.length + gaps.length).toBe(cases.length);
  });
});

describe.each(complete.map((golden) => [golden.name, golden] as const))("%s", (_, golden) => {
  const fit = (options: PropagateOptions) =>
    propagate(poolOf(golden), { damping: golden.damping, ...options });

  it("keeps the items that tell models apart and counts the others", () => {
    const result = fit(strict);
    expect([...result.keptItems]).toEqual(golden.kept);
    expect(result).toMatchObject({
      droppedAllSolved: golden.filtered.solvedByAll,
      droppedAllFailed: golden.filtered.failedByAll,
      droppedSameObserved: 0,
      droppedUnobserved: 0,
    });
  });

  it("names the models that fail or solve nothing", () => {
    const { failsNothing, solvesNothing } = fit(strict);
    expect({ failsNothing, solvesNothing }).toEqual({
      failsNothing: golden.failsNothing,
      solvesNothing: golden.solvesNothing,
    });
  });

  it("equals the exact values to 1e-13 at tolerance 1e-14", () => {
    const result = fit(strict);
    expect(result.converged).toBe(true);
    expect(worst(result.competency, golden.piM)).toBeLessThanOrEqual(1e-13);
    expect(worst(result.difficulty, golden.piQ)).toBeLessThanOrEqual(1e-13);
  });

  it("lies within 4e-10 of them in L1 at the default tolerance", () => {
    const result = fit({});
    expect(result.converged).toBe(true);
    expect(apart(result.competency, golden.piM)).toBeLessThanOrEqual(4e-10);
    expect(apart(result.difficulty, golden.piQ)).toBeLessThanOrEqual(4e-10);
  });

  it("ranks as they do", () => {
    const { competency, errorBound } = fit(strict);
    expect(ranks(competency, errorBound)).toEqual(golden.rank);
  });

  it("is the same under every policy for gaps, bit for bit", () => {
    const { competency, difficulty } = fit(strict);
    for (const missing of ["common", "wrong"] as const) {
      expect(fit({ ...strict, missing })).toMatchObject({ competency, difficulty });
    }
  });
});

describe.each([...complete, ...gaps].map((golden) => [golden.name, golden] as const))(
  "%s by every kernel",
  (_, golden) => {
    const rows = transposed(golden.matrix).map((row) =>
      row.map((score) => (score === "-" ? undefined : (score ?? 0))),
    );
    const matrix = poolOf(golden);
    const isComplete = rows.flat().every((score) => score !== undefined);
    const kinds: StorageKind[] = ["dense", "sparse"];
    if (matrix.binary) kinds.push("planes", "lists");
    if (matrix.binary && isComplete) kinds.push("bits");
    const ways = kinds.flatMap((kind) =>
      (kind === "bits" ? (["exact", "iterate"] as const) : (["iterate"] as const)).flatMap(
        (method) => [false, true].map((webAssembly) => ({ kind, method, webAssembly })),
      ),
    );

    it.each(ways)("$kind, $method, WebAssembly $webAssembly", ({ kind, ...options }) => {
      const { competency, difficulty } = propagate(restored(matrix, kind, rows), {
        damping: golden.damping,
        ...strict,
        ...options,
      });
      const expected = "piM" in golden ? golden.piM : golden.competency;
      expect(worst(competency, expected)).toBeLessThanOrEqual(1e-13);
      expect(worst(difficulty, golden.piQ)).toBeLessThanOrEqual(1e-13);
    });
  },
);

describe("exact fractions", () => {
  const stated = complete.filter(({ piMExact }) => piMExact !== undefined);

  it.each(stated.map((golden) => [golden.name, golden] as const))("%s", (_, golden) => {
    const exact = golden.piMExact!.map((fraction) => {
      const [above, below = "1"] = fraction.split("/");
      return Number(above) / Number(below);
    });
    const { competency } = propagate(poolOf(golden), { damping: golden.damping, ...strict });
    expect(worst(competency, exact)).toBeLessThanOrEqual(1e-13);
  });
});

describe("rounds of plain iteration, one more or less", () => {
  const stated = complete.flatMap(({ iterations, ...golden }) =>
    Object.entries(iterations ?? {}).map(
      ([tolerance, rounds]) => [golden.name, tolerance, rounds, golden] as const,
    ),
  );

  it.each(stated)("%s at %s: %i", (_, tolerance, rounds, golden) => {
    const { iterations, kernel } = propagate(poolOf(golden), {
      damping: golden.damping,
      tolerance: Number(tolerance),
    });
    expect(kernel).toMatch(/^iterate, /);
    expect(Math.abs(iterations - rounds)).toBeLessThanOrEqual(1);
  });
});

describe.each(gaps.map((golden) => [golden.name, golden] as const))("%s", (_, golden) => {
  const matrix = poolOf(golden);
  const fit = (missing: "weighted" | "common" | "wrong", tolerance = 1e-14) =>
    propagate(matrix, { damping: golden.damping, missing, tolerance });

  it("keeps the items with credit earned and credit lost among the answers", () => {
    expect([...fit("weighted").keptItems]).toEqual(golden.kept);
  });

  it("has the exact difficulties, item weights, weighted accuracies and competencies", () => {
    const result = fit("weighted");
    expect(result.converged).toBe(true);
    expect(worst(result.difficulty, golden.piQ)).toBeLessThanOrEqual(1e-13);
    expect(worst(result.itemWeight, golden.itemWeight)).toBeLessThanOrEqual(1e-13);
    expect(worst(result.weightedAccuracy, golden.weightedAccuracy)).toBeLessThanOrEqual(1e-13);
    expect(worst(result.competency, golden.competency)).toBeLessThanOrEqual(1e-13);
  });

  it("lies within 4e-10 of the exact competencies in L1 at the default tolerance", () => {
    const { competency, difficulty } = propagate(matrix, { damping: golden.damping });
    expect(apart(competency, golden.competency)).toBeLessThanOrEqual(4e-10);
    expect(apart(difficulty, golden.piQ)).toBeLessThanOrEqual(4e-10);
  });

  it("has the exact coverage, none for a model that was asked no kept item", () => {
    const exact = golden.coverageM.map((share) => share ?? 0);
    expect(worst(fit("weighted").coverage, exact)).toBeLessThanOrEqual(1e-15);
  });

  it("passes on the exact propagated competency for each unit of failure", () => {
    const { passedOn } = fit("weighted");
    for (const [model, propagated] of golden.propagatedM.entries()) {
      const failure = golden.kept.reduce((sum, item, place) => {
        const score = golden.matrix[item]![model];
        return score === "-" ? sum : sum + (1 - (score ?? 0)) / golden.coverageQ[place]!;
      }, 0);
      if (propagated === null) expect(passedOn[model]).toBeNaN();
      else expect(Math.abs(passedOn[model]! * failure - propagated)).toBeLessThanOrEqual(1e-13);
    }
  });

  it("gives a model without an answer to a kept item no competency and no rank", () => {
    const { competency, errorBound, failsNothing } = fit("weighted");
    const unscored = [...competency.keys()].filter((model) => Number.isNaN(competency[model]!));
    expect(unscored).toEqual(golden.unscored);
    expect(failsNothing).toEqual(golden.failsNothing);
    expect(ranks(competency, errorBound)).toEqual(golden.rank.map((rank) => rank ?? Number.NaN));
  });

  it("counts every item that takes no part once", () => {
    for (const missing of ["weighted", "common", "wrong"] as const) {
      const result = fit(missing);
      const dropped =
        result.droppedAllSolved +
        result.droppedAllFailed +
        result.droppedSameObserved +
        result.droppedUnobserved;
      expect(dropped + result.keptItems.length).toBe(matrix.items.length);
    }
  });

  it.each(["common", "wrong"] as const)("has the exact values under `%s`", (missing) => {
    const exact = golden[missing];
    const result = fit(missing);
    expect([...result.keptItems]).toEqual(exact.kept);
    expect(worst(result.competency, exact.piM)).toBeLessThanOrEqual(1e-13);
    expect(worst(result.difficulty, exact.piQ)).toBeLessThanOrEqual(1e-13);
  });
});

describe("the oracle of the other tests", () => {
  it.each(complete.map((golden) => [golden.name, golden] as const))("solves %s", (_, golden) => {
    const solution = solvePool(rowsOf(golden), { damping: golden.damping });
    expect(worst(solution.propagated, golden.piM)).toBeLessThanOrEqual(1e-14);
    expect(worst(solution.competency, golden.piM)).toBeLessThanOrEqual(1e-14);
    expect(worst(solution.difficulty, golden.piQ)).toBeLessThanOrEqual(1e-14);
  });

  it.each(gaps.map((golden) => [golden.name, golden] as const))("solves %s", (_, golden) => {
    const solution = solvePool(rowsOf(golden), { damping: golden.damping });
    expect(worst(solution.propagated, golden.propagatedM)).toBeLessThanOrEqual(1e-14);
    expect(worst(solution.difficulty, golden.piQ)).toBeLessThanOrEqual(1e-14);
    expect(worst(solution.itemWeight, golden.itemWeight)).toBeLessThanOrEqual(1e-14);
    expect(worst(solution.weightedAccuracy, golden.weightedAccuracy)).toBeLessThanOrEqual(1e-14);
    expect(worst(solution.competency, golden.competency)).toBeLessThanOrEqual(1e-14);
  });
});

function rowsOf({ matrix }: GoldenCase): Cells {
  return transposed(matrix.map((row) => row.map((cell) => (cell === "-" ? undefined : cell))));
}

function poolOf(golden: GoldenCase): ResponseMatrix {
  return matrixFromRows(rowsOf(golden));
}

/** Largest absolute difference; infinite where only one side has a value. */
function worst(found: ArrayLike<number>, exact: readonly (number | null)[]): number {
  if (found.length !== exact.length) return Infinity;
  return exact.reduce<number>((largest, value, index) => {
    const known = found[index]!;
    if (value === null || Number.isNaN(value)) return Number.isNaN(known) ? largest : Infinity;
    return Number.isNaN(known) ? Infinity : Math.max(largest, Math.abs(known - value));
  }, 0);
}

/** L1 distance over the entries that have an exact value. */
function apart(found: ArrayLike<number>, exact: readonly (number | null)[]): number {
  return exact.reduce<number>(
    (sum, value, index) => (value === null ? sum : sum + Math.abs(found[index]! - value)),
    0,
  );
}
