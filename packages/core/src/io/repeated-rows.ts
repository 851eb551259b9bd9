/** Rows of one run that are about the same item and trial. */

/** Places of such rows, each with all that are alike. */
export type Repeats = readonly (readonly number[])[];

const NONE: Repeats = [];

/** Finds repeated rows; a list of items that comes again is not looked through again. */
export function repeatFinder(): (
  items: readonly string[],
  trials: readonly number[] | undefined,
) => Repeats {
  const known = new WeakMap<readonly string[], { trials: unknown; repeats: Repeats }>();
  return (items, trials) => {
    const before = known.get(items);
    if (before && before.trials === trials) return before.repeats;
    const repeats = findRepeats(items, trials);
    known.set(items, { trials, repeats });
    return repeats;
  };
}

function findRepeats(items: readonly string[], trials: readonly number[] | undefined): Repeats {
  const first = new Map<string, number[]>();
  let isAny = false;
  for (const [row, item] of items.entries()) {
    const key = trials ? `${trials[row]} ${item}` : item;
    const rows = first.get(key);
    if (rows) {
      rows.push(row);
      isAny = true;
    } else first.set(key, [row]);
  }
  return isAny ? [...first.values()].filter((rows) => rows.length > 1) : NONE;
}

/** The scores of a run with each cell once. */
export interface CleanScores {
  readonly scores: readonly (number | null | undefined)[];
  /** Rows that say different things about one cell; none of them counts. */
  readonly conflicting: readonly number[];
}

/**
 * Leaves out repeated rows: all but the first where they are equal, all where they are not.
 *
 * @example
 * ```ts
 * withoutRepeats([1, 1, 0, 1], [[0, 1], [2, 3]]).scores; // [1, undefined, undefined, undefined]
 * ```
 */
export function withoutRepeats(scores: CleanScores["scores"], repeats: Repeats): CleanScores {
  if (repeats.length === 0) return { scores, conflicting: [] };
  const clean = [...scores];
  const conflicting: number[] = [];
  for (const rows of repeats) {
    const given = rows.filter((row) => scores[row] !== undefined);
    const [first, ...others] = given;
    const isOne = others.every((row) => Object.is(scores[row], scores[first!]));
    for (const row of isOne ? others : given) clean[row] = undefined;
    if (!isOne) conflicting.push(first!);
  }
  return { scores: clean, conflicting };
}
