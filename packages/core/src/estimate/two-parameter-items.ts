/** The curves of items, given what is known about the abilities. */

import type { ObservedCells } from "./observed-cells.ts";
import type { AbilityNodes, Precisions } from "./two-parameter-abilities.ts";

/** One of each per item. */
export interface ItemCurves {
  readonly difficulty: Float64Array;
  /** Natural logarithm of the discrimination. */
  readonly logSlope: Float64Array;
}

interface Known {
  readonly abilities: AbilityNodes;
  readonly curves: ItemCurves;
  readonly prior: Precisions;
}

/** No step is longer: in logits, and in logarithms of a slope. */
const longest = { difficulty: 2, logSlope: 0.5 };

/** One Newton step of each item towards the top of its expected log-likelihood plus prior. */
export function stepItems(cells: ObservedCells, { abilities, curves, prior }: Known): void {
  const { difficulty, logSlope } = curves;
  for (let item = 0; item < cells.items.length; item += 1) {
    const sums = sumsOfItem(cells, item, { abilities, curves });
    const upSlope = sums.excessAlong - prior.slope * logSlope[item]!;
    const upDifficulty = -sums.excess - prior.place * difficulty[item]!;
    const ofDifficulty = sums.known + prior.place;
    // Both this and the cross term hold what is left of the excess, which bends the curve too. Where
    // that would make the step lead down, the expected curvature stands in for the observed one.
    const ofSlope = sums.knownTwice + prior.slope + Math.max(0, -sums.excessAlong);
    const bent = sums.excess - sums.knownAlong;
    const fits = bent * bent < 0.9 * ofSlope * ofDifficulty;
    const cross = fits ? bent : -sums.knownAlong;
    const determinant = ofSlope * ofDifficulty - cross * cross;
    logSlope[item]! += within(
      (ofDifficulty * upSlope - cross * upDifficulty) / determinant,
      longest.logSlope,
    );
    difficulty[item]! += within(
      (ofSlope * upDifficulty - cross * upSlope) / determinant,
      longest.difficulty,
    );
  }
}

function within(step: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, step));
}

/** Sums over the answers to an item, with x = slope * (ability - difficulty) and V = P (1 - P). */
interface ItemSums {
  /** slope * (A - P) */
  readonly excess: number;
  /** x * (A - P) */
  readonly excessAlong: number;
  /** slope^2 * V */
  readonly known: number;
  /** slope * x * V */
  readonly knownAlong: number;
  /** x^2 * V */
  readonly knownTwice: number;
}

function sumsOfItem(
  { starts, model, scores }: ObservedCells,
  item: number,
  { abilities, curves }: Pick<Known, "abilities" | "curves">,
): ItemSums {
  const { perModel, at, weight } = abilities;
  const slope = Math.exp(curves.logSlope[item]!);
  const difficulty = curves.difficulty[item]!;
  let [excess, excessAlong, known, knownAlong, knownTwice] = [0, 0, 0, 0, 0];
  for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
    const first = model[cell]! * perModel;
    const score = scores[cell]!;
    for (let node = first; node < first + perModel; node += 1) {
      const logit = slope * (at[node]! - difficulty);
      const chance = 1 / (1 + Math.exp(-logit));
      const beyond = weight[node]! * (score - chance);
      const variance = weight[node]! * chance * (1 - chance);
      excess += beyond;
      excessAlong += logit * beyond;
      known += variance;
      knownAlong += logit * variance;
      knownTwice += logit * logit * variance;
    }
  }
  return {
    excess: slope * excess,
    excessAlong,
    known: slope * slope * known,
    knownAlong: slope * knownAlong,
    knownTwice,
  };
}
