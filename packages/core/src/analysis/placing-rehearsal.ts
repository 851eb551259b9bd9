/** How far intervals after a few answers hold, tried on models whose answers are all known. */

import type { Rows } from "../matrix/response-matrix.ts";
import { itemCurves, type ItemCurves } from "./item-curves.ts";
import { nextItem, type AskingOrder } from "./next-item.ts";
import { beliefFrom, unanswered } from "./placing-belief.ts";

export interface RehearsalOptions {
  readonly order: AskingOrder;
  readonly seed: number;
  /** Questions to each model. */
  readonly questions: number;
}

/** Groups of models, each placed by curves from the others. */
const folds = 4;

/** Models to rehearse on. */
export interface Rehearsal {
  /** One per model, from the best to the weakest, so that every fold has some of each kind. */
  readonly rows: Rows;
  /** One per item. */
  readonly weight: ArrayLike<number>;
  /** For each fold the curves from the models of the others. */
  readonly curves: readonly ItemCurves[];
}

/** Learns the items four times, each time without a quarter of the models. */
export function rehearsal(rows: Rows, weight: ArrayLike<number>): Rehearsal {
  const curves = Array.from({ length: folds }, (_, fold) =>
    itemCurves(rows.filter((__, model) => model % folds !== fold)),
  );
  return { rows, weight, curves };
}

/**
 * By how much intervals must be wider than the curves alone would have them, after 1, 2, … questions.
 * Models differ in more than one ability, so that answers to chosen items say less about all items than
 * the curves believe. In turn a quarter of the models is placed by curves from the others; after n
 * questions
 *
 *     widening[n - 1] = max(1, root mean square over the models of (true - expected) / sd)
 *
 * @returns One value per question. Where fewer than a quarter of the models has so many answers, the last one
 *   before; so the last one serves for all that follow.
 */
export function rehearsedWidening(
  { rows, weight, curves: ofFolds }: Rehearsal,
  { order, seed, questions }: RehearsalOptions,
): Float64Array {
  const squares = new Float64Array(questions);
  const counts = new Uint32Array(questions);
  for (const [fold, curves] of ofFolds.entries()) {
    for (let model = fold; model < rows.length; model += folds) {
      const row = rows[model]!;
      // A model can only be held to what it was asked.
      const own = Float64Array.from(row, (score, item) => (score == null ? 0 : weight[item]!));
      const whole = unanswered(curves, own);
      const truth = row.reduce<number>((sum, score, item) => sum + own[item]! * (score ?? 0), 0);
      const belief = beliefFrom(curves, own, whole);
      let open = [...row.keys()].filter((item) => own[item]! > 0);
      for (let asked = 0; asked < questions && open.length > 1; asked += 1) {
        const item = nextItem(belief, open, { order, seed: seed + model, asked })!;
        open = open.filter((other) => other !== item);
        belief.observe(item, row[item]!);
        const { mean, sd } = belief.expected();
        squares[asked]! += ((truth / whole.weight - mean) / sd) ** 2;
        counts[asked]! += 1;
      }
    }
  }
  const enough = Math.max(3, rows.length / 4);
  let widening = 1;
  return squares.map((sum, asked) => {
    // Few models were asked so much: what was found before stands.
    if (counts[asked]! >= enough) widening = Math.max(1, Math.sqrt(sum / counts[asked]!));
    return widening;
  });
}
