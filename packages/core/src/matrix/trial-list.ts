/** Outcomes that no cell has a place for: further trials, and a second score of one trial. */

/** Trials of items in the order they came. */
export interface TrialList {
  add(item: number, trial: number, score: number): void;
  /** The largest item. */
  readonly highest: number;
  /** By item, then by trial; equal ones in the order they came. */
  sorted(): IterableIterator<Trial>;
}

export interface Trial {
  readonly item: number;
  readonly trial: number;
  readonly score: number;
}

const FIRST_SIZE = 16;

export function trialList(): TrialList {
  let items = new Uint32Array(FIRST_SIZE);
  let trials = new Float64Array(FIRST_SIZE);
  let scores = new Float64Array(FIRST_SIZE);
  let length = 0;
  let highest = 0;
  return {
    add(item, trial, score) {
      if (length === items.length) {
        items = doubled(items);
        trials = doubled(trials);
        scores = doubled(scores);
      }
      items[length] = item;
      trials[length] = trial;
      scores[length] = score;
      length += 1;
      if (item > highest) highest = item;
    },
    get highest() {
      return highest;
    },
    *sorted() {
      const order = new Uint32Array(length).map((_, place) => place);
      order.sort((a, b) => items[a]! - items[b]! || trials[a]! - trials[b]!);
      for (const at of order) yield { item: items[at]!, trial: trials[at]!, score: scores[at]! };
    },
  };
}

function doubled<T extends Uint32Array | Float64Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}
