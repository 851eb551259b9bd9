/** The fixed point of complete 0/1 data before any round. */

import { EipError } from "../errors.ts";
import type { Discriminating } from "../matrix/discriminating.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { paysToCompile } from "../numeric/web-assembly.ts";
import { completeSolver } from "./exact-complete.ts";
import { completePairsFor, countedPairsFor, kernelFor } from "./kernels/kernel-for.ts";

/** Up to so many models the system of models is cheaper than rounds over the items. */
export const mostExactModels = 64;

export interface SolveOptions {
  readonly method?: "auto" | "iterate" | "exact" | undefined;
  readonly maxIterations?: number | undefined;
  readonly webAssembly?: boolean | undefined;
}

/** Whether large pools may be solved faster than by the rounds as published. */
export function maySolveFaster({ method, maxIterations }: SolveOptions): boolean {
  return method !== "iterate" && maxIterations === undefined;
}

export interface ExactOptions extends SolveOptions, Pick<Discriminating, "solvers"> {
  readonly damping: number;
  readonly smoothing: number;
}

export interface ExactStart {
  /** Who added up the pairs. */
  readonly name: string;
  readonly competency: Float64Array;
}

/**
 * The fixed point from sums over pairs of models; `undefined` where it has to be iterated.
 *
 * @throws EipError `bad-option` where `exact` is asked for and cannot be had.
 */
export function exactStart(
  matrix: ResponseMatrix,
  kept: Uint32Array,
  options: ExactOptions,
): ExactStart | undefined {
  const models = matrix.models.length;
  const { method, solvers } = options;
  const source = solvers && { matrix, items: kept, solvers };
  if (method === "exact" && source === undefined) {
    throw new EipError("bad-option", {
      where: "method",
      found: "exact for data with gaps or partial credit",
      expected: "auto or iterate",
    });
  }
  const kernel = () => kernelFor(matrix, kept, options);
  // Without WebAssembly rounds are faster than adding up pairs.
  const pays = paysToCompile(models, kept.length);
  const wanted = maySolveFaster(options) && pays && models <= mostExactModels;
  const pairs =
    source && method === "exact"
      ? completePairsFor(source, { ...options, kernel })
      : source && wanted
        ? countedPairsFor(source, { ...options, kernel })
        : undefined;
  if (pairs === undefined) return undefined;
  const { damping, smoothing, webAssembly = pays } = options;
  const solve = completeSolver({ models, damping, smoothing, webAssembly });
  const solution = solve((weightOf) => pairs.totals(weightOf));
  pairs.release();
  return solution && { competency: solution.competency, name: pairs.name };
}
