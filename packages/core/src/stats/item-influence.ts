/** What one more copy of an item would do to an estimate. */

import type { Fitted } from "../estimate/fitted.ts";
import { readItem } from "../matrix/response-matrix.ts";
import { invertDominant } from "../numeric/solve.ts";
import { total } from "../numeric/vectors.ts";

/** Derivatives by the number of copies of one item, per model. */
export interface ItemInfluence {
  readonly competency: Float64Array;
  readonly weightedAccuracy: Float64Array;
}

export interface ItemInfluences {
  /** Influence of item `keptItems[place]`; overwritten by the next call. */
  ofItem(place: number): ItemInfluence;
  /** Failure mass F of each model, without smoothing. */
  readonly failure: Float64Array;
}

/**
 * Influence of each kept item on complete data. With e = 1 - A + s, g = (A + s)/(S + s M), F the sum of
 * e and G the sum of g over items, K = g e', B = K/F (column j is G/Q where F[j] = 0), v = competency/F
 * (0 where F is 0), D the competency of models with F = 0, and x the difficulty, that of item k is
 *
 *     y = d g[.,k] x[k] - v e[.,k] - d (d D + 1 - d)/Q^2 G
 *     U[.,k] = (I - d^2 B)^-1 y + v e[.,k]
 *
 * and adds up to 0 over all items. Weighted accuracy is (competency - (1 - d)/M)/(d W) - s, with W the
 * sum of x/(S + s M), and its influence follows.
 *
 * @returns `undefined` with gaps.
 */
export function itemInfluences(pool: Fitted): ItemInfluences | undefined {
  const sums = itemSums(pool);
  return sums && { ofItem: influencesOf(pool, sums), failure: sums.failed };
}

/** Scores of one item; an unobserved cell is a failure where the policy says so. */
function countedScores({ matrix, fit }: Fitted, item: number, out: Float64Array): Float64Array {
  readItem(matrix, item, out);
  if (fit.settings.missing !== "wrong") return out;
  for (let model = 0; model < out.length; model += 1) {
    if (Number.isNaN(out[model]!)) out[model] = 0;
  }
  return out;
}

interface ItemSums {
  /** `K[i * M + j]` = sum of g[i] e[j] */
  readonly flow: Float64Array;
  /** F, with and without smoothing. */
  readonly failure: Float64Array;
  readonly failed: Float64Array;
  /** G */
  readonly success: Float64Array;
  /** Per model: sum of e/(S + s M). */
  readonly failurePerSuccess: Float64Array;
  /** Sum of 1/(S + s M), and of x/(S + s M). */
  readonly perSuccess: number;
  readonly weight: number;
}

function itemSums(pool: Fitted): ItemSums | undefined {
  const { fit } = pool;
  const { smoothing } = fit.settings;
  const models = fit.competency.length;
  const flow = new Float64Array(models * models);
  const failure = new Float64Array(models);
  const failed = new Float64Array(models);
  const success = new Float64Array(models);
  const failurePerSuccess = new Float64Array(models);
  const scores = new Float64Array(models);
  const lost = new Float64Array(models);
  let perSuccess = 0;
  let weight = 0;
  for (let place = 0; place < fit.keptItems.length; place += 1) {
    countedScores(pool, fit.keptItems[place]!, scores);
    const mass = total(scores) + smoothing * models;
    if (Number.isNaN(mass)) return undefined;
    for (let j = 0; j < models; j += 1) {
      lost[j] = 1 - scores[j]! + smoothing;
      failed[j]! += 1 - scores[j]!;
      failure[j]! += lost[j]!;
      failurePerSuccess[j]! += lost[j]! / mass;
    }
    for (let i = 0; i < models; i += 1) {
      const gained = (scores[i]! + smoothing) / mass;
      success[i]! += gained;
      for (let j = 0; j < models; j += 1) flow[i * models + j]! += gained * lost[j]!;
    }
    perSuccess += 1 / mass;
    weight += fit.difficulty[place]! / mass;
  }
  return { flow, failure, failed, success, failurePerSuccess, perSuccess, weight };
}

/** The influence of each item, once its sums are known. */
function influencesOf(pool: Fitted, sums: ItemSums): ItemInfluences["ofItem"] {
  const { fit } = pool;
  const { damping, smoothing } = fit.settings;
  const { failure, success } = sums;
  const models = failure.length;
  const items = fit.keptItems.length;
  const inverse = invertDominant(systemOf(sums, { damping, items }), models);
  const passedOn = fit.competency.map((value, j) => (failure[j]! > 0 ? value / failure[j]! : 0));
  const stuck = total(fit.competency.filter((_, j) => failure[j] === 0));
  // What one more item takes from the even share of each.
  const evenLoss = (damping * stuck + 1 - damping) / items ** 2;
  const scores = new Float64Array(models);
  const direct = new Float64Array(models);
  const ofCompetency = new Float64Array(models);
  const ofAccuracy = new Float64Array(models);
  return (place) => {
    countedScores(pool, fit.keptItems[place]!, scores);
    const mass = total(scores) + smoothing * models;
    const weight = fit.difficulty[place]! / mass;
    for (let j = 0; j < models; j += 1) {
      const passed = passedOn[j]! * (1 - scores[j]! + smoothing);
      direct[j] = damping * ((scores[j]! + smoothing) * weight - evenLoss * success[j]!) - passed;
      ofCompetency[j] = passed;
    }
    addProduct(ofCompetency, inverse, direct);

    let ofWeight = weight - sums.perSuccess * evenLoss;
    for (let j = 0; j < models; j += 1) {
      const change = ofCompetency[j]!;
      const passed = passedOn[j]! * (1 - scores[j]! + smoothing);
      ofWeight +=
        failure[j]! > 0
          ? (damping * sums.failurePerSuccess[j]! * (change - passed)) / failure[j]!
          : (damping * sums.perSuccess * change) / items;
    }
    for (let j = 0; j < models; j += 1) {
      const smoothed = fit.weightedAccuracy[j]! + smoothing;
      ofAccuracy[j] = (ofCompetency[j]! / damping - smoothed * ofWeight) / sums.weight;
    }
    return { competency: ofCompetency, weightedAccuracy: ofAccuracy };
  };
}

/** I - d^2 B */
function systemOf(
  { flow, failure, success }: ItemSums,
  { damping, items }: { readonly damping: number; readonly items: number },
): Float64Array {
  const models = failure.length;
  return flow.map((value, place) => {
    const i = Math.floor(place / models);
    const j = place % models;
    const share = failure[j]! > 0 ? value / failure[j]! : success[i]! / items;
    return (i === j ? 1 : 0) - damping ** 2 * share;
  });
}

/** `out += matrix * vector` */
function addProduct(out: Float64Array, matrix: Float64Array, vector: Float64Array): void {
  for (let i = 0; i < out.length; i += 1) {
    let sum = 0;
    for (let j = 0; j < out.length; j += 1) sum += matrix[i * out.length + j]! * vector[j]!;
    out[i]! += sum;
  }
}
