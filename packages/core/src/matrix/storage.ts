/** How the scores of a matrix are held. */

/**
 * All kinds say the same thing; which one is used follows from the data.
 *
 * - `bits`: complete 0/1 data. Word `block * items + item` holds models `32 block` to `32 block + 31`,
 *   lowest bit first; bits beyond the last model are 0.
 * - `planes`: 0/1 data with gaps, as two planes of such words; an unobserved cell is in neither.
 * - `dense`: `scores[item * models + model]`, `NaN` where nothing was observed.
 * - `sparse`: only observed cells, item by item: cells `starts[item]` to `starts[item + 1]` hold
 *   models in ascending order and their scores.
 */
export type Storage =
  | { readonly kind: "bits"; readonly solved: Uint32Array }
  | { readonly kind: "planes"; readonly solved: Uint32Array; readonly failed: Uint32Array }
  | { readonly kind: "dense"; readonly scores: Float64Array }
  | {
      readonly kind: "sparse";
      readonly starts: Uint32Array;
      readonly model: Uint32Array;
      readonly scores: Float64Array;
    };

/** Below this share of observed cells the compressed lists are both smaller and faster. */
const sparseBelow = 0.4;

/** 0/1 data are kept as two planes down to this share, where a list of models takes as much room. */
const listsBelow = 0.125;

/** What decides how cells are held. */
export interface Cells {
  readonly models: number;
  readonly items: number;
  readonly binary: boolean;
  /** Observed cells before each item, and before the end. */
  readonly starts: Uint32Array;
}

export interface FillingStorage {
  readonly storage: Storage;
  /** Takes an observed cell; those of an item come with ascending models. */
  readonly put: (model: number, item: number, score: number) => void;
}

/** The storage that fits, empty, and a way to fill it. */
export function emptyStorage(cells: Cells): FillingStorage {
  const { models, items, binary, starts } = cells;
  const observed = starts[items]!;
  const all = models * items;
  if (binary && observed === all) return bits(cells);
  if (observed < (binary ? listsBelow : sparseBelow) * all) return sparse(starts);
  return binary ? planes(cells) : dense(cells);
}

function wordsFor({ models, items }: Cells): Uint32Array {
  return new Uint32Array(Math.ceil(models / 32) * items);
}

function bits(cells: Cells): FillingStorage {
  const { items } = cells;
  const solved = wordsFor(cells);
  return {
    storage: { kind: "bits", solved },
    put(model, item, score) {
      if (score === 1) solved[(model >> 5) * items + item]! |= 1 << (model & 31);
    },
  };
}

function planes(cells: Cells): FillingStorage {
  const { items } = cells;
  const solved = wordsFor(cells);
  const failed = wordsFor(cells);
  return {
    storage: { kind: "planes", solved, failed },
    put(model, item, score) {
      const plane = score === 1 ? solved : failed;
      plane[(model >> 5) * items + item]! |= 1 << (model & 31);
    },
  };
}

function dense({ models, items }: Cells): FillingStorage {
  const scores = new Float64Array(models * items).fill(Number.NaN);
  return {
    storage: { kind: "dense", scores },
    put(model, item, score) {
      scores[item * models + model] = score;
    },
  };
}

function sparse(starts: Uint32Array): FillingStorage {
  const next = starts.slice();
  const observed = starts.at(-1)!;
  const model = new Uint32Array(observed);
  const scores = new Float64Array(observed);
  return {
    storage: { kind: "sparse", starts, model, scores },
    put(row, item, score) {
      const cell = next[item]!;
      next[item] = cell + 1;
      model[cell] = row;
      scores[cell] = score;
    },
  };
}
