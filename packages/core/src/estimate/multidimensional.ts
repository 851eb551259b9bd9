/** Multidimensional item response theory: several abilities per model, a loading on each per item. */

import { discriminating } from "../matrix/discriminating.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { distance } from "../numeric/vectors.ts";
import type { Estimate } from "./estimate.ts";
import { alignTraits } from "./multidimensional-axes.ts";
import { noBeliefs } from "./multidimensional-beliefs.ts";
import { startTraits } from "./multidimensional-start.ts";
import { meanExpectedScores, traitsOf } from "./multidimensional-summary.ts";
import { updateItems, updateModels } from "./multidimensional-updates.ts";
import { observedCells } from "./observed-cells.ts";
import { checkPositive, checkWhole } from "./positive-options.ts";

export interface MultidimensionalOptions {
  /** Abilities per model, 1 to 10. Default 3. */
  readonly dimensions?: number | undefined;
  /** Standard deviation of the normal prior on a loading, in logits. Default 1. */
  readonly loadingSd?: number | undefined;
  /** Standard deviation of the normal prior on an intercept, in logits. Default 2. */
  readonly interceptSd?: number | undefined;
  /** For the vectors that the search of the first axes starts from. Default 1. */
  readonly seed?: number | undefined;
  /** Rounds at most. Default 1000. */
  readonly maxIterations?: number | undefined;
  /** L1 change of the models' expected mean scores below which they have settled. Default 1e-5. */
  readonly tolerance?: number | undefined;
}

export interface MultidimensionalFit extends Estimate {
  readonly dimensions: number;
  /** Row after row, `dimensions` abilities of each model; `NaN` for a model without any. */
  readonly abilities: Float64Array;
  /** Row after row, `dimensions` loadings of each item that took part. */
  readonly loadings: Float64Array;
  /** One per item that took part: the logit of success where all abilities are 0. */
  readonly intercepts: Float64Array;
}

/**
 * Abilities, loadings and intercepts of the compensatory multidimensional logistic model
 *
 *     P[m,q] = 1 / (1 + exp(-(intercept[q] + sum over d of loading[q,d] * ability[m,d])))
 *
 * with priors N(0, 1) on abilities, N(mean, loadingSd) on loadings, the mean on each axis estimated, and
 * N(0, interceptSd) on intercepts, by variational Bayes: normal distributions, one per model and one per
 * item, come as near to the posterior as such can, with the logistic function bounded below as in
 * T. S. Jaakkola and M. I. Jordan, "Bayesian parameter estimation via variational methods", Statistics
 * and Computing 10, 2000. A joint maximum would fit noise in the weaker dimensions, with 30 answers for
 * four numbers of an item; here what is uncertain is shrunk, to nothing where little is known. Partial
 * credit A enters as A ln P + (1 - A) ln(1 - P); cells that nobody observed are left out.
 *
 * **One number.** `competency` is the mean expected score of a model over all items that took part, also
 * those it was not asked, and `difficulty` 1 minus the mean expected score of an item over all models
 * that were asked any: both in [0, 1], and the same however the axes are turned. An expected score takes
 * the uncertainty of the logit, variance v around x, into account: 1 / (1 + exp(-x / sqrt(1 + pi v / 8))).
 *
 * **Axes** are turned so that abilities are uncorrelated, and so are loadings on different axes, apart
 * from their means. Each has abilities of mean square 1 and loadings that add up to 0 or more; the order
 * is that of the loadings' squares. The fit starts from the principal axes of the scores, and the seed
 * matters only where these are tied. What it reaches is a local optimum.
 *
 * A model without an observed cell of a kept item gets `NaN`; without such items each model has 0.5.
 *
 * @throws EipError `bad-option` for a setting out of range.
 * @example
 * ```ts
 * const rows = [[1, 1, 1, 1, 0], [1, 1, 1, 0, 0], [1, 1, 0, 0, 0], [1, 0, 0, 0, 1]];
 * multidimensional(matrixFromRows(rows)).competency; // [0.54, 0.49, 0.43, 0.38]
 * ```
 */
export function multidimensional(
  matrix: ResponseMatrix,
  options: MultidimensionalOptions = {},
): MultidimensionalFit {
  const { dimensions = 3, loadingSd = 1, interceptSd = 2, seed = 1 } = options;
  const { maxIterations = 1000, tolerance = 1e-5 } = options;
  checkPositive({ loadingSd, interceptSd, maxIterations, tolerance });
  checkWhole({ dimensions }, { least: 1, most: 10 });
  const cells = observedCells(matrix, discriminating(matrix).kept);
  const prior = { loading: 1 / loadingSd ** 2, intercept: 1 / interceptSd ** 2 };
  const beliefs = noBeliefs(cells, { dimensions, prior });
  startTraits(cells, beliefs, seed);
  let expected: Float64Array = new Float64Array(cells.models);
  const units: Float64Array[] = [];
  let residual = 0;
  let iterations = 0;
  let converged = cells.items.length === 0;
  while (!converged && iterations < maxIterations) {
    updateItems(cells, beliefs, prior);
    const next = updateModels(cells, beliefs);
    units.push(alignTraits(beliefs, { prior, extra: leap(units, dimensions) }));
    residual = distance(expected, next);
    expected = next;
    iterations += 1;
    converged = residual < tolerance;
  }
  return {
    ...meanExpectedScores(cells, beliefs),
    ...traitsOf(cells, beliefs),
    dimensions,
    keptItems: cells.items,
    iterations,
    residual,
    converged,
    kernel: "variational Bayes",
  };
}

/** Rounds from one leap to the next: what a leap disturbs settles between. */
const leapEvery = 6;
/** A leap stretches an axis by this power of e at most. */
const longestLeap = 1;

/**
 * How much further the units of the axes have to go, if they go on as in the last rounds, a constant
 * share of the way in each (A. C. Aitken). How much loadings vary shows in them, which on weak axes takes
 * hundreds of rounds to be found otherwise.
 */
function leap(units: Float64Array[], dimensions: number): Float64Array {
  const extra = new Float64Array(dimensions);
  if (units.length < leapEvery) return extra;
  const [first, second, third] = units.slice(-3);
  for (let axis = 0; axis < dimensions; axis += 1) {
    const step = third![axis]! - second![axis]!;
    const share = step / (second![axis]! - first![axis]!);
    if (!(share > 0 && share < 1)) continue;
    extra[axis] = Math.max(-longestLeap, Math.min(longestLeap, (step * share) / (1 - share)));
  }
  units.length = 0;
  return extra;
}
