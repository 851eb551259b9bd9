/** What people say about which of two items is harder, pair by pair. */

/** One rater on one pair of items, given by their names. */
export interface Judgement {
  readonly rater: string;
  /** Names of the two items, in any order. */
  readonly first: string;
  readonly second: string;
  /** The harder one, or `tie`. */
  readonly harder: "first" | "second" | "tie";
}

/** A pair of items and what was said about it. */
export interface JudgedPair {
  /** Names in code-unit order, so that a pair is the same whichever item was shown first. */
  readonly first: string;
  readonly second: string;
  readonly votes: readonly Vote[];
  /** What most of those who chose an item chose; `tie` where as many chose either. */
  readonly consensus: Choice;
}

/** The harder item of a pair, or neither. */
export type Choice = "first" | "second" | "tie";

/** What one rater said about a pair. */
export interface Vote {
  readonly rater: string;
  readonly choice: Choice;
}

/**
 * Judgements put together pair by pair, pairs in the order of their names. Ties count for neither item.
 * A rater counts once for a pair: where one judged it twice, the last judgement counts.
 *
 * @example
 * ```ts
 * judgedPairs([{ rater: "r1", first: "q2", second: "q1", harder: "first" }])[0];
 * // { first: "q1", second: "q2", votes: [{ rater: "r1", choice: "second" }], consensus: "second" }
 * ```
 */
export function judgedPairs(judgements: Iterable<Judgement>): readonly JudgedPair[] {
  const pairs = new Map<string, { names: readonly [string, string]; votes: Map<string, Choice> }>();
  for (const judgement of judgements) {
    const { names, choice } = inOrder(judgement);
    const key = JSON.stringify(names);
    const pair = pairs.get(key) ?? { names, votes: new Map<string, Choice>() };
    pairs.set(key, pair);
    pair.votes.set(judgement.rater, choice);
  }
  return [...pairs.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { names, votes }]) => ({
      first: names[0],
      second: names[1],
      votes: [...votes].map(([rater, choice]) => ({ rater, choice })),
      consensus: consensusOf([...votes.values()]),
    }));
}

function inOrder({ first, second, harder }: Judgement): {
  readonly names: readonly [string, string];
  readonly choice: Choice;
} {
  if (first <= second) return { names: [first, second], choice: harder };
  const turned = { first: "second", second: "first", tie: "tie" } as const;
  return { names: [second, first], choice: turned[harder] };
}

/**
 * What most of those who chose an item chose.
 *
 * @example
 * ```ts
 * consensusOf(["first", "tie", "tie"]); // "first": ties count for neither
 * ```
 */
export function consensusOf(choices: readonly Choice[]): Choice {
  const votes = (wanted: Choice) => choices.filter((choice) => choice === wanted).length;
  const lead = votes("first") - votes("second");
  return lead === 0 ? "tie" : lead > 0 ? "first" : "second";
}

/** How far raters agree with each other. */
export interface RaterAgreement {
  /** Judgements that two raters gave of one pair, compared. */
  readonly comparisons: number;
  /** Share of them that are the same; `NaN` without any. */
  readonly agreement: number;
  /** Share that raters would agree on by chance, with as many ties; and agreement beyond it, over the rest. */
  readonly byChance: number;
  readonly kappa: number;
}

/**
 * Agreement of raters, all comparisons of two of them on a pair counting the same. Which item of a pair
 * comes first is arbitrary, so by chance both items are equally likely, beside the share t of ties there
 * is: `chance = (1 - t)^2 / 2 + t^2`, `kappa = (agreement - chance) / (1 - chance)` (J. L. Fleiss, 1971,
 * with these margins). 1 is full agreement, 0 no more than chance.
 *
 * @example
 * ```ts
 * raterAgreement(pairs).agreement; // 0.8
 * ```
 */
export function raterAgreement(pairs: readonly JudgedPair[]): RaterAgreement {
  let comparisons = 0;
  let same = 0;
  let votes = 0;
  let ties = 0;
  for (const pair of pairs) {
    const of = (wanted: Choice) => pair.votes.filter(({ choice }) => choice === wanted).length;
    const counts = [of("first"), of("second"), of("tie")];
    const all = pair.votes.length;
    comparisons += (all * (all - 1)) / 2;
    same += counts.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
    votes += all;
    ties += counts[2]!;
  }
  const tied = ties / votes;
  const agreement = same / comparisons;
  const byChance = (1 - tied) ** 2 / 2 + tied ** 2;
  return { comparisons, agreement, byChance, kappa: (agreement - byChance) / (1 - byChance) };
}
