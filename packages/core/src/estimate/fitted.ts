/** A pool and its estimate, which most questions are asked of together. */

import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Propagation } from "./propagate.ts";

/** A fitted pool. */
export interface Fitted {
  readonly matrix: ResponseMatrix;
  readonly fit: Propagation;
}
