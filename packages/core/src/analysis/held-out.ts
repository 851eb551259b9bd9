/** What a model earns when it had no say in what is hard. */

import { propagate } from "../estimate/propagate.ts";
import type { Fitted } from "../estimate/fitted.ts";
import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";

/** Above this many cells over all refits it takes minutes. */
const mostCells = 2e9;

/**
 * Weighted accuracy of each model with the weights of a pool without it: M refits. In its own pool a
 * model's failures make an item harder and its successes make it pay less, so that a model from outside
 * is scored too well beside models from inside: at smoothing 0 by 1 to 2 points and 1 to 3 ranks on
 * public pools. Values found without the model are the fair ones to put a newcomer among.
 *
 * @returns One value per model, `NaN` without one; `undefined` for pools where it would take minutes.
 * @example
 * ```ts
 * heldOutAccuracy({ matrix, fit: propagate(matrix) })?.[0]; // 0.61, where the pool itself says 0.58
 * ```
 */
export function heldOutAccuracy({ matrix, fit }: Fitted): Float64Array | undefined {
  const { models } = matrix;
  if (models.length * models.length * matrix.items.length > mostCells) return undefined;
  return Float64Array.from(models, (_, model) => {
    if (models.length < 2) return Number.NaN;
    const others = Uint32Array.from([...models.keys()].filter((other) => other !== model));
    const part = selectFrom(matrix, { models: others });
    const { keptItems, itemWeight } = propagate(part, fit.settings);
    const weight = new Float64Array(matrix.items.length);
    for (const [place, item] of keptItems.entries()) weight[item] = itemWeight[place]!;
    return accuracyOf(matrix, model, { weight, gaps: fit.settings.missing });
  });
}

function accuracyOf(
  matrix: ResponseMatrix,
  model: number,
  { weight, gaps }: { readonly weight: Float64Array; readonly gaps: string },
): number {
  let earned = 0;
  let sum = 0;
  for (let item = 0; item < weight.length; item += 1) {
    if (weight[item] === 0) continue;
    const score = scoreAt(matrix, model, item);
    if (Number.isNaN(score) && gaps !== "wrong") continue;
    sum += weight[item]!;
    earned += Number.isNaN(score) ? 0 : weight[item]! * score;
  }
  return sum > 0 ? earned / sum : Number.NaN;
}
