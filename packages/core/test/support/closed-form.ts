/**
 * The fixed point by solving its linear system, and the policy `weighted` on top of it. Written from
 * the formulas, over plain rows, and without a line of the code it checks.
 *
 * With P_MQ and P_QM row-stochastic, one round is affine in the competencies, so they solve
 *
 *     (I - d^2 (P_MQ P_QM)') competency = d (1 - d) P_QM' 1/Q + (1 - d)/M
 */

/** One row per model; `null` is ungraded and counts as 0, `undefined` is unobserved. */
export type Cells = readonly (readonly (number | null | undefined)[])[];

export interface Solution {
  /** Items with some observed score above 0 and some below 1. */
  readonly kept: readonly number[];
  /** Models that were asked some kept item. */
  readonly scored: readonly number[];
  /** Per model of the pool; `NaN` for one that is not scored. */
  readonly competency: readonly number[];
  /** Per kept item. */
  readonly difficulty: readonly number[];
  /** Solution of the linear system; the competency itself on complete data. */
  readonly propagated: readonly number[];
  readonly weightedAccuracy: readonly number[];
  /** Per kept item. */
  readonly itemWeight: readonly number[];
}

export interface SolveOptions {
  readonly damping?: number;
  readonly smoothing?: number;
}

/** Pseudo-answers that an item gets for each unobserved share of it. */
const pseudoAnswers = 3;

export function solvePool(rows: Cells, options: SolveOptions = {}): Solution {
  const { damping: d = 0.85, smoothing: s = 0 } = options;
  const score = (model: number, item: number): number | undefined => {
    const cell = rows[model]![item];
    return cell === null ? 0 : cell;
  };
  const everyModel = [...rows.keys()];
  const kept = [...(rows[0] ?? []).keys()].filter((item) => {
    const observed = everyModel.map((model) => score(model, item)).filter((x) => x !== undefined);
    return observed.some((x) => x > 0) && observed.some((x) => x < 1);
  });
  const scored =
    kept.length === 0
      ? everyModel
      : everyModel.filter((model) => kept.some((item) => score(model, item) !== undefined));
  const [M, Q] = [scored.length, kept.length];
  if (Q === 0) {
    const even = everyModel.map(() => 1 / M);
    const none = everyModel.map(() => Number.NaN);
    return {
      kept,
      scored,
      competency: even,
      difficulty: [],
      propagated: even,
      weightedAccuracy: none,
      itemWeight: [],
    };
  }
  const X = scored.map((model) => kept.map((item) => score(model, item)));
  const asked = kept.map((_, q) => X.filter((row) => row[q] !== undefined).length);
  const coverageOfModel = X.map((row) => row.filter((x) => x !== undefined).length / Q);
  const coverageOfItem = asked.map((n) => n / M);

  const toModels = kept.map((_, q) =>
    normalised(X.map((row, m) => (row[q] === undefined ? 0 : (row[q] + s) / coverageOfModel[m]!))),
  );
  const toItems = X.map((row) =>
    normalised(row.map((x, q) => (x === undefined ? 0 : (1 - x + s) / coverageOfItem[q]!))),
  );
  const system = scored.map((_, i) =>
    scored.map((__, j) => {
      let through = 0;
      for (let q = 0; q < Q; q += 1) through += toItems[j]![q]! * toModels[q]![i]!;
      return (i === j ? 1 : 0) - d * d * through;
    }),
  );
  const constant = scored.map(
    (_, i) => (d * (1 - d) * sum(toModels.map((row) => row[i]!))) / Q + (1 - d) / M,
  );
  const propagated = solve(system, constant);
  const difficulty = kept.map(
    (_, q) => d * sum(propagated.map((p, m) => p * toItems[m]![q]!)) + (1 - d) / Q,
  );

  const earned = kept.map((_, q) => sum(X.map((row) => row[q] ?? 0)));
  const poolRate = sum(earned) / sum(asked);
  const itemWeight = difficulty.map((value, q) => {
    const pseudo = pseudoAnswers * (1 - coverageOfItem[q]!);
    const rate = (earned[q]! + s * asked[q]! + pseudo * (poolRate + s)) / (asked[q]! + pseudo);
    return value / (M * rate);
  });
  const weightedAccuracy = X.map(
    (row) =>
      sum(row.map((x, q) => (x ?? 0) * itemWeight[q]!)) /
      sum(row.map((x, q) => (x === undefined ? 0 : itemWeight[q]!))),
  );
  const whole = sum(weightedAccuracy.map((value) => value + s));
  const competency = weightedAccuracy.map((value) => (1 - d) / M + (d * (value + s)) / whole);

  const everywhere = (values: readonly number[]) =>
    everyModel.map((model) =>
      scored.includes(model) ? values[scored.indexOf(model)]! : Number.NaN,
    );
  return {
    kept,
    scored,
    competency: everywhere(competency),
    difficulty,
    propagated: everywhere(propagated),
    weightedAccuracy: everywhere(weightedAccuracy),
    itemWeight,
  };
}

/** A row over its sum; the same value everywhere for a row of zeros. */
function normalised(row: readonly number[]): readonly number[] {
  const whole = sum(row);
  return whole === 0 ? row.map(() => 1 / row.length) : row.map((value) => value / whole);
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

/** Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = column + 1; row < size; row += 1) {
      const factor = rows[row]![column]! / rows[column]![column]!;
      for (let at = column; at <= size; at += 1) rows[row]![at]! -= factor * rows[column]![at]!;
    }
  }
  const result = Array.from({ length: size }, () => 0);
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = rows[row]![size]!;
    for (let at = row + 1; at < size; at += 1) rest -= rows[row]![at]! * result[at]!;
    result[row] = rest / rows[row]![row]!;
  }
  return result;
}
