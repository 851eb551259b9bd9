/** Cells, model by model, to a matrix. */

import type { MatrixShape, ResponseMatrix } from "./response-matrix.ts";
import { emptyStorage } from "./storage.ts";

/** Goes over every cell: models in ascending order, `NaN` for a blank. The same each time. */
export type CellWalk = (visit: (model: number, item: number, score: number) => void) => void;

/**
 * A matrix from two walks over its cells: the first counts, so that the second can put each cell
 * where it belongs and nothing is ever held twice.
 */
export function freezeCells(shape: MatrixShape, walk: CellWalk): ResponseMatrix {
  const counts = countCells(shape, walk);
  const { binary, starts, solvers } = counts;
  const size = { models: shape.models.length, items: shape.items.length };
  const { storage, put } = emptyStorage({ ...size, binary, starts, solvers });
  const blanks = blankList(counts.ungradedOfItem);
  const { ungraded } = shape;
  walk((model, item, score) => {
    const isBlank = Number.isNaN(score);
    if (isBlank) blanks.put(model, item);
    if (!isBlank || ungraded === "wrong") put(model, item, isBlank ? 0 : score);
  });
  return {
    models: shape.models,
    items: shape.items,
    benchmarks: shape.benchmarks,
    benchmarkOf: shape.benchmarkOf,
    storage,
    graded: counts.graded,
    ungraded: counts.ungraded,
    gradedOfItem: counts.gradedOfItem,
    ungradedOfItem: counts.ungradedOfItem,
    blanks: blanks.lists,
    blankAs: ungraded,
    binary: counts.binary,
    observed: counts.observed,
  };
}

interface Counts extends Pick<
  ResponseMatrix,
  "graded" | "ungraded" | "gradedOfItem" | "ungradedOfItem" | "binary" | "observed"
> {
  /** Observed cells before each item. */
  readonly starts: Uint32Array;
  /** How many models have 1 on each item. */
  readonly solvers: Uint32Array;
}

function countCells(shape: MatrixShape, walk: CellWalk): Counts {
  const graded = new Uint32Array(shape.models.length);
  const ungraded = new Uint32Array(shape.models.length);
  const gradedOfItem = new Uint32Array(shape.items.length);
  const ungradedOfItem = new Uint32Array(shape.items.length);
  const solvers = new Uint32Array(shape.items.length);
  let binary = true;
  walk((model, item, score) => {
    if (Number.isNaN(score)) {
      ungraded[model]! += 1;
      ungradedOfItem[item]! += 1;
    } else {
      graded[model]! += 1;
      gradedOfItem[item]! += 1;
      if (score === 1) solvers[item]! += 1;
      else if (score !== 0) binary = false;
    }
  });
  const starts = new Uint32Array(shape.items.length + 1);
  for (let item = 0; item < shape.items.length; item += 1) {
    const blank = shape.ungraded === "wrong" ? ungradedOfItem[item]! : 0;
    starts[item + 1] = starts[item]! + gradedOfItem[item]! + blank;
  }
  const observed = starts[shape.items.length]!;
  return { graded, ungraded, gradedOfItem, ungradedOfItem, binary, observed, starts, solvers };
}

/** Blanks by item and, since models come in ascending order, by model within an item. */
function blankList(ofItem: Uint32Array): {
  readonly lists: ResponseMatrix["blanks"];
  readonly put: (model: number, item: number) => void;
} {
  const next = new Uint32Array(ofItem.length);
  let length = 0;
  for (const [item, blanks] of ofItem.entries()) {
    next[item] = length;
    length += blanks;
  }
  const lists = { item: new Uint32Array(length), model: new Uint32Array(length) };
  return {
    lists,
    put(model, item) {
      const place = next[item]!;
      next[item] = place + 1;
      lists.item[place] = item;
      lists.model[place] = model;
    },
  };
}
