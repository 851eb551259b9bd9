/** Names for what was given none. */

/** Longer lists are made anew each time instead of being kept. */
const mostKept = 2 ** 16;

/** The longest list of each letter so far: making 35,550 names takes as long as reading thirty rows of them. */
const kept = new Map<string, string[]>();

/**
 * A letter and a number from 0, so many times.
 *
 * @example
 * ```ts
 * defaultNames("q", 3); // ["q0", "q1", "q2"]
 * ```
 */
export function defaultNames(letter: string, length: number): string[] {
  const known = kept.get(letter) ?? [];
  if (known.length >= length) return known.slice(0, length);
  const names = withMore(known, letter, length);
  if (length > mostKept) return names;
  kept.set(letter, names);
  return names.slice();
}

/** Adds a digit to a name that is there already, which takes half the time of writing out a number. */
function withMore(known: readonly string[], letter: string, length: number): string[] {
  const names = known.slice();
  for (let number = known.length; number < length; number += 1) {
    const tens = number < 10 ? letter : names[Math.floor(number / 10)]!;
    names.push(tens + digits[number % 10]!);
  }
  return names;
}

const digits = "0123456789";
