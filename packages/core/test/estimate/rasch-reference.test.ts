/**
 * The Rasch fit against base R: the same penalised likelihood, put to its maximum by general optimisers
 * (`test/fixtures/rasch/make.R` wrote the files, where two of them agree to 1e-6).
 */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rasch, type RaschFit } from "../../src/estimate/rasch.ts";
import { isComplete, matrixFromRows } from "../../src/matrix/response-matrix.ts";

interface Reference {
  /** One row per model; `undefined` is unobserved. */
  readonly rows: readonly (readonly (number | undefined)[])[];
  readonly ability: readonly number[];
  readonly abilitySd: readonly number[];
  /** Per item; `undefined` for one that tells no models apart. */
  readonly difficulty: readonly (number | undefined)[];
  readonly difficultySd: readonly (number | undefined)[];
}

/** Lines are items with difficulty and its deviation at the end, then `ability` and `ability_sd`. */
function reference(file: string): Reference {
  const text = readFileSync(new URL(`../fixtures/rasch/${file}`, import.meta.url), "utf8");
  const lines = text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").slice(1).map(numberOrNothing));
  const items = lines.slice(0, -2);
  const [ability, abilitySd] = lines.slice(-2).map((line) => line.slice(0, -2) as number[]);
  return {
    rows: ability!.map((_, model) => items.map((line) => line[model])),
    ability: ability!,
    abilitySd: abilitySd!,
    difficulty: items.map((line) => line.at(-2)),
    difficultySd: items.map((line) => line.at(-1)),
  };
}

const numberOrNothing = (cell: string) => (cell === "" ? undefined : Number(cell));

/** Largest distance of two lists. */
function apart(ours: ArrayLike<number>, theirs: readonly (number | undefined)[]): number {
  const known = theirs.filter((value) => value !== undefined);
  expect(known).toHaveLength(ours.length);
  return Math.max(...known.map((value, place) => Math.abs(value - ours[place]!)));
}

/** The files have eight decimals, and we stop at an L1 change of 1e-8. */
const tolerance = 1e-7;

describe.each([
  { file: "complete.csv", what: "200 items x 30 models, 0/1", binary: true, complete: true },
  { file: "gaps.csv", what: "80 items x 16 models, a third unobserved", binary: true },
  { file: "credit.csv", what: "60 items x 12 models, quarters of credit", complete: true },
])("$what", ({ file, binary = false, complete = false }) => {
  const expected = reference(file);
  const matrix = matrixFromRows(expected.rows);
  const fit: RaschFit = rasch(matrix);

  it("is the pool that it is called", () => {
    expect([matrix.binary, isComplete(matrix)]).toEqual([binary, complete]);
  });
  it("keeps the same items", () => {
    const kept = [...expected.difficulty.keys()].filter(
      (item) => expected.difficulty[item] !== undefined,
    );
    expect([...fit.keptItems]).toEqual(kept);
  });
  it("abilities and difficulties are those of R within 1e-7 logits", () => {
    expect(apart(fit.competency, expected.ability)).toBeLessThan(tolerance);
    expect(apart(fit.difficulty, expected.difficulty)).toBeLessThan(tolerance);
  });
  it("standard deviations are those of its Hessian within 1e-7", () => {
    expect(apart(fit.competencySd, expected.abilitySd)).toBeLessThan(tolerance);
    expect(apart(fit.difficultySd, expected.difficultySd)).toBeLessThan(tolerance);
  });
});
