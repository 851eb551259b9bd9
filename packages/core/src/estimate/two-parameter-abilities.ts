/** What the answers say about each ability, as weighted nodes around its most likely value. */

import type { Quadrature } from "../numeric/gauss-hermite.ts";
import type { ObservedCells } from "./observed-cells.ts";
import type { ItemCurves } from "./two-parameter-items.ts";

/** Precisions of the normal priors on places (abilities, difficulties) and on logarithms of slopes. */
export interface Precisions {
  readonly place: number;
  readonly slope: number;
}

export interface AbilityNodes {
  /** 1 for a model with an observed cell; the others stay at the prior and take no part. */
  readonly asked: Uint8Array;
  /** Most likely value, and the deviation that its curvature says. */
  readonly mode: Float64Array;
  readonly spread: Float64Array;
  /** Posterior mean and standard deviation. */
  readonly mean: Float64Array;
  readonly sd: Float64Array;
  /** Values and their posterior weights, `perModel` for each model. */
  perModel: number;
  at: Float64Array;
  weight: Float64Array;
}

interface Known {
  readonly abilities: AbilityNodes;
  readonly curves: ItemCurves;
  readonly prior: Precisions;
  readonly quadrature: Quadrature;
}

/** No Newton step of a mode is longer, in logits. */
const longestStep = 2;

/** Abilities of which nothing is known yet. */
export function noAbilities(cells: ObservedCells): AbilityNodes {
  const { models, model } = cells;
  const asked = new Uint8Array(models);
  for (const row of model) asked[row] = 1;
  const zeros = () => new Float64Array(models);
  return {
    asked,
    mode: zeros(),
    spread: zeros(),
    mean: zeros(),
    sd: zeros(),
    perModel: 0,
    at: new Float64Array(0),
    weight: new Float64Array(0),
  };
}

/** One Newton step of each mode, and the nodes around it. */
export function placeNodes(
  { starts, model, scores, items, models }: ObservedCells,
  { abilities, curves, prior, quadrature }: Known,
): void {
  const { mode, spread, asked } = abilities;
  const uphill = mode.map((value) => -prior.place * value);
  const known = new Float64Array(models).fill(prior.place);
  for (let item = 0; item < items.length; item += 1) {
    const slope = Math.exp(curves.logSlope[item]!);
    const difficulty = curves.difficulty[item]!;
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      const row = model[cell]!;
      const chance = 1 / (1 + Math.exp(slope * (difficulty - mode[row]!)));
      uphill[row]! += slope * (scores[cell]! - chance);
      known[row]! += slope * slope * chance * (1 - chance);
    }
  }
  const count = quadrature.nodes.length;
  if (abilities.perModel !== count) {
    abilities.perModel = count;
    abilities.at = new Float64Array(models * count);
    abilities.weight = new Float64Array(models * count);
  }
  for (let row = 0; row < models; row += 1) {
    if (!asked[row]) continue;
    mode[row]! += Math.max(-longestStep, Math.min(longestStep, uphill[row]! / known[row]!));
    spread[row] = 1 / Math.sqrt(known[row]!);
    for (let node = 0; node < count; node += 1) {
      abilities.at[row * count + node] = mode[row]! + spread[row]! * quadrature.nodes[node]!;
    }
  }
}

/** The posterior weight of each node, and with it the posterior mean and deviation. */
export function weighNodes(cells: ObservedCells, known: Known): void {
  const { abilities, prior, quadrature } = known;
  const { perModel, at, weight } = abilities;
  const logs = logLikelihoods(cells, known);
  for (let row = 0; row < cells.models; row += 1) {
    if (!abilities.asked[row]) continue;
    const first = row * perModel;
    let top = -Infinity;
    for (let node = 0; node < perModel; node += 1) {
      // A node stands for a piece of the line, not of the normal curve that placed it.
      logs[first + node]! +=
        (quadrature.nodes[node]! ** 2 - prior.place * at[first + node]! ** 2) / 2;
      top = Math.max(top, logs[first + node]!);
    }
    let sum = 0;
    let mean = 0;
    for (let node = 0; node < perModel; node += 1) {
      const share = quadrature.weights[node]! * Math.exp(logs[first + node]! - top);
      weight[first + node] = share;
      sum += share;
      mean += share * at[first + node]!;
    }
    mean /= sum;
    let variance = 0;
    for (let node = 0; node < perModel; node += 1) {
      weight[first + node]! /= sum;
      variance += weight[first + node]! * (at[first + node]! - mean) ** 2;
    }
    abilities.mean[row] = mean;
    abilities.sd[row] = Math.sqrt(variance);
  }
}

/** A product of this many digits is put into the sum of logarithms, long before it overflows. */
const largeProduct = 1e150;
/** Above this the logarithm of 1 + exp(x) is x. */
const largeLogit = 300;

/**
 * For each node: sum over observed items of A x - ln(1 + exp(x)), x the logit there. The first part is
 * linear in the ability; of the second, logarithms are taken of products, which is three times as fast.
 */
function logLikelihoods(
  { starts, model, scores, items, models }: ObservedCells,
  { abilities, curves }: Known,
): Float64Array {
  const { perModel, at } = abilities;
  const logs = new Float64Array(models * perModel);
  const product = new Float64Array(models * perModel).fill(1);
  const slopes = new Float64Array(models);
  const offset = new Float64Array(models);
  for (let item = 0; item < items.length; item += 1) {
    const slope = Math.exp(curves.logSlope[item]!);
    const difficulty = curves.difficulty[item]!;
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      const row = model[cell]!;
      slopes[row]! += slope * scores[cell]!;
      offset[row]! += slope * difficulty * scores[cell]!;
      for (let node = row * perModel; node < (row + 1) * perModel; node += 1) {
        const logit = slope * (at[node]! - difficulty);
        if (logit > largeLogit) {
          logs[node]! -= logit;
          continue;
        }
        const grown = product[node]! * (1 + Math.exp(logit));
        if (grown > largeProduct) {
          logs[node]! -= Math.log(grown);
          product[node] = 1;
        } else product[node] = grown;
      }
    }
  }
  for (let node = 0; node < logs.length; node += 1) {
    const row = Math.floor(node / perModel);
    logs[node]! += slopes[row]! * at[node]! - offset[row]! - Math.log(product[node]!);
  }
  return logs;
}
