/** The fixed point of a pool whose items are counted a different number of times. */

import type { PairSums } from "./kernels/pair-sums.ts";
import type { Kernel } from "./kernels/kernel.ts";

/** What does not change from one refit to the next. Items are the kept ones. */
export interface SolverParts {
  readonly kernel: Kernel;
  readonly models: number;
  readonly items: number;
  /** Share of the models that an item was put to. */
  readonly coverageOfItem: Float64Array;
  readonly damping: number;
  readonly smoothing: number;
}

export interface ExactParts extends SolverParts {
  readonly pairs: PairSums;
}

/** How often each kept item counts, and what share of these each model was asked, above 0. */
export interface Counted {
  readonly copies: Float64Array;
  readonly coverageOfModel: Float64Array;
}

/** Overwritten by the next call of the solver. */
export interface Solution {
  /** Propagated competency. */
  readonly competency: Float64Array;
  /** Difficulty of one copy of each kept item, counted or not. */
  readonly difficulty: Float64Array;
}

export type Solver = (counted: Counted) => Solution;
