/** Standard errors by formula: what the bootstrap finds in the long run, without drawing. */

import type { Fitted } from "../estimate/fitted.ts";
import { itemInfluences, type ItemInfluences } from "./item-influence.ts";
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
 * Standard errors on complete data: the root of the sum of squared influences of the items, those of a
 * cluster added first, and each stratum centred on its mean. Good unless one item decides: then a
 * sample either holds it or not, and no derivative tells.
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
  const influences = itemInfluences(pool);
  if (influences === undefined) return undefined;
  const units = resamplingUnits(matrix, { missing: fit.settings.missing, ...options });
  return {
    ...spreadOver(units, pool, influences),
    failure: influences.failure,
    clusters: units.clusters,
  };
}

/** Root of the sum over units of squared influences, centred within strata; dropped items have none. */
function spreadOver(
  { strata, starts, members }: Units,
  { fit }: Fitted,
  influences: ItemInfluences,
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
        const ofItem = influences.ofItem(place);
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
