/**
 * The same pool with every item counted a different number of times: what the bootstrap and split
 * halves are made of. Equal to `propagate` on the matrix with its items copied and left out, at a
 * small part of the cost.
 */

import { discriminating } from "../matrix/discriminating.ts";
import { itemCount, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import { total } from "../numeric/vectors.ts";
import { drawsOfItems } from "./kernels/compiled-draws.ts";
import type { Two } from "./kernels/two-words.ts";
import { countedPool } from "./missing.ts";
import { scoredModels, type PropagateSettings } from "./propagate.ts";
import {
  scoredRefitter,
  type DrawnRefitter,
  type KeptItems,
  type Refitted,
  type ScoredOptions,
  type ScoredRefitter,
} from "./refit-scored.ts";
import type { Strata } from "./strata.ts";

export type { DrawnRefitter, Refitted } from "./refit-scored.ts";

export interface RefitSettings extends Pick<
  PropagateSettings,
  "damping" | "smoothing" | "missing"
> {
  /** L1 change at which an iterated refit has settled; exact ones ignore it. Default 1e-8. */
  readonly tolerance?: number | undefined;
}

export interface Refitter {
  /** Indices of the items that tell models apart, ascending: no others change a refit. */
  readonly keptItems: Uint32Array;
  /** `exact`: an M x M system is solved. `iterate`: rounds from the point estimate. */
  readonly method: "exact" | "iterate" | "none";
  /**
   * Estimates the pool with item q of the matrix counted `copies[q]` times, 0 or more. A model that
   * was asked none of the counted items has `NaN`. What comes back is overwritten by the next call.
   *
   * @returns `undefined` when no kept item is counted.
   */
  fit(copies: ArrayLike<number>): Refitted | undefined;
  /** Two independent refits, which take less together where they are made in rounds. */
  fitTwo(copies: Two<ArrayLike<number>>): Two<Refitted | undefined>;
  /**
   * Prepares refits on random draws of items, equal to `fit` of the counts that the stream of random
   * numbers of the seed draws. `undefined` where the draws have to be counted first.
   */
  drawing(strata: Strata): DrawnRefitter | undefined;
}

/**
 * Prepares refits of a pool. With c[q] copies of item q, every sum over items counts item q c[q]
 * times, and its copies have one difficulty:
 *
 * - S[q], the share of models that an item was put to, and whether it is kept do not change, being
 *   sums over models;
 * - F[m] and the number of items Q = sum c do, and with gaps the coverage of a model
 *   kM[m] = sum c O / Q, the rate of the pool rbar = sum c O X / sum c O, both sums of a weighted
 *   accuracy, and through kM the success mass S[q] = sum over m of O (X + s) / kM[m];
 * - a model that was asked none of the counted items is not in the pool for that refit.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 0, 0], [0, 1, 1]]);
 * const refits = refitter(matrix, { damping: 0.85, smoothing: 0, missing: "weighted" });
 * refits.fit([1, 1, 0])?.competency; // [0.5, 0.5], as of [[1, 0], [0, 1]]
 * ```
 */
export function refitter(matrix: ResponseMatrix, settings: RefitSettings): Refitter {
  const { tolerance = 1e-8, damping, smoothing } = settings;
  const counted = countedPool(matrix, settings.missing);
  const { kept, solvers } = discriminating(counted.matrix);
  const keptItems = counted.items ? kept.map((item) => counted.items![item]!) : kept;
  if (kept.length === 0) return { keptItems, method: "none", ...nothingKept };
  const pool = {
    matrix: counted.matrix,
    kept,
    solvers,
    options: { tolerance, damping, smoothing },
  };
  const inner = refitterOf(pool, scoredModels(counted.matrix, kept));
  let fewer: PartRefitter | undefined;
  const withFewerModels = (copies: Float64Array) => {
    if (total(copies) === 0) return undefined;
    const present = presentModels(pool, copies);
    if (fewer?.models.join() !== present.join()) fewer = refitterOf(pool, present);
    return fewer.fit(copies);
  };
  const fitOne = (copies: Float64Array) =>
    total(copies) === 0 ? undefined : (inner.fit(copies) ?? withFewerModels(copies));
  const fitTwo = (copies: Two<Float64Array>): Two<Refitted | undefined> => {
    if (inner.fitTwo === undefined) return [structuredClone(fitOne(copies[0])), fitOne(copies[1])];
    const [first, second] = inner.fitTwo(copies);
    return [
      first ?? structuredClone(withFewerModels(copies[0])),
      second ?? withFewerModels(copies[1]),
    ];
  };
  const copiesOfKept = [new Float64Array(kept.length), new Float64Array(kept.length)] as const;
  return {
    keptItems,
    method: inner.method,
    fit(copies) {
      pick(copies, keptItems, copiesOfKept[0]);
      return fitOne(copiesOfKept[0]);
    },
    fitTwo(copies) {
      for (const lane of [0, 1] as const) pick(copies[lane], keptItems, copiesOfKept[lane]);
      return fitTwo(copiesOfKept);
    },
    drawing(strata) {
      const keptPlace = new Uint32Array(itemCount(matrix)).fill(kept.length);
      for (let place = 0; place < kept.length; place += 1) keptPlace[keptItems[place]!] = place;
      const places = { ...strata, items: strata.items.map((item) => keptPlace[item]!) };
      return inner.drawing?.(places) ?? (inner.fitTwo && drawingTwo(fitTwo, copiesOfKept, places));
    },
  };
}

/** Refits of draws that are counted first. */
function drawingTwo(
  fitTwo: NonNullable<ScoredRefitter["fitTwo"]>,
  copies: Two<Float64Array>,
  strata: Strata,
): DrawnRefitter | undefined {
  const draw = drawsOfItems(strata, copies[0].length);
  if (draw === undefined) return undefined;
  return {
    atOnce: 2,
    fit(seeds) {
      for (const [lane, ofOne] of copies.entries()) {
        if (lane < seeds.length) ofOne.set(draw(seeds[lane]!));
        else ofOne.fill(0);
      }
      return fitTwo(copies).slice(0, seeds.length);
    },
  };
}

const nothingKept = {
  fit: () => undefined,
  fitTwo: (): Two<undefined> => [undefined, undefined],
  drawing: () => undefined,
};

interface KeptPool extends KeptItems {
  readonly options: ScoredOptions;
}

interface PartRefitter extends ScoredRefitter {
  readonly models: Uint32Array;
}

/** Refits of some of the models; results have a place for all. */
function refitterOf(pool: KeptPool, models: Uint32Array): PartRefitter {
  const { matrix, kept, options } = pool;
  if (models.length === matrix.models.length) return { ...scoredRefitter(pool, options), models };
  const part = selectFrom(matrix, { models });
  // Items that tell these models apart; the others were put to none of them, or are not counted.
  const places = placesOf(discriminating(part).kept, kept);
  const ofPart = places.map((place) => kept[place]!);
  const inner = scoredRefitter({ matrix: part, kept: ofPart, solvers: undefined }, options);
  const copiesOfPart = new Float64Array(places.length);
  const competency = new Float64Array(matrix.models.length).fill(Number.NaN);
  const weightedAccuracy = new Float64Array(matrix.models.length).fill(Number.NaN);
  return {
    models,
    method: inner.method,
    fit(copies) {
      pick(copies, places, copiesOfPart);
      const result = inner.fit(copiesOfPart);
      if (result === undefined) return undefined;
      for (let place = 0; place < models.length; place += 1) {
        competency[models[place]!] = result.competency[place]!;
        weightedAccuracy[models[place]!] = result.weightedAccuracy[place]!;
      }
      return { competency, weightedAccuracy };
    },
  };
}

function pick(values: ArrayLike<number>, places: Uint32Array, out: Float64Array): void {
  for (let index = 0; index < out.length; index += 1) out[index] = values[places[index]!]!;
}

/** Places in `all` of the values of `some`; both ascending, the second within the first. */
function placesOf(some: Uint32Array, all: Uint32Array): Uint32Array {
  const wanted = new Set(some);
  return Uint32Array.from([...all.keys()].filter((place) => wanted.has(all[place]!)));
}

/** Models that were asked at least one counted item. */
function presentModels({ matrix, kept }: KeptPool, copies: Float64Array): Uint32Array {
  return scoredModels(
    matrix,
    kept.filter((_, place) => copies[place]! > 0),
  );
}
