/** Refits by rounds over the items, each from the estimate in which every item counts once. */

import { fixedPoint } from "./fixed-point.ts";
import type { Solver, SolverParts } from "./refit-solver.ts";

export interface IteratedParts extends SolverParts {
  readonly tolerance: number;
  /** Share of the kept items that each model was asked. */
  readonly coverageOfModel: Float64Array;
}

export function iteratedSolver(parts: IteratedParts): Solver {
  const { kernel, coverageOfModel } = parts;
  const start = fixedPoint(kernel, { ...parts, coverageOfModel }).competency;
  return (counted) => fixedPoint(kernel, { ...parts, ...counted, start });
}
