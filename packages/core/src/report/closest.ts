/** The name most like another, for a link that leads nowhere. */

/** Pairs of letters that follow each other. */
function pairsOf(name: string): ReadonlySet<string> {
  const letters = Array.from(` ${name.toLowerCase()} `);
  return new Set(letters.slice(1).map((letter, place) => letters[place]! + letter));
}

/**
 * The name that shares most pairs of letters (Dice coefficient); `undefined` where none shares a third.
 *
 * @example
 * ```ts
 * closest("kestrel-8", ["kestrel-8b", "wren-3b"]); // "kestrel-8b"
 * ```
 */
export function closest(wanted: string, names: readonly string[]): string | undefined {
  const asked = pairsOf(wanted);
  let best: { name: string | undefined; likeness: number } = { name: undefined, likeness: 1 / 3 };
  for (const name of names) {
    const pairs = pairsOf(name);
    let shared = 0;
    for (const pair of asked) if (pairs.has(pair)) shared += 1;
    const likeness = (2 * shared) / (asked.size + pairs.size);
    if (likeness > best.likeness) best = { name, likeness };
  }
  return best.name;
}
