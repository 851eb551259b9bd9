/** Standard errors by formula: what the bootstrap finds in the long run, without drawing. */

import type { Fitted } from "../estimate/fitted.ts";
import { readItem } from "../matrix/response-matrix.ts";
import { invertDominant } from "../numeric/solve.ts";
import { total } from "../numeric/vectors.ts";
import { resamplingUnits, type Units } from "./units.ts";

/** Standard deviation per model over draws of the items, and what the formula rests on. */
export interface ClosedFormError {
  readonly competency: Float64Array;
  readonly weightedAccuracy: Float64Array;
  /** Failure mass F of each model, without smoothing. */
  readonly failure: Float64Array;
  /** Number of clusters, `undefined` without clusters. */
  readonly clusters: number | undefined;
}

export interface ClosedFormOptions {
  /** One number per item: items of a benchmark with equal numbers are drawn together. */
  readonly cluster?: ArrayLike<number> | undefined;
}

/** M^2 operations an item: beyond some seconds drawing is the cheaper way. */
const mostOperations = 2e9;

/** Whether the formula would take longer than drawing. */
export function isTooLarge({ fit }: Fitted): boolean {
  return fit.competency.length ** 2 * fit.keptItems.length > mostOperations;
}

/**
 * Standard errors on complete data from the influence of each item, the derivative of the fixed point
 * by the number of its copies. With e = 1 - A + s, g = (A + s)/(S + s M), F the sum of e and G the sum
 * of g over items, K = g e', B = K/F (column j is G/Q where F[j] = 0), v = competency/F (0 where F is
 * 0), D the competency of models with F = 0, and x the difficulty, the influence of item k is
 *
 *     y = d g[.,k] x[k] - v e[.,k] - d (d D + 1 - d)/Q^2 G
 *     U[.,k] = (I - d^2 B)^-1 y + v e[.,k]
 *
 * and SE^2 = sum over k of U^2, with clusters summed first and each stratum centred. Weighted accuracy
 * is (competency - (1 - d)/M)/(d W) - s, W = sum of x/(S + s M), and its influence follows. Good unless
 * one item decides: then a sample either holds it or not, and no derivative tells.
 *
 * @returns `undefined` with gaps, without kept items, and where M^2 Q is above 2e9.
 * @example
 * ```ts
 * const fit = propagate(matrix); // 30 models, 1,000 items
 * closedFormError({ matrix, fit })?.competency[0]; // about what `bootstrap` spreads
 * ```
 */
export function closedFormError(
  pool: Fitted,
  options: ClosedFormOptions = {},
): ClosedFormError | undefined {
  const { matrix, fit } = pool;
  if (fit.keptItems.length === 0 || isTooLarge(pool)) return undefined;
  const sums = itemSums(pool);
  if (sums === undefined) return undefined;
  const units = resamplingUnits(matrix, { missing: fit.settings.missing, ...options });
  return {
    ...spreadOver(units, pool, influencesOf(pool, sums)),
    failure: sums.failed,
    clusters: units.clusters,
  };
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

/** Influence of one item, per model. */
interface ItemInfluence {
  readonly competency: Float64Array;
  readonly weightedAccuracy: Float64Array;
}

/** Influence of the kept item at a place; overwritten by the next call. */
type Influence = (place: number) => ItemInfluence;

function influencesOf(pool: Fitted, sums: ItemSums): Influence {
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

/** Root of the sum over units of squared influences, centred within strata; dropped items have none. */
function spreadOver(
  { strata, starts, members }: Units,
  { fit }: Fitted,
  influence: Influence,
): Pick<ClosedFormError, "competency" | "weightedAccuracy"> {
  const models = fit.competency.length;
  const places = new Map(Array.from(fit.keptItems, (item, place) => [item, place]));
  const competency = squaresOf(models);
  const accuracy = squaresOf(models);
  for (let stratum = 0; stratum + 1 < strata.length; stratum += 1) {
    for (let unit = strata[stratum]!; unit < strata[stratum + 1]!; unit += 1) {
      for (const member of members.subarray(starts[unit], starts[unit + 1])) {
        const place = places.get(member);
        if (place === undefined) continue;
        const ofItem = influence(place);
        competency.add(ofItem.competency);
        accuracy.add(ofItem.weightedAccuracy);
      }
      competency.endUnit();
      accuracy.endUnit();
    }
    competency.endStratum();
    accuracy.endStratum();
  }
  return { competency: competency.roots(), weightedAccuracy: accuracy.roots() };
}

/** Sums of squares of unit totals about the mean of their stratum. */
function squaresOf(models: number) {
  const unit = new Float64Array(models);
  const sum = new Float64Array(models);
  const squares = new Float64Array(models);
  const whole = new Float64Array(models);
  let units = 0;
  return {
    add(values: Float64Array) {
      for (let model = 0; model < models; model += 1) unit[model]! += values[model]!;
    },
    endUnit() {
      for (let model = 0; model < models; model += 1) {
        sum[model]! += unit[model]!;
        squares[model]! += unit[model]! ** 2;
      }
      unit.fill(0);
      units += 1;
    },
    endStratum() {
      for (let model = 0; model < models; model += 1) {
        whole[model]! += squares[model]! - sum[model]! ** 2 / units;
      }
      sum.fill(0);
      squares.fill(0);
      units = 0;
    },
    roots: () => whole.map((value) => Math.sqrt(Math.max(0, value))),
  };
}
