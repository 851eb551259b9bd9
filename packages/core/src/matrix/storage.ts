/** How the scores of a matrix are held. */

/**
 * All kinds say the same thing; which one is used follows from the data.
 *
 * - `bits`: complete 0/1 data. Word `block * items + item` holds models `32 block` to `32 block + 31`,
 *   lowest bit first; bits beyond the last model are 0.
 * - `planes`: 0/1 data with gaps, as two planes of such words; an unobserved cell is in neither.
 * - `lists`: 0/1 data with many gaps. List `2 item` holds the models that solved an item, list `2 item + 1`
 *   those that failed it, in ascending order; list `l` stands in `model` from `starts[l]` to `starts[l + 1]`.
 * - `dense`: `scores[item * models + model]`, `NaN` where nothing was observed.
 * - `sparse`: only observed cells, item by item: cells `starts[item]` to `starts[item + 1]` hold
 *   models in ascending order and their scores.
 */
export type Storage =
  | { readonly kind: "bits"; readonly solved: Uint32Array }
  | { readonly kind: "planes"; readonly solved: Uint32Array; readonly failed: Uint32Array }
  | { readonly kind: "lists"; readonly starts: Uint32Array; readonly model: ModelList }
  | { readonly kind: "dense"; readonly scores: Float64Array }
  | {
      readonly kind: "sparse";
      readonly starts: Uint32Array;
      readonly model: ModelList;
      readonly scores: Float64Array;
    };

/** Indices of models, in 16 bits where these can tell them apart. */
export type ModelList = Uint16Array | Uint32Array;

/** An array for indices of so many models: given a length, or a buffer that holds them. */
export function modelList(models: number, content: number | ArrayBuffer): ModelList {
  const Kind: new (content: number | ArrayBuffer) => ModelList =
    models <= 2 ** 16 ? Uint16Array : Uint32Array;
  return new Kind(content);
}

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
  /** How many models have 1 on each item. */
  readonly solvers: Uint32Array;
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
  if (binary) return observed < listsBelow * all ? lists(cells) : planes(cells);
  return observed < sparseBelow * all ? sparse(cells) : dense(cells);
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

function lists({ models, items, starts: ofItems, solvers }: Cells): FillingStorage {
  const starts = new Uint32Array(2 * items + 1);
  for (let item = 0; item < items; item += 1) {
    starts[2 * item + 1] = ofItems[item]! + solvers[item]!;
    starts[2 * item + 2] = ofItems[item + 1]!;
  }
  const next = starts.slice();
  const model = modelList(models, starts.at(-1)!);
  return {
    storage: { kind: "lists", starts, model },
    put(row, item, score) {
      const list = 2 * item + (score === 1 ? 0 : 1);
      const cell = next[list]!;
      next[list] = cell + 1;
      model[cell] = row;
    },
  };
}

function sparse({ models, starts }: Cells): FillingStorage {
  const next = starts.slice();
  const observed = starts.at(-1)!;
  const model = modelList(models, observed);
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
