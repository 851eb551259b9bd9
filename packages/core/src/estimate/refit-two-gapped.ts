/** Refits of 0/1 data with gaps by rounds over the items, two at once. */

import { divide, divideBoth, interleave, multiplyBoth } from "../numeric/interleaved.ts";
import { reciprocals, total } from "../numeric/vectors.ts";
import type { Side } from "./kernels/kernel.ts";
import type { Two } from "./kernels/two-words.ts";
import type { Refitted } from "./refit-scored.ts";
import {
  beginRounds,
  departure,
  emptyRefits,
  sideOf,
  takeRounds,
  type OpenRefit,
  type TwoRoundsParts,
} from "./two-rounds.ts";
import { competencyFrom, shrunkenWeights } from "./weighted-accuracy.ts";

export interface TwoGappedParts extends TwoRoundsParts {
  /** Per kept item: sum of scores, and number of models asked. */
  readonly successOfItem: Float64Array;
  readonly askedOfItem: Float64Array;
  /** Share of the models that each was put to. */
  readonly coverageOfItem: Float64Array;
  /** Difficulties where every item counts once. */
  readonly difficulty: Float64Array;
}

interface GappedRefit extends OpenRefit {
  /** Mean score over the observed cells, each as often as its item counts. */
  poolRate: number;
}

const solvedAlone: Side = { of: "solved", smoothing: 0 };
const failedAlone: Side = { of: "failed", smoothing: 0 };

/**
 * The rounds start from what the models earn by the difficulties of the point estimate, which takes half a
 * round; the order follows the weighted accuracy over what each model was asked, which takes another.
 *
 * @returns what refits two pools by how often their items count; `undefined` for one in which a model was
 *   asked nothing.
 */
export function twoGappedRefits(
  parts: TwoGappedParts,
): (copies: Two<Float64Array>) => Two<Refitted | undefined> {
  const [first, second] = emptyRefits(parts.models);
  const refits = [
    { ...first, poolRate: 0 },
    { ...second, poolRate: 0 },
  ] as const;
  const begin = beginner(parts);
  const finish = finisher(parts);
  return (copies) => {
    begin(refits, copies);
    takeRounds(refits, parts);
    return finish(refits, copies);
  };
}

/** Adds up what the counted items make of the masses, and takes half a round. */
function beginner(
  parts: TwoGappedParts,
): (refits: Two<GappedRefit>, copies: Two<Float64Array>) => void {
  const { two, difficulty } = parts;
  const values = new Float64Array(2 * difficulty.length);
  const success = new Float64Array(2 * difficulty.length);
  const solved = twoOf(parts.models);
  const failed = twoOf(parts.models);
  return (refits, copies) => {
    const [first, second] = refits;
    interleave(values, copies);
    two.byModel(solvedAlone, values, solved);
    two.byModel(failedAlone, values, failed);
    for (const lane of [0, 1] as const) {
      refits[lane].items = total(copies[lane]);
      takeCounts(refits[lane], solved[lane], failed[lane]);
    }
    const perModel = [reciprocals(first.coverage), reciprocals(second.coverage)] as const;
    two.byItem(sideOf("solved", parts), perModel, success);
    divide(two.factors, values, success);
    divideBoth(values, values, parts.coverageOfItem);
    two.byModel(sideOf("failed", parts), values, [first.failure, second.failure]);
    multiplyBoth(values, two.factors, difficulty);
    two.byModel(sideOf("solved", parts), values, [first.earned, second.earned]);
    beginRounds(refits, parts);
  };
}

/** What follows from how many of the counted items each model solved and failed. */
function takeCounts(refit: GappedRefit, solved: Float64Array, failed: Float64Array): void {
  const { coverage, items } = refit;
  for (let model = 0; model < coverage.length; model += 1) {
    coverage[model] = (solved[model]! + failed[model]!) / items;
  }
  refit.open = coverage.every((share) => share > 0);
  refit.poolRate = total(solved) / (total(solved) + total(failed));
}

/** Accuracy over what each model was asked, weighted by the difficulties that the competencies make. */
function finisher(
  parts: TwoGappedParts,
): (refits: Two<GappedRefit>, copies: Two<Float64Array>) => Two<Refitted | undefined> {
  const { two, models, smoothing } = parts;
  const success = parts.successOfItem;
  const asked = parts.askedOfItem;
  const weights = twoOf(success.length);
  const solved = twoOf(models);
  const failed = twoOf(models);
  return (refits, copies) => {
    for (const lane of [0, 1] as const) {
      const { settled, competency, poolRate } = refits[lane];
      if (settled) competency.set(settled.subarray(models, 2 * models));
      // Weights are difficulties times the weights that difficulties of 1 would have.
      const out = weights[lane];
      shrunkenWeights(copies[lane], { models, smoothing, poolRate, success, asked, out });
    }
    interleave(two.factors, weights);
    two.pass({
      ...departure(refits, parts),
      back: [
        { side: solvedAlone, out: solved },
        { side: failedAlone, out: failed },
      ],
    });
    const refittedOf = (lane: 0 | 1) => {
      if (refits[lane].settled === undefined) return undefined;
      const weightedAccuracy = solved[lane].map((sum, model) => sum / (sum + failed[lane][model]!));
      return { competency: competencyFrom(weightedAccuracy, parts), weightedAccuracy };
    };
    return [refittedOf(0), refittedOf(1)];
  };
}

function twoOf(length: number): Two<Float64Array> {
  return [new Float64Array(length), new Float64Array(length)];
}
