/** Refits of a pool on items drawn again. */

import type { DrawnRefitter, Refitter } from "../estimate/refit.ts";
import type { Strata } from "../estimate/strata.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { mulberry32, streamSeed } from "../numeric/random.ts";
import { copiesOfItems, drawUnits } from "./resample.ts";
import type { Units } from "./units.ts";

export interface Drawable {
  readonly units: Units;
  /** Number of items of the matrix. */
  readonly items: number;
}

/** Refits of a pool on the draws that the streams of seeds make. */
export function replicatesFrom(refits: Refitter, { units, items }: Drawable): DrawnRefitter {
  const strata = strataOf(units);
  return (strata && refits.drawing(strata)) ?? countedReplicates(refits, { units, items });
}

/** Draws are counted, and the counts are refitted. */
function countedReplicates(refits: Refitter, { units, items }: Drawable): DrawnRefitter {
  const copies = new Float64Array(items);
  return {
    atOnce: 1,
    fit: (seeds) =>
      seeds.map((seed) =>
        refits.fit(copiesOfItems(drawUnits(units, mulberry32(seed)), { units, out: copies })),
      ),
  };
}

/** The items that are drawn, where every unit is a single one. */
function strataOf({ members, starts, strata }: Units): Strata | undefined {
  return members.length + 1 === starts.length ? { items: members, starts: strata } : undefined;
}

/** Replicates, each at its place. */
export interface ReplicateRows {
  /** For each replicate the competencies, then the weighted accuracies. */
  readonly rows: Float64Array;
  /** 1 for each replicate that could be fitted. */
  readonly fitted: Uint8Array;
}

export function rowsFor({ models }: ResponseMatrix, replicates: number): ReplicateRows {
  return {
    rows: new Float64Array(2 * models.length * replicates),
    fitted: new Uint8Array(replicates),
  };
}

export interface ReplicateRange {
  readonly seed: number;
  /** From this replicate to before `end`. */
  readonly first: number;
  readonly end: number;
}

/** Puts replicates in their rows. Each has a stream of random numbers of its own, whoever makes it. */
export function makeReplicates(
  drawn: DrawnRefitter,
  { seed, first, end }: ReplicateRange,
  { rows, fitted }: ReplicateRows,
): void {
  const length = rows.length / fitted.length;
  for (let index = first; index < end; index += drawn.atOnce) {
    const seeds = Array.from({ length: Math.min(drawn.atOnce, end - index) }, (_, place) =>
      streamSeed(seed, { purpose: "bootstrap", index: index + place }),
    );
    for (const [place, result] of drawn.fit(seeds).entries()) {
      if (result === undefined) continue;
      const row = rows.subarray((index + place) * length, (index + place + 1) * length);
      row.set(result.competency);
      row.set(result.weightedAccuracy, length / 2);
      fitted[index + place] = 1;
    }
  }
}
