/** What every estimator must do, whatever it estimates; free of any test runner. */

import type { Estimator } from "../estimate/estimate.ts";
import { matrixFromRows, type ResponseMatrix, type Rows } from "../matrix/response-matrix.ts";

/** One clause of a contract. `run` throws when it is broken. */
export interface ContractCase {
  readonly title: string;
  readonly run: () => void | Promise<void>;
}

/** Pools that have broken ranking code before. */
export const unpleasantShapes: Readonly<Record<string, Rows>> = {
  "one cell": [[1]],
  "one model": [[1, 0, 1]],
  "one item": [[1], [0], [1]],
  "everything right": [
    [1, 1],
    [1, 1],
  ],
  "everything wrong": [
    [0, 0],
    [0, 0],
  ],
  "a model that fails nothing": [
    [1, 1, 1],
    [1, 0, 0],
    [0, 1, 0],
  ],
  "a model that solves nothing": [
    [0, 0, 0],
    [1, 0, 1],
    [0, 1, 1],
  ],
  "a model without outcomes": [
    [1, 0, 1],
    [undefined, undefined, undefined],
    [0, 1, 1],
  ],
  "two blocks that share nothing": [
    [1, 0, undefined, undefined],
    [0, 1, undefined, undefined],
    [undefined, undefined, 1, 0],
    [undefined, undefined, 0, 1],
  ],
  "one way": [
    [1, 1],
    [0, 0],
  ],
  duplicates: [
    [1, 0, 1, 0],
    [1, 0, 1, 0],
    [0, 1, 0, 1],
    [0, 1, 0, 1],
  ],
  "partial credit": [
    [0.5, 0.25, 1],
    [0.5, 1, 0],
    [0.5, 0, 0.75],
  ],
  "an item that nobody was asked": [
    [1, undefined, 0],
    [0, undefined, 1],
  ],
};

/** The clauses for one estimator, over all {@link unpleasantShapes}. */
export function estimatorContract(estimator: Estimator): readonly ContractCase[] {
  return Object.entries(unpleasantShapes).flatMap(([shape, rows]) => {
    const clause = (title: string, check: (matrix: ResponseMatrix) => void): ContractCase => ({
      title: `${shape}: ${title}`,
      run: () => check(matrixFromRows(rows)),
    });
    return [
      clause("one competency per model and one difficulty per kept item", (matrix) => {
        const { competency, difficulty, keptItems } = estimator(matrix);
        expect(competency.length === matrix.models.length, `${competency.length} competencies`);
        expect(difficulty.length === keptItems.length, `${difficulty.length} difficulties`);
      }),
      clause("kept items are items, ascending and once each", (matrix) => {
        const { keptItems } = estimator(matrix);
        for (const [place, item] of keptItems.entries()) {
          const before = place === 0 ? -1 : keptItems[place - 1]!;
          expect(item > before && item < matrix.items.length, `item ${item} after ${before}`);
        }
      }),
      clause("no value is infinite, and every difficulty is a number", (matrix) => {
        const { competency, difficulty } = estimator(matrix);
        expect(
          competency.every((value) => Number.isFinite(value) || Number.isNaN(value)),
          `competency ${competency.join(", ")}`,
        );
        expect(difficulty.every(Number.isFinite), `difficulty ${difficulty.join(", ")}`);
      }),
      clause("a model that was asked something has a competency", (matrix) => {
        const { competency, keptItems } = estimator(matrix);
        for (const [model, row] of rows.entries()) {
          const asked = [...keptItems].some((item) => row[item] !== undefined);
          expect(!asked || Number.isFinite(competency[model]), `model ${model} has none`);
        }
      }),
      clause("the same matrix gives the same bits", (matrix) => {
        const [first, second] = [estimator(matrix), estimator(matrix)];
        expect(same(first.competency, second.competency, 0), "competencies differ");
        expect(same(first.difficulty, second.difficulty, 0), "difficulties differ");
      }),
      clause("reversing models and items reverses the answer", (matrix) => {
        const forward = estimator(matrix);
        const backward = estimator(
          matrixFromRows(rows.toReversed().map((row) => row.toReversed())),
        );
        expect(
          same(forward.competency, backward.competency.toReversed(), 1e-9),
          `${forward.competency.join(", ")} against ${backward.competency.toReversed().join(", ")}`,
        );
        expect(
          same(forward.difficulty, backward.difficulty.toReversed(), 1e-9),
          `${forward.difficulty.join(", ")} against ${backward.difficulty.toReversed().join(", ")}`,
        );
      }),
      clause("equal models get equal values", (matrix) => {
        const { competency } = estimator(matrix);
        for (const [a, first] of rows.entries()) {
          for (const [b, second] of rows.entries()) {
            if (JSON.stringify(first) !== JSON.stringify(second)) continue;
            expect(
              same([competency[a]!], [competency[b]!], 1e-9),
              `${competency[a]} and ${competency[b]}`,
            );
          }
        }
      }),
      clause("the matrix is left as it was", (matrix) => {
        const before = JSON.stringify(matrix, typedArrays);
        estimator(matrix);
        expect(JSON.stringify(matrix, typedArrays) === before, "it was written to");
      }),
    ];
  });
}

/** `NaN` equals `NaN`. */
function same(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number): boolean {
  if (a.length !== b.length) return false;
  return Array.from(a).every((value, index) =>
    Number.isNaN(value) ? Number.isNaN(b[index]!) : Math.abs(value - b[index]!) <= tolerance,
  );
}

/** JSON would write `NaN` as null, and typed arrays as objects. */
function typedArrays(_key: string, value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return value;
  const { buffer, byteOffset, byteLength } = value;
  return Array.from(new Uint8Array(buffer, byteOffset, byteLength)).join(",");
}

function expect(condition: boolean, found: string): void {
  if (!condition) throw new Error(found);
}
