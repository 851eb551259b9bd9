import { describe, expect, it } from "vitest";
import type { Estimate, Estimator } from "../../src/estimate/estimate.ts";
import { meanScore } from "../../src/estimate/mean-score.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { readItem } from "../../src/matrix/response-matrix.ts";
import { estimatorContract, unpleasantShapes } from "../../src/testing/estimator-contract.ts";

/** Clauses of the contract, without the shape in front. */
const clauses = [
  "one competency per model and one difficulty per kept item",
  "kept items are items, ascending and once each",
  "no value is infinite, and every difficulty is a number",
  "a model that was asked something has a competency",
  "the same matrix gives the same bits",
  "reversing models and items reverses the answer",
  "equal models get equal values",
  "the matrix is left as it was",
] as const;
type Clause = (typeof clauses)[number];

/** The clauses that an estimator breaks on some shape. */
async function broken(estimator: Estimator): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  for (const { title, run } of estimatorContract(estimator)) {
    try {
      await run();
    } catch {
      failed.add(title.slice(title.indexOf(": ") + 2));
    }
  }
  return failed;
}

/** A right estimate with something changed afterwards. */
function changed(change: (estimate: Estimate) => Partial<Estimate>): Estimator {
  return (matrix) => {
    const estimate = propagate(matrix);
    return { ...estimate, ...change(estimate) };
  };
}

let calls = 0;

/** Each breaks one clause, and is fine otherwise or at least not the only one to break another. */
const mutants: readonly (readonly [breaks: Clause, how: string, estimator: Estimator])[] = [
  [
    "one competency per model and one difficulty per kept item",
    "leaves a model out",
    changed(({ competency }) => ({ competency: competency.slice(0, -1) })),
  ],
  [
    "one competency per model and one difficulty per kept item",
    "gives a difficulty to every item, kept or not",
    (matrix) => ({ ...propagate(matrix), difficulty: new Float64Array(matrix.items.length) }),
  ],
  [
    "kept items are items, ascending and once each",
    "lists kept items backwards",
    changed(({ keptItems, difficulty }) => ({
      keptItems: keptItems.toReversed(),
      difficulty: difficulty.toReversed(),
    })),
  ],
  [
    "kept items are items, ascending and once each",
    "counts items from 1",
    changed(({ keptItems }) => ({ keptItems: keptItems.map((item) => item + 1) })),
  ],
  [
    "kept items are items, ascending and once each",
    "names an item twice",
    changed(({ keptItems }) => ({ keptItems: keptItems.map(() => keptItems[0]!) })),
  ],
  [
    "no value is infinite, and every difficulty is a number",
    "has infinite difficulties",
    changed(({ difficulty }) => ({ difficulty: difficulty.map((value) => value / 0) })),
  ],
  [
    "no value is infinite, and every difficulty is a number",
    "takes the logarithm of an accuracy",
    (matrix) => {
      const estimate = meanScore(matrix);
      return { ...estimate, competency: estimate.competency.map(Math.log) };
    },
  ],
  [
    "no value is infinite, and every difficulty is a number",
    "has a difficulty that is no number",
    changed(({ difficulty }) => ({ difficulty: difficulty.map(() => Number.NaN) })),
  ],
  [
    "a model that was asked something has a competency",
    "gives the best model no value",
    changed(({ competency }) => ({
      competency: competency.map((value) => (value === Math.max(...competency) ? NaN : value)),
    })),
  ],
  [
    "the same matrix gives the same bits",
    "starts from random values",
    changed(({ competency }) => ({
      competency: competency.map((value) => {
        calls += 1;
        return value + calls * 1e-12;
      }),
    })),
  ],
  [
    "reversing models and items reverses the answer",
    "breaks ties by position",
    changed(({ competency }) => ({ competency: competency.map((value, model) => value + model) })),
  ],
  [
    "reversing models and items reverses the answer",
    "lets earlier items weigh more",
    (matrix) => {
      const estimate = meanScore(matrix);
      const earned = new Float64Array(matrix.models.length);
      const scores = new Float64Array(matrix.models.length);
      for (let item = 0; item < matrix.items.length; item += 1) {
        for (const [model, score] of readItem(matrix, item, scores).entries()) {
          if (!Number.isNaN(score)) earned[model]! += score / (item + 1);
        }
      }
      return { ...estimate, competency: earned };
    },
  ],
  [
    "equal models get equal values",
    "gives the first of equals a little more",
    changed(({ competency }) => ({
      competency: competency.map((value, model) =>
        competency.indexOf(value) === model ? value : value - 1e-6,
      ),
    })),
  ],
  [
    "the matrix is left as it was",
    "sorts the scores in place",
    (matrix) => {
      const { storage } = matrix;
      const estimate = propagate(matrix);
      if (storage.kind === "bits" || storage.kind === "planes") {
        storage.solved[0] = (storage.solved[0]! + 1) % 2;
      } else if (storage.kind === "lists") storage.model[0] = 1;
      else storage.scores[0] = 0.123;
      return estimate;
    },
  ],
  [
    "the matrix is left as it was",
    "counts an answer of its own",
    (matrix) => {
      const estimate = propagate(matrix);
      matrix.graded[0]! += 1;
      return estimate;
    },
  ],
];

describe("the contract of estimators", () => {
  it("has these clauses, each over every unpleasant shape", () => {
    const titles = estimatorContract((matrix) => propagate(matrix)).map(({ title }) => title);
    expect(titles).toEqual(
      Object.keys(unpleasantShapes).flatMap((shape) =>
        clauses.map((clause) => `${shape}: ${clause}`),
      ),
    );
  });

  it("is kept by the estimators of this package", async () => {
    expect(await broken((matrix) => propagate(matrix))).toEqual(new Set());
    expect(await broken(meanScore)).toEqual(new Set());
  });

  it.each(mutants)("catches in `%s` an estimator that %s", async (clause, _, estimator) => {
    expect(await broken(estimator)).toContain(clause);
  });

  it("has no clause that nothing can break", () => {
    expect(new Set(mutants.map(([clause]) => clause))).toEqual(new Set(clauses));
  });

  it("says what it found", async () => {
    const [breach] = estimatorContract(
      changed(({ competency }) => ({ competency: competency.slice(0, -1) })),
    );
    expect(() => breach!.run()).toThrow("0 competencies");
  });
});

describe("the unpleasant shapes", () => {
  it("hold what has broken ranking code before", () => {
    const shapes = Object.values(unpleasantShapes);
    const cells = shapes.flat(2);
    expect(cells).toContain(undefined);
    expect(cells.some((score) => score !== undefined && score! > 0 && score! < 1)).toBe(true);
    expect(shapes.some((rows) => rows.length === 1)).toBe(true);
    expect(shapes.some((rows) => rows[0]!.length === 1)).toBe(true);
    expect(shapes.some((rows) => rows.flat().every((score) => score === 1))).toBe(true);
    expect(shapes.some((rows) => rows.flat().every((score) => score === 0))).toBe(true);
    expect(shapes.some((rows) => rows.some((row) => row.every((s) => s === undefined)))).toBe(true);
  });
});
