/** Something that the logs say about each item beside its score. */

import { itemKey, type ItemKey } from "../analysis/wording.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Outcome } from "../outcomes/adapter.ts";

export interface ItemTexts {
  /** Passes outcomes on and takes down what they say. */
  watch(this: void, outcomes: AsyncIterable<Outcome>): AsyncIterable<Outcome>;
  /** What is known of an item; `undefined` where nothing is, or where runs disagree. */
  of(item: ItemKey): string | undefined;
  /** The same for each item of a matrix. */
  ofItems(matrix: ResponseMatrix): readonly (string | undefined)[];
}

/**
 * Takes one text from each outcome that has it.
 *
 * @example
 * ```ts
 * const hashes = itemTexts(({ contentHash }) => contentHash);
 * const matrix = await collect(hashes.watch(outcomes));
 * hashes.ofItems(matrix);
 * ```
 */
export function itemTexts(textIn: (outcome: Outcome) => string | undefined): ItemTexts {
  /** By benchmark and item; `null` once two runs disagree. */
  const known = new Map<string, string | null>();
  const of = (item: ItemKey): string | undefined => known.get(keyText(item)) ?? undefined;
  return {
    async *watch(outcomes) {
      for await (const outcome of outcomes) {
        const text = textIn(outcome);
        if (text !== undefined) {
          const before = known.get(keyText(outcome));
          known.set(keyText(outcome), before === undefined || before === text ? text : null);
        }
        yield outcome;
      }
    },
    of,
    ofItems: (matrix) => [...matrix.items.keys()].map((item) => of(itemKey(matrix, item))),
  };
}

const keyText = ({ benchmark, item }: ItemKey): string => `${benchmark.length} ${benchmark}${item}`;
