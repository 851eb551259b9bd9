/** Random numbers of copies: draws with replacement, and random halves. */

import { permutation, type Random } from "../numeric/random.ts";
import type { Units } from "./units.ts";

/** Draws within each stratum as many units as it has, with replacement. */
export function drawUnits({ strata, starts }: Units, random: Random): Uint32Array {
  const counts = new Uint32Array(starts.length - 1);
  for (let stratum = 0; stratum + 1 < strata.length; stratum += 1) {
    const part = counts.subarray(strata[stratum], strata[stratum + 1]);
    random.tally(part, part.length);
  }
  return counts;
}

/**
 * A random half of the units of each stratum has 1, the other 0; an odd one out
 * goes to either side at random.
 */
export function halveUnits({ strata, starts }: Units, random: Random): Uint32Array {
  const chosen = new Uint32Array(starts.length - 1);
  for (let stratum = 0; stratum + 1 < strata.length; stratum += 1) {
    const part = chosen.subarray(strata[stratum], strata[stratum + 1]);
    const odd = part.length % 2 === 1 && random.uniform() < 0.5 ? 1 : 0;
    const half = Math.floor(part.length / 2) + odd;
    for (const place of permutation(random, part.length).subarray(0, half)) part[place] = 1;
  }
  return chosen;
}

/** Copies of each item from copies of each unit, into `out`; items in no unit get 0. */
export function copiesOfItems(
  counts: Uint32Array,
  { units, out }: { readonly units: Units; readonly out: Float64Array },
): Float64Array {
  const { starts, members } = units;
  out.fill(0);
  for (let unit = 0; unit < counts.length; unit += 1) {
    for (let place = starts[unit]!; place < starts[unit + 1]!; place += 1) {
      out[members[place]!] = counts[unit]!;
    }
  }
  return out;
}
