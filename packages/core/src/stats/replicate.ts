/** One refit of a pool on items drawn again. */

import type { Refitted, Refitter } from "../estimate/refit.ts";
import type { Strata } from "../estimate/strata.ts";
import { mulberry32 } from "../numeric/random.ts";
import { copiesOfItems, drawUnits } from "./resample.ts";
import type { Units } from "./units.ts";

export interface Drawable {
  readonly units: Units;
  /** Number of items of the matrix. */
  readonly items: number;
}

/**
 * Refits of a pool on the draw that the stream of a seed makes; `undefined` for a draw without an item
 * that tells models apart. What comes back is overwritten by the next refit.
 */
export function replicateOf(
  refits: Refitter,
  { units, items }: Drawable,
): (seed: number) => Refitted | undefined {
  const strata = strataOf(units);
  const drawn = strata && refits.drawing(strata);
  if (drawn !== undefined) return drawn;
  const copies = new Float64Array(items);
  return (seed) =>
    refits.fit(copiesOfItems(drawUnits(units, mulberry32(seed)), { units, out: copies }));
}

/** The items that are drawn, where every unit is a single one. */
function strataOf({ members, starts, strata }: Units): Strata | undefined {
  return members.length + 1 === starts.length ? { items: members, starts: strata } : undefined;
}
