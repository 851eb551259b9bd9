/** Outcomes by the run instead of one at a time: what a reader with columns can give out cheaply. */

import type { Outcome } from "./adapter.ts";

/** Outcomes that share everything but item, trial, score and content hash. */
export interface OutcomeColumns extends Pick<Outcome, "model" | "benchmark"> {
  readonly metric?: string | undefined;
  readonly filter?: string | undefined;
  readonly run?: string | undefined;
  /** Runs with the same items may share this list: what was worked out for it is kept under it. */
  readonly items: readonly string[];
  readonly contentHashes?: readonly (string | undefined)[] | undefined;
  /** Absent where every trial is 0. */
  readonly trials?: readonly number[] | undefined;
  /** A number in [0, 1], `null` where nothing could be graded, `undefined` for no outcome. */
  readonly scores: readonly (number | null | undefined)[];
}

/** One outcome, or those of a run. */
export type OutcomePart = Outcome | OutcomeColumns;

/** Outcomes that can be taken by the run as well; a hundred million of them one by one take minutes. */
export interface ColumnarOutcomes extends AsyncIterable<Outcome> {
  /** The same outcomes; whatever has no columns comes one by one. */
  parts(): AsyncIterable<OutcomePart>;
}

/**
 * Outcomes from their parts.
 *
 * @example
 * ```ts
 * const outcomes = columnarOutcomes(async function* () {
 *   yield { model: "a", benchmark: "sums", items: ["1", "2"], scores: [1, 0] };
 * });
 * for await (const { item, score } of outcomes) console.log(item, score); // "1" 1, then "2" 0
 * ```
 */
export function columnarOutcomes(parts: () => AsyncIterable<OutcomePart>): ColumnarOutcomes {
  return {
    parts,
    async *[Symbol.asyncIterator]() {
      for await (const part of parts()) {
        if (isColumns(part)) yield* outcomesOfColumns(part);
        else yield part;
      }
    },
  };
}

/** The parts of outcomes: runs where the source has columns, else one outcome each. */
export function partsOf(
  outcomes: AsyncIterable<Outcome> | Iterable<Outcome>,
): AsyncIterable<OutcomePart> | Iterable<OutcomePart> {
  return isColumnar(outcomes) ? outcomes.parts() : outcomes;
}

function isColumnar(
  outcomes: AsyncIterable<Outcome> | Iterable<Outcome>,
): outcomes is ColumnarOutcomes {
  return "parts" in outcomes && typeof outcomes.parts === "function";
}

/** Whether a part is a run in columns. */
export function isColumns(part: OutcomePart): part is OutcomeColumns {
  return "scores" in part;
}

/** The outcomes of a run, row by row. */
export function* outcomesOfColumns(columns: OutcomeColumns): Generator<Outcome> {
  const { model, benchmark, metric, filter, run, items, contentHashes, trials, scores } = columns;
  for (const [row, score] of scores.entries()) {
    if (score === undefined) continue;
    const contentHash = contentHashes?.[row];
    const outcome: { -readonly [Key in keyof Outcome]: Outcome[Key] } = {
      model,
      benchmark,
      item: items[row]!,
      score,
    };
    if (trials) outcome.trial = trials[row]!;
    if (metric !== undefined) outcome.metric = metric;
    if (filter !== undefined) outcome.filter = filter;
    if (run !== undefined) outcome.run = run;
    if (contentHash !== undefined) outcome.contentHash = contentHash;
    yield outcome;
  }
}
