/**
 * Sums for all pairs of models of complete 0/1 data, where the weight of an item depends only on how
 * many models solved it.
 */

import type { ResponseMatrix } from "../../matrix/response-matrix.ts";
import { total } from "../../numeric/vectors.ts";
import type { Strata } from "../strata.ts";
import type { Kernel } from "./kernel.ts";
import { pairSums } from "./pair-sums.ts";

/** Overwritten by the next call. */
export interface PairTotals {
  /** `pairs[i * models + j]`: weight of the items that i solved and j failed. */
  readonly pairs: Float64Array;
  /** Weight of the items that each model solved, and failed. */
  readonly solved: Float64Array;
  readonly failed: Float64Array;
  /** Weight of all items. */
  readonly all: number;
  /** Number of items, counting copies. */
  readonly items: number;
}

/** Sums over the items that the stream of random numbers of a seed draws. */
export type DrawnPairs = (weightOf: Float64Array, seed: number) => PairTotals;

export interface CompletePairs {
  /** Who adds up, for instance `pairs, WebAssembly`. */
  readonly name: string;
  /**
   * @param weightOf Weight of one copy of an item by the number of models that solved it.
   * @param copies How often each item counts; once each where absent.
   */
  totals(weightOf: Float64Array, copies?: Float64Array): PairTotals;
  /**
   * Prepares draws; absent, or `undefined`, where draws have to be counted elsewhere.
   *
   * @param strata Places among the items of the source; a number beyond them is no item here.
   */
  drawing?(strata: Strata): DrawnPairs | undefined;
  /** Gives memory back; see `Kernel`. */
  readonly release: () => void;
}

export interface PairSource {
  readonly matrix: ResponseMatrix;
  /** Which items take part. */
  readonly items: Uint32Array;
  /** How many models solved each of them. */
  readonly solvers: Uint32Array;
}

/** The sums in TypeScript, item by item. */
export function plainPairs({ matrix, items, solvers }: PairSource, kernel: Kernel): CompletePairs {
  const models = matrix.models.length;
  const sums = pairSums(matrix, items);
  const weight = new Float64Array(items.length);
  const pairs = new Float64Array(models * models);
  const solved = new Float64Array(models);
  const failed = new Float64Array(models);
  return {
    name: "pairs",
    release() {},
    totals(weightOf, copies) {
      for (let item = 0; item < weight.length; item += 1) {
        weight[item] = weightOf[solvers[item]!]! * (copies === undefined ? 1 : copies[item]!);
      }
      sums.solvedFailed(weight, pairs);
      kernel.byModel({ of: "solved", smoothing: 0 }, weight, solved);
      kernel.byModel({ of: "failed", smoothing: 0 }, weight, failed);
      return {
        pairs,
        solved,
        failed,
        all: total(weight),
        items: copies ? total(copies) : weight.length,
      };
    },
  };
}
