/** Names for what was given none. */

/** Longer lists are made anew each time instead of being kept. */
const mostKept = 2 ** 16;

/** The longest list of each letter so far: making 35,550 names takes as long as reading thirty rows of them. */
const kept = new Map<string, readonly string[]>();

/**
 * A letter and a number from 0, so many times.
 *
 * @example
 * ```ts
 * defaultNames("q", 3); // ["q0", "q1", "q2"]
 * ```
 */
export function defaultNames(letter: string, length: number): readonly string[] {
  const known = kept.get(letter) ?? [];
  if (known.length >= length) return known.slice(0, length);
  const names = numbered(letter, length);
  if (length > mostKept) return names;
  kept.set(letter, names);
  return names.slice();
}

/** A plain loop over a list of that length takes a third of the time of `Array.from`. */
function numbered(letter: string, length: number): readonly string[] {
  const names: string[] = [];
  names.length = length;
  for (let number = 0; number < length; number += 1) names[number] = letter + number;
  return names;
}
