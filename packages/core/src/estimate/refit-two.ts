/** Refits of 0/1 data by rounds over items that all models were asked, two at once. */

import { divideBoth, interleave, multiplyBoth, totals } from "../numeric/interleaved.ts";
import { increased } from "../numeric/vectors.ts";
import type { CompleteSolution } from "./exact-complete.ts";
import type { Two } from "./kernels/two-words.ts";
import {
  beginRounds,
  emptyRefits,
  everywhere,
  sideOf,
  takeRounds,
  type OpenRefit,
  type TwoRoundsParts,
} from "./two-rounds.ts";

export interface TwoRefitsParts extends TwoRoundsParts {
  /** Sum of scores of each kept item. */
  readonly successOfItem: Float64Array;
  /** Difficulties where every item counts once. */
  readonly difficulty: Float64Array;
}

/**
 * The rounds start from what the models earn by the difficulties of the point estimate, which takes half a
 * round.
 *
 * @returns what solves two pools by how often their items count; `undefined` for one without items.
 */
export function twoRefitsSolver(
  parts: TwoRefitsParts,
): (copies: Two<Float64Array>) => Two<CompleteSolution | undefined> {
  const refits = emptyRefits(parts.models);
  const begin = beginner(parts);
  return (copies) => {
    begin(refits, copies);
    takeRounds(refits, parts);
    return [solutionOf(refits[0], parts), solutionOf(refits[1], parts)];
  };
}

function solutionOf(
  { settled }: OpenRefit,
  { models }: TwoRefitsParts,
): CompleteSolution | undefined {
  return (
    settled && { competency: settled.subarray(models, 2 * models), weight: settled[2 * models]! }
  );
}

/** Adds up failure masses, and takes half a round from the difficulties of the point estimate. */
function beginner(
  parts: TwoRefitsParts,
): (refits: Two<OpenRefit>, copies: Two<Float64Array>) => void {
  const { two, models, smoothing, difficulty } = parts;
  const { factors } = two;
  const success = increased(parts.successOfItem, smoothing * models);
  const values = new Float64Array(2 * difficulty.length);
  return (refits, copies) => {
    interleave(values, copies);
    two.byModel(sideOf("failed", parts), values, [refits[0].failure, refits[1].failure]);
    const items = totals(values);
    for (const [lane, refit] of refits.entries()) {
      refit.items = items[lane]!;
      refit.open = refit.items > 0;
      for (let model = 0; model < models; model += 1) {
        refit.failure[model]! += everywhere(parts) * refit.items;
      }
    }
    divideBoth(factors, values, success);
    multiplyBoth(values, factors, difficulty);
    const weights = totals(values);
    two.byModel(sideOf("solved", parts), values, [refits[0].earned, refits[1].earned]);
    beginRounds(refits, parts, weights);
  };
}
