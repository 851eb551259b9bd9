/** What is told about the traits: one number per model and item, and the axes. */

import { chanceOf, type Beliefs } from "./multidimensional-beliefs.ts";
import type { ObservedCells } from "./observed-cells.ts";

/**
 * Mean expected score of each model over the items, and of each item over the models that were asked
 * any, the latter taken from 1. Without items each model has 0.5.
 */
export function meanExpectedScores(
  { models, items }: ObservedCells,
  beliefs: Beliefs,
): { readonly competency: Float64Array; readonly difficulty: Float64Array } {
  const { asked } = beliefs;
  const present = [...asked.keys()].filter((model) => asked[model] === 1);
  const competency = new Float64Array(models).fill(items.length === 0 ? 0.5 : Number.NaN);
  for (const model of present) competency[model] = 0;
  const difficulty = new Float64Array(items.length);
  for (let item = 0; item < items.length; item += 1) {
    let sum = 0;
    for (const model of present) {
      const chance = chanceOf(beliefs, model, item);
      competency[model]! += chance / items.length;
      sum += chance;
    }
    difficulty[item] = 1 - sum / present.length;
  }
  return { competency, difficulty };
}

interface Traits {
  readonly abilities: Float64Array;
  readonly loadings: Float64Array;
  readonly intercepts: Float64Array;
}

/**
 * Means of the traits. On each axis abilities have a mean square of 1 and loadings add up to 0 or more;
 * axes come in the order of the loadings' squares. An axis on which no model differs is all 0.
 */
export function traitsOf({ models, items }: ObservedCells, beliefs: Beliefs): Traits {
  const { dimensions, asked, model, item } = beliefs;
  const size = dimensions + 1;
  const present = asked.reduce((sum, one) => sum + one, 0);
  const axes = Array.from({ length: dimensions }, (_, axis) => {
    const unit = Math.sqrt(squaresOn(model.mean, { axis, size }) / present) || 0;
    const up = sumOn(item.mean, { axis, size }) < 0 ? -1 : 1;
    return {
      axis,
      ofModel: unit > 0 ? up / unit : 0,
      ofItem: up * unit,
      strength: squaresOn(item.mean, { axis, size }) * unit * unit,
    };
  }).toSorted((a, b) => b.strength - a.strength);
  const abilities = new Float64Array(models * dimensions).fill(items.length === 0 ? 0 : Number.NaN);
  const loadings = new Float64Array(items.length * dimensions);
  for (const [place, { axis, ofModel, ofItem }] of axes.entries()) {
    for (let row = 0; row < models; row += 1) {
      if (!asked[row]) continue;
      abilities[row * dimensions + place] = ofModel * model.mean[row * size + axis]!;
    }
    for (let row = 0; row < items.length; row += 1) {
      loadings[row * dimensions + place] = ofItem * item.mean[row * size + axis]!;
    }
  }
  const intercepts = Float64Array.from(items, (_, row) => item.mean[row * size + dimensions]!);
  return { abilities, loadings, intercepts };
}

interface AxisOf {
  readonly axis: number;
  readonly size: number;
}

function sumOn(rows: Float64Array, { axis, size }: AxisOf): number {
  let sum = 0;
  for (let place = axis; place < rows.length; place += size) sum += rows[place]!;
  return sum;
}

/** Models without answers are at 0 and add nothing. */
function squaresOn(rows: Float64Array, { axis, size }: AxisOf): number {
  let sum = 0;
  for (let place = axis; place < rows.length; place += size) sum += rows[place]! ** 2;
  return sum;
}
