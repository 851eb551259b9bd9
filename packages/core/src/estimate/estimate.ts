/** What every estimator takes and gives, so that one can stand in for another. */

import type { ResponseMatrix } from "../matrix/response-matrix.ts";

export interface Estimate {
  /** One value per model of the matrix, higher is better; `NaN` for a model that has none. */
  readonly competency: Float64Array;
  /** Difficulty of item `keptItems[i]`, higher is harder. */
  readonly difficulty: Float64Array;
  /** Indices of the items that took part, ascending. */
  readonly keptItems: Uint32Array;
  readonly iterations: number;
  /** L1 change of the competencies in the last iteration; 0 for a closed form. */
  readonly residual: number;
  readonly converged: boolean;
  /** Which code did the work, for instance `iterate, bits`. */
  readonly kernel: string;
}

export type Estimator<Options extends object = object, Result extends Estimate = Estimate> = (
  matrix: ResponseMatrix,
  options?: Options,
) => Result;
