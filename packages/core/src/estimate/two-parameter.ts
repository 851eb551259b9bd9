/** The two-parameter logistic model (2PL): items differ in difficulty and in how sharply they tell. */

import { discriminating } from "../matrix/discriminating.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { gaussHermite } from "../numeric/gauss-hermite.ts";
import { distance } from "../numeric/vectors.ts";
import type { Estimate } from "./estimate.ts";
import { observedCells, type ObservedCells } from "./observed-cells.ts";
import { checkPositive, checkWhole } from "./positive-options.ts";
import { raschOfCells } from "./rasch.ts";
import {
  noAbilities,
  placeNodes,
  weighNodes,
  type AbilityNodes,
} from "./two-parameter-abilities.ts";
import { stepItems, type ItemCurves } from "./two-parameter-items.ts";
import { moveScale } from "./two-parameter-scale.ts";

export interface TwoParameterOptions {
  /** Standard deviation of the normal prior on abilities and on difficulties, in logits. Default 2. */
  readonly priorSd?: number | undefined;
  /** Standard deviation of the normal prior on the logarithm of a discrimination. Default 0.5. */
  readonly slopeSd?: number | undefined;
  /** Points of the quadrature over each ability, 3 to 61. Default 9. */
  readonly nodes?: number | undefined;
  /** Rounds at most. Default 500; a connected pool takes 20 to 100. */
  readonly maxIterations?: number | undefined;
  /** L1 change of the abilities below which they have settled. Default 1e-6. */
  readonly tolerance?: number | undefined;
}

export interface TwoParameterFit extends Estimate {
  /** Standard deviation of each ability given the items; `NaN` without an ability. */
  readonly competencySd: Float64Array;
  /** Slope of each item that took part, at its difficulty, in logits of success per logit of ability. */
  readonly discrimination: Float64Array;
}

/**
 * Abilities (`competency`), difficulties and discriminations of the 2PL:
 *
 *     P[m,q] = 1 / (1 + exp(-discrimination[q] * (ability[m] - difficulty[q])))
 *
 * by marginal likelihood with priors. Abilities are integrated out; items are where
 *
 *     sum over m of ln( integral of N(t; 0, priorSd) * product over q of P^A (1 - P)^(1 - A) dt )
 *       - sum over q of difficulty^2 / (2 * priorSd^2) + (ln discrimination)^2 / (2 * slopeSd^2)
 *
 * is highest, and an ability is its posterior mean given them. A score A between 0 and 1 enters as that
 * fraction of a success; cells that nobody observed are left out. The item part of the criterion is in
 * ln discrimination, so discriminations are positive: an item that better models fail more often gets a
 * flat curve, not a falling one.
 *
 * Found by expectation and maximisation from the Rasch fit. With many items an ability is known to a
 * hundredth of a logit, so the quadrature moves with it: Gauss-Hermite nodes around each mode, scaled by
 * the curvature there. Each round steps the modes, weighs the nodes, and steps every item; then the
 * scale, which the likelihood leaves open, is moved to where the priors want it.
 *
 * The unit is a logit of an item of discrimination 1, the prior's median. With `slopeSd` towards 0 the
 * model becomes that of {@link rasch}. With few models discriminations mostly repeat their prior. A
 * model without an observed cell of a kept item gets `NaN`; without such items all abilities are 0.
 *
 * @throws EipError `bad-option` for a setting out of range.
 * @example
 * ```ts
 * const { competency } = twoParameter(matrixFromRows([[1, 1, 0], [1, 0, 0], [0, 0, 1]]));
 * competency; // [0.91, -0.51, -0.77]
 * ```
 */
export function twoParameter(
  matrix: ResponseMatrix,
  options: TwoParameterOptions = {},
): TwoParameterFit {
  const { priorSd = 2, slopeSd = 0.5, nodes = 9, maxIterations = 500, tolerance = 1e-6 } = options;
  checkPositive({ priorSd, slopeSd, maxIterations, tolerance });
  checkWhole({ nodes }, { least: 3, most: 61 });
  const cells = observedCells(matrix, discriminating(matrix).kept);
  const prior = { place: 1 / priorSd ** 2, slope: 1 / slopeSd ** 2 };
  const start = startFrom(cells, priorSd);
  const { abilities, curves } = start;
  const quadrature = gaussHermite(nodes);
  let iterations = 0;
  let residual = 0;
  let converged = cells.items.length === 0;
  while (!converged && iterations < maxIterations) {
    const before = abilities.mean.slice();
    placeNodes(cells, { abilities, curves, prior, quadrature });
    weighNodes(cells, { abilities, curves, prior, quadrature });
    stepItems(cells, { abilities, curves, prior });
    moveScale({ abilities, curves, prior });
    residual = distance(before, abilities.mean);
    iterations += 1;
    converged = residual < tolerance;
  }
  return resultOf(cells, { abilities, curves, iterations, residual, converged });
}

/** The Rasch fit, and slopes of 1. */
function startFrom(
  cells: ObservedCells,
  priorSd: number,
): { readonly abilities: AbilityNodes; readonly curves: ItemCurves } {
  const { competency, difficulty } = raschOfCells(cells, { priorSd, tolerance: 1e-3 });
  const abilities = noAbilities(cells);
  for (const [model, value] of competency.entries()) {
    if (abilities.asked[model]) abilities.mode[model] = value;
  }
  return {
    abilities,
    curves: { difficulty: difficulty.slice(), logSlope: new Float64Array(difficulty.length) },
  };
}

interface Settled {
  readonly abilities: AbilityNodes;
  readonly curves: ItemCurves;
  readonly iterations: number;
  readonly residual: number;
  readonly converged: boolean;
}

function resultOf(cells: ObservedCells, settled: Settled): TwoParameterFit {
  const { abilities, curves, ...course } = settled;
  const none = cells.items.length === 0;
  const known = (values: Float64Array) =>
    values.map((value, model) => (none || abilities.asked[model] ? value : Number.NaN));
  return {
    competency: known(abilities.mean),
    competencySd: known(abilities.sd),
    difficulty: curves.difficulty,
    discrimination: curves.logSlope.map(Math.exp),
    keptItems: cells.items,
    ...course,
    kernel: "marginal EM",
  };
}
