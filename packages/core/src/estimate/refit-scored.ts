/** Refits of a pool in which every model was asked some kept item. */

import { isComplete, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { quotients, total } from "../numeric/vectors.ts";
import { paysToCompile } from "../numeric/web-assembly.ts";
import { completeSolver, type CompleteSolution } from "./exact-complete.ts";
import { fixedPoint } from "./fixed-point.ts";
import { completePairsFor, kernelFor } from "./kernels/kernel-for.ts";
import type { CompletePairs } from "./kernels/complete-pairs.ts";
import { pairSums } from "./kernels/pair-sums.ts";
import { twoWords, type Two } from "./kernels/two-words.ts";
import { mostExactModels } from "./exact-start.ts";
import { observedMass, type CompleteMass, type GappedMass } from "./observed-mass.ts";
import { exactSolver } from "./refit-exact.ts";
import { iteratedCompleteSolver, iteratedSolver } from "./refit-iterate.ts";
import { twoGappedRefits } from "./refit-two-gapped.ts";
import { twoRefitsSolver } from "./refit-two.ts";
import type { Solver, SolverParts } from "./refit-solver.ts";
import type { Strata } from "./strata.ts";
import { accuracyWith, competencyFrom, shrunkenWeights } from "./weighted-accuracy.ts";

/** Per model. */
export interface Refitted {
  readonly competency: Float64Array;
  readonly weightedAccuracy: Float64Array;
}

export interface ScoredRefitter {
  readonly method: "exact" | "iterate";
  /**
   * @param copies One number per kept item, some above 0.
   * @returns `undefined` when a model was asked none of the counted items.
   */
  fit(copies: Float64Array): Refitted | undefined;
  /** Two refits that do not depend on each other; absent where they would not be faster together. */
  readonly fitTwo?: ((copies: Two<Float64Array>) => Two<Refitted | undefined>) | undefined;
  /**
   * Prepares refits of draws that never become copies; see `Refitter`.
   *
   * @param strata Places among the kept items; a number beyond them is no kept item.
   */
  drawing?(strata: Strata): DrawnRefitter | undefined;
}

export interface DrawnRefitter {
  /** How many refits are made at once, at most. */
  readonly atOnce: number;
  /**
   * Refits of the draws of the streams of so many seeds, in their order; `undefined` for a draw without
   * kept items. None depends on the others. What comes back is overwritten by the next call.
   */
  fit(seeds: readonly number[]): readonly (Refitted | undefined)[];
}

export interface KeptItems {
  readonly matrix: ResponseMatrix;
  /** Indices of items that tell its models apart. */
  readonly kept: Uint32Array;
  /** As of `discriminating`. */
  readonly solvers: Uint32Array | undefined;
}

export interface ScoredOptions {
  readonly damping: number;
  readonly smoothing: number;
  readonly tolerance: number;
}

export function scoredRefitter(pool: KeptItems, options: ScoredOptions): ScoredRefitter {
  const kernel = kernelFor(pool.matrix, pool.kept);
  const size = { models: pool.matrix.models.length, items: pool.kept.length };
  const complete = isComplete(pool.matrix);
  const mass = observedMass(kernel, { ...size, solvers: pool.solvers, complete });
  const parts = { ...options, ...size, kernel };
  return mass.askedOfItem ? gappedRefitter(pool, parts, mass) : completeRefitter(pool, parts, mass);
}

type Parts = Omit<SolverParts, "coverageOfItem"> & ScoredOptions;

function completeRefitter(pool: KeptItems, parts: Parts, mass: CompleteMass): ScoredRefitter {
  const { matrix, kept, solvers } = pool;
  return solvers && parts.models <= mostExactModels
    ? exactRefitter(
        parts,
        completePairsFor({ matrix, items: kept, solvers }, { kernel: () => parts.kernel }),
      )
    : roundsRefitter(pool, parts, mass);
}

function exactRefitter(parts: Parts, pairs: CompletePairs): ScoredRefitter {
  const webAssembly = paysToCompile(parts.models, parts.items);
  const solve = completeSolver({ ...parts, webAssembly });
  const refitted = completeRefits(parts);
  return {
    method: "exact",
    fit: (copies) => refitted(solve((weightOf) => pairs.totals(weightOf, copies))),
    drawing(strata) {
      const drawn = pairs.drawing?.(strata);
      if (drawn === undefined) return undefined;
      return {
        atOnce: 1,
        fit: (seeds) => seeds.map((seed) => refitted(solve((weightOf) => drawn(weightOf, seed)))),
      };
    },
  };
}

function roundsRefitter(
  { matrix, kept }: KeptItems,
  parts: Parts,
  { successOfItem }: CompleteMass,
): ScoredRefitter {
  const point = fixedPoint(parts.kernel, parts);
  const complete = { ...parts, successOfItem };
  const solve = iteratedCompleteSolver({ ...complete, start: point.competency });
  const refitted = completeRefits(parts);
  const gains = new Float64Array(parts.items).fill(parts.damping);
  const two = twoWords(matrix, { kept, gains });
  const solveTwo = two && twoRefitsSolver({ ...complete, two, difficulty: point.difficulty });
  const other = completeRefits(parts);
  return {
    method: "iterate",
    fit: (copies) => refitted(solve(copies)),
    fitTwo:
      solveTwo &&
      ((copies) => {
        const [first, second] = solveTwo(copies);
        return [refitted(first), other(second)];
      }),
  };
}

/** Change at which rounds are as good as the exact system. */
const asExact = 1e-12;

function gappedRefitter(
  { matrix, kept }: KeptItems,
  withoutCoverage: Parts,
  mass: GappedMass,
): ScoredRefitter {
  const { models, items } = withoutCoverage;
  const parts = { ...withoutCoverage, coverageOfItem: quotients(mass.askedOfItem, models) };
  const coverageOfModel = quotients(mass.askedOfModel, kept.length);
  const isSmall = matrix.binary && models <= mostExactModels;
  // Adding up pairs of models with gaps takes longer than rounds in compiled loops.
  if (isSmall && !paysToCompile(models, items)) {
    const solver = exactSolver({ ...parts, pairs: pairSums(matrix, kept) });
    return { method: "exact", fit: gappedFit(solver, parts, mass) };
  }
  const tolerance = isSmall ? Math.min(asExact, parts.tolerance) : parts.tolerance;
  const iterated = { ...parts, tolerance, coverageOfModel };
  const point = fixedPoint(parts.kernel, iterated);
  const solver = iteratedSolver({ ...iterated, start: point.competency });
  const gains = quotients(new Float64Array(items).fill(parts.damping), parts.coverageOfItem);
  const two = twoWords(matrix, { kept, gains });
  return {
    method: "iterate",
    fit: gappedFit(solver, parts, mass),
    fitTwo:
      two &&
      twoGappedRefits({
        ...iterated,
        two,
        successOfItem: mass.successOfItem,
        askedOfItem: mass.askedOfItem,
        difficulty: point.difficulty,
      }),
  };
}

/** Without gaps competency is affine in weighted accuracy: (1 - d)/M + d W (WA + s), W = sum of weights. */
function completeRefits({
  models,
  damping,
  smoothing,
}: Pick<SolverParts, "models" | "damping" | "smoothing">): (
  of: CompleteSolution | undefined,
) => Refitted | undefined {
  const weightedAccuracy = new Float64Array(models);
  return (solution) => {
    if (solution === undefined) return undefined;
    const { competency, weight } = solution;
    for (let model = 0; model < models; model += 1) {
      const earned = (competency[model]! - (1 - damping) / models) / (damping * weight) - smoothing;
      weightedAccuracy[model] = Math.min(1, Math.max(0, earned));
    }
    return { competency, weightedAccuracy };
  };
}

/** With gaps the order follows the weighted accuracy over what each model was asked. */
function gappedFit(solver: Solver, parts: SolverParts, mass: GappedMass): ScoredRefitter["fit"] {
  const { kernel, models, smoothing } = parts;
  const earned = new Float64Array(models);
  const lost = new Float64Array(models);
  const coverageOfModel = new Float64Array(models);
  const weight = new Float64Array(mass.askedOfItem.length);
  const weightedAccuracy = new Float64Array(models);
  return (copies) => {
    kernel.byModel({ of: "solved", smoothing: 0 }, copies, earned);
    kernel.byModel({ of: "failed", smoothing: 0 }, copies, lost);
    const allCopies = total(copies);
    for (let model = 0; model < models; model += 1) {
      const asked = Math.round(earned[model]! + lost[model]!);
      if (asked === 0) return undefined;
      coverageOfModel[model] = asked / allCopies;
    }
    const { difficulty } = solver({ copies, coverageOfModel });
    shrunkenWeights(difficulty, {
      models,
      smoothing,
      poolRate: total(earned) / Math.round(total(earned) + total(lost)),
      success: mass.successOfItem,
      asked: mass.askedOfItem,
      out: weight,
    });
    for (let item = 0; item < weight.length; item += 1) weight[item]! *= copies[item]!;
    accuracyWith(weight, { kernel, out: weightedAccuracy });
    return { competency: competencyFrom(weightedAccuracy, parts), weightedAccuracy };
  };
}
