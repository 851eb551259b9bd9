/** Refits by rounds over the items, each from the estimate in which every item counts once. */

import { increased } from "../numeric/vectors.ts";
import type { CompleteSolution } from "./exact-complete.ts";
import { fixedPoint, massesOf } from "./fixed-point.ts";
import type { Solver, SolverParts } from "./refit-solver.ts";

export interface IteratedParts extends SolverParts {
  readonly tolerance: number;
  /** Competencies where every item counts once. */
  readonly start: Float64Array;
}

/** Refits of data with gaps. */
export function iteratedSolver(parts: IteratedParts): Solver {
  const { kernel } = parts;
  return (counted) => fixedPoint(kernel, { ...parts, ...counted, accelerate: true });
}

export interface CompleteParts extends Omit<SolverParts, "coverageOfItem"> {
  readonly tolerance: number;
  /** Sum of scores of each kept item. */
  readonly successOfItem: Float64Array;
  /** Competencies where every item counts once. */
  readonly start: Float64Array;
}

/** Refits of complete data. */
export function iteratedCompleteSolver(
  parts: CompleteParts,
): (copies: Float64Array) => CompleteSolution {
  const { kernel, models, smoothing } = parts;
  const successOfItem = increased(parts.successOfItem, smoothing * models);
  return (copies) => {
    const { failureOfModel } = massesOf(kernel, { ...parts, copies });
    const masses = { successOfItem, failureOfModel };
    const point = fixedPoint(kernel, { ...parts, copies, masses });
    return { competency: point.competency, weight: point.sumOfWeights };
  };
}
