/** Origin and unit of the 2PL, which the likelihood leaves open and the priors set. */

import type { AbilityNodes, Precisions } from "./two-parameter-abilities.ts";
import type { ItemCurves } from "./two-parameter-items.ts";

interface Known {
  readonly abilities: AbilityNodes;
  readonly curves: ItemCurves;
  readonly prior: Precisions;
}

/**
 * Moves abilities and difficulties along together, and then stretches them by a factor that the slopes
 * shrink by, to where the priors are highest: no probability changes on the way, so that single steps
 * would get there only slowly.
 */
export function moveScale({ abilities, curves, prior }: Known): void {
  const { asked, mean, sd, mode } = abilities;
  const { difficulty, logSlope } = curves;
  let models = 0;
  let sum = 0;
  for (let row = 0; row < mean.length; row += 1) {
    models += asked[row]!;
    sum += asked[row]! * mean[row]!;
  }
  for (const place of difficulty) sum += place;
  const shift = sum / (models + difficulty.length);
  let squares = 0;
  for (let row = 0; row < mean.length; row += 1) {
    squares += asked[row]! * ((mean[row]! - shift) ** 2 + sd[row]! ** 2);
  }
  for (const place of difficulty) squares += (place - shift) ** 2;
  const logUnit = bestUnit({ models, squares, logSlope, prior });
  const unit = Math.exp(logUnit);
  for (let row = 0; row < mean.length; row += 1) {
    if (!asked[row]) continue;
    mean[row] = unit * (mean[row]! - shift);
    mode[row] = unit * (mode[row]! - shift);
    sd[row]! *= unit;
  }
  for (let item = 0; item < difficulty.length; item += 1) {
    difficulty[item] = unit * (difficulty[item]! - shift);
    logSlope[item]! -= logUnit;
  }
}

interface UnitProblem {
  readonly models: number;
  /** Of abilities, with their uncertainty, and of difficulties. */
  readonly squares: number;
  readonly logSlope: Float64Array;
  readonly prior: Precisions;
}

/**
 * The logarithm u of the unit at which models * u - e^(2u) squares * place / 2 - (sum of
 * (log slope - u)^2) * slope / 2 is highest: the first term is how much room the posterior of the
 * abilities gains. It is concave, and Newton's method from 0 is soon there.
 */
function bestUnit({ models, squares, logSlope, prior }: UnitProblem): number {
  let logSlopes = 0;
  for (const value of logSlope) logSlopes += value;
  let unit = 0;
  for (let step = 0; step < 20; step += 1) {
    const pull = prior.place * squares * Math.exp(2 * unit);
    const uphill = models - pull + prior.slope * (logSlopes - logSlope.length * unit);
    const change = uphill / (2 * pull + prior.slope * logSlope.length);
    unit += Math.max(-0.5, Math.min(0.5, change));
    if (Math.abs(change) < 1e-12) break;
  }
  return unit;
}
