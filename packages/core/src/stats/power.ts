/** What a comparison of this size could have found, and how large it would have to be. */

import { normalQuantile } from "../numeric/normal.ts";

/** Chance of finding a difference that is there. */
const power = 0.8;

/** Above this many more items a figure means nothing. */
const tooMany = 1e7;

/** Standard errors between no difference and one that is found four times in five. */
function detectable(level: number): number {
  return normalQuantile((1 + level) / 2) + normalQuantile(power);
}

/**
 * The true difference that a comparison finds with a probability of .8: `2.80159 * SE` at level .95.
 * A property of the design, not of the result.
 *
 * @param standardError Of the difference when there is none.
 * @example
 * ```ts
 * minimumDetectable(0.01, 0.95); // 0.0280
 * ```
 */
export function minimumDetectable(standardError: number, level: number): number {
  return detectable(level) * standardError;
}

export interface SizeQuestion {
  /** Items there are. */
  readonly items: number;
  readonly standardError: number;
  readonly level: number;
  /** The true difference that is to be found. */
  readonly target: number;
}

/**
 * How many more items of the same kind find a true difference of `target` with a probability of .8:
 * `N (2.80159 SE / target)^2 - N`, rounded up, not below 0.
 *
 * @returns `null` above ten million, and for a target of 0.
 * @example
 * ```ts
 * itemsNeeded({ items: 1000, standardError: 0.01, level: 0.95, target: 0.02 }); // 963
 * ```
 */
export function itemsNeeded({ items, standardError, level, target }: SizeQuestion): number | null {
  const times = (detectable(level) * standardError) / target;
  const more = Math.max(0, Math.ceil(items * times ** 2 - items));
  return more <= tooMany ? more : null;
}
