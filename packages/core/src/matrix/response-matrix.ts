/** Who earned what on which item: the one data structure that every estimator reads. */

import { EipError } from "../errors.ts";
import { freezeCells } from "./freeze-cells.ts";
import { emptyStorage, type ModelList, type Storage } from "./storage.ts";

export type { Storage } from "./storage.ts";

/**
 * Scores of `models.length` models on `items.length` items. Build one with `collect` or
 * `matrixFromRows`; treat it as frozen.
 */
export interface ResponseMatrix {
  readonly models: readonly string[];
  /** Item ids, one per column; unique within a benchmark. */
  readonly items: readonly string[];
  readonly benchmarks: readonly string[];
  /** Index into `benchmarks`, one per item. */
  readonly benchmarkOf: Uint32Array;
  /** Observed scores; see {@link Storage}. */
  readonly storage: Storage;
  /** Outcomes with a score, per model. A cell that averages three trials counts once. */
  readonly graded: Uint32Array;
  /** Items that were put to the model and got no usable score, per model. */
  readonly ungraded: Uint32Array;
  /** The same two counts per item. */
  readonly gradedOfItem: Uint32Array;
  readonly ungradedOfItem: Uint32Array;
  /** The cells that were asked and got no usable score, by item and then by model. */
  readonly blanks: { readonly item: Uint32Array; readonly model: Uint32Array };
  /** What a blank counts as: a score of 0, or as if never asked. */
  readonly blankAs: "wrong" | "unobserved";
  /** Whether every observed score is exactly 0 or 1. */
  readonly binary: boolean;
  /** Observed cells: graded ones, and ungraded ones when they count as wrong. */
  readonly observed: number;
}

/** One row per model; a number is a score, `null` ungraded, `undefined` unobserved. */
export type Rows = readonly (readonly (number | null | undefined)[])[];

export interface RowOptions {
  /** Default `m0`, `m1` … */
  readonly models?: readonly string[] | undefined;
  /** Default `q0`, `q1` … */
  readonly items?: readonly string[] | undefined;
  /** The benchmark of each item. Default: all belong to one called `items`. */
  readonly benchmarks?: readonly string[] | undefined;
  /** What an ungraded cell counts as. */
  readonly ungraded?: "wrong" | "unobserved" | undefined;
}

/**
 * A matrix from rows in memory; models and items keep the given order.
 *
 * @throws EipError `off-scale` for a score outside [0, 1] or NaN, `empty` without models or items,
 *   `usage` for rows of unequal length or names that do not fit.
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 0], [1, undefined]], { models: ["a", "b"] });
 * scoreAt(matrix, 0, 1); // 0
 * scoreAt(matrix, 1, 1); // NaN
 * ```
 */
export function matrixFromRows(rows: Rows, options: RowOptions = {}): ResponseMatrix {
  checkShape(rows, options);
  const items = rows[0]!.length;
  const shape = shapeOf(options, rows.length, items);
  const solved = packedRows(rows, items);
  if (solved !== undefined) return completeMatrix(shape, solved);
  checkScores(rows, shape);
  return freezeCells(shape, (visit) => {
    for (const [model, row] of rows.entries()) {
      for (const [item, score] of row.entries()) {
        if (score !== undefined) visit(model, item, score ?? Number.NaN);
      }
    }
  });
}

/** Default names of items are made when asked for: those of 35,550 take longer than all their answers. */
function shapeOf(options: RowOptions, models: number, items: number): MatrixShape {
  const benchmarks = [...new Set(options.benchmarks ?? ["items"])];
  const position = new Map(benchmarks.map((name, index) => [name, index]));
  let { items: names } = options;
  return {
    models: options.models ?? numbered("m", models),
    get items() {
      return (names ??= numbered("q", items));
    },
    benchmarks,
    benchmarkOf: options.benchmarks
      ? Uint32Array.from(options.benchmarks, (name) => position.get(name)!)
      : new Uint32Array(items),
    ungraded: options.ungraded ?? "wrong",
  };
}

/** A letter and a number from 0, so many times. A plain loop takes a third of the time of `Array.from`. */
function numbered(letter: string, length: number): string[] {
  const names: string[] = [];
  for (let number = 0; number < length; number += 1) names.push(letter + number);
  return names;
}

function checkScores(rows: Rows, { models, items }: MatrixShape): void {
  for (const [row, scores] of rows.entries()) {
    for (const [column, score] of scores.entries()) {
      if (score === undefined || score === null || (score >= 0 && score <= 1)) continue;
      throw new EipError("off-scale", {
        where: `model ${models[row]}, item ${items[column]}`,
        found: `score ${score}`,
        expected: "a number from 0 to 1",
      });
    }
  }
}

/** The words of complete 0/1 rows, as `bits` holds them; `undefined` for any other cell. */
function packedRows(rows: Rows, items: number): Uint32Array | undefined {
  const words = new Uint32Array(Math.ceil(rows.length / 32) * items);
  for (let model = 0; model < rows.length; model += 2) {
    // A last row without a partner is its own.
    const other = Math.min(model + 1, rows.length - 1);
    const first = (model >> 5) * items;
    const block = words.subarray(first, first + items);
    if (!addRows(block, rows[model]!, model & 31, rows[other]!, other & 31)) return undefined;
  }
  return words;
}

/** Two rows at once: a loop over one of them takes half as long again. */
function addRows(
  words: Uint32Array,
  row: Rows[number],
  bit: number,
  otherRow: Rows[number],
  otherBit: number,
): boolean {
  const { length } = words;
  for (let item = 0; item < length; item += 1) {
    const score = row[item] as number;
    const other = otherRow[item] as number;
    const solved = score & 1;
    const otherSolved = other & 1;
    // Comparisons that are nearly always true are faster than some that depend on the answer.
    if (solved !== score || otherSolved !== other) return false;
    words[item]! |= (solved << bit) | (otherSolved << otherBit);
  }
  return true;
}

function completeMatrix(shape: MatrixShape, solved: Uint32Array): ResponseMatrix {
  const models = shape.models.length;
  const items = itemCount(shape);
  return {
    models: shape.models,
    get items() {
      return shape.items;
    },
    benchmarks: shape.benchmarks,
    benchmarkOf: shape.benchmarkOf,
    storage: { kind: "bits", solved },
    graded: new Uint32Array(models).fill(items),
    ungraded: new Uint32Array(models),
    gradedOfItem: new Uint32Array(items).fill(models),
    ungradedOfItem: new Uint32Array(items),
    blanks: { item: new Uint32Array(0), model: new Uint32Array(0) },
    blankAs: shape.ungraded,
    binary: true,
    observed: models * items,
  };
}

function checkShape(rows: Rows, { models, items, benchmarks }: RowOptions): void {
  if (rows.length === 0) throw new EipError("empty", { found: "no models" });
  const width = rows[0]!.length;
  if (width === 0) throw new EipError("empty", { found: "no items" });
  const uneven = rows.findIndex((row) => row.length !== width);
  if (uneven >= 0) {
    throw new EipError("usage", {
      where: `row ${uneven}`,
      found: `${rows[uneven]!.length} cells`,
      expected: `${width} as in row 0`,
    });
  }
  for (const [what, given, needed] of [
    ["models", models, rows.length],
    ["items", items, width],
    ["benchmarks", benchmarks, width],
  ] as const) {
    if (given !== undefined && given.length !== needed) {
      throw new EipError("usage", {
        where: what,
        found: `${given.length} names`,
        expected: `${needed}`,
      });
    }
  }
  checkUnique("model", models ?? [], (name) => name);
  checkUnique("item", items ?? [], (name, index) => `${benchmarks?.[index] ?? ""}\t${name}`);
}

function checkUnique(
  what: "model" | "item",
  names: readonly string[],
  keyOf: (name: string, index: number) => string,
): void {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    const key = keyOf(name, index);
    if (seen.has(key)) {
      throw new EipError("usage", { where: `${what}s`, found: `two called "${name}"` });
    }
    seen.add(key);
  }
}

/** Names and shape of a matrix that is being filled. */
export interface MatrixShape {
  readonly models: readonly string[];
  readonly items: readonly string[];
  readonly benchmarks: readonly string[];
  readonly benchmarkOf: Uint32Array;
  readonly ungraded: "wrong" | "unobserved";
}

export interface MatrixBuilder {
  /** Adds one cell. Items come in ascending order, and models in ascending order within an item. */
  add(model: number, item: number, score: number | null): void;
  freeze(): ResponseMatrix;
}

/** Takes cells item by item and chooses the storage that fits them. */
export function matrixBuilder(shape: MatrixShape): MatrixBuilder {
  const { models, items } = shape;
  const graded = new Uint32Array(models.length);
  const ungraded = new Uint32Array(models.length);
  const gradedOfItem = new Uint32Array(items.length);
  const ungradedOfItem = new Uint32Array(items.length);
  const starts = new Uint32Array(items.length + 1);
  const solvers = new Uint32Array(items.length);
  const blanks = { item: [] as number[], model: [] as number[] };
  let model = new Uint32Array(1024);
  let scores = new Float64Array(1024);
  let observed = 0;
  let binary = true;

  return {
    add(row, column, score) {
      if (score === null) {
        ungraded[row]! += 1;
        ungradedOfItem[column]! += 1;
        blanks.item.push(column);
        blanks.model.push(row);
        if (shape.ungraded === "unobserved") return;
      } else {
        graded[row]! += 1;
        gradedOfItem[column]! += 1;
        if (score === 1) solvers[column]! += 1;
        else if (score !== 0) binary = false;
      }
      if (observed === model.length) {
        model = grown(model);
        scores = grown(scores);
      }
      model[observed] = row;
      scores[observed] = score ?? 0;
      observed += 1;
      starts[column + 1]! += 1;
    },
    freeze() {
      for (let column = 0; column < items.length; column += 1) {
        starts[column + 1]! += starts[column]!;
      }
      const lists = {
        starts,
        model: model.subarray(0, observed),
        scores: scores.subarray(0, observed),
      };
      return {
        models,
        items,
        benchmarks: shape.benchmarks,
        benchmarkOf: shape.benchmarkOf,
        storage: fittingStorage({ ...lists, solvers }, models.length, binary),
        graded,
        ungraded,
        gradedOfItem,
        ungradedOfItem,
        blanks: { item: Uint32Array.from(blanks.item), model: Uint32Array.from(blanks.model) },
        blankAs: shape.ungraded,
        binary,
        observed,
      };
    },
  };
}

interface Lists {
  readonly starts: Uint32Array;
  readonly model: Uint32Array;
  readonly scores: Float64Array;
  readonly solvers: Uint32Array;
}

function fittingStorage(
  { starts, model, scores, solvers }: Lists,
  models: number,
  binary: boolean,
): Storage {
  const items = starts.length - 1;
  const { storage, put } = emptyStorage({ models, items, binary, starts, solvers });
  for (let item = 0; item < items; item += 1) {
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      put(model[cell]!, item, scores[cell]!);
    }
  }
  return storage;
}

function grown<T extends Uint32Array | Float64Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}

/** The score of a model on an item, both as indices; `NaN` where nothing was observed. */
export function scoreAt(matrix: ResponseMatrix, model: number, item: number): number {
  const { storage } = matrix;
  switch (storage.kind) {
    case "bits":
      return bitAt(matrix, storage.solved, { model, item });
    case "planes":
      if (bitAt(matrix, storage.solved, { model, item }) === 1) return 1;
      return bitAt(matrix, storage.failed, { model, item }) === 1 ? 0 : Number.NaN;
    case "dense":
      return storage.scores[item * matrix.models.length + model]!;
    case "lists":
      if (placeIn(storage, 2 * item, model) !== -1) return 1;
      return placeIn(storage, 2 * item + 1, model) === -1 ? Number.NaN : 0;
    default: {
      const cell = placeIn(storage, item, model);
      return cell === -1 ? Number.NaN : storage.scores[cell]!;
    }
  }
}

function bitAt(
  matrix: ResponseMatrix,
  plane: Uint32Array,
  { model, item }: { readonly model: number; readonly item: number },
): number {
  return (plane[(model >> 5) * itemCount(matrix) + item]! >>> (model & 31)) & 1;
}

/** Where a model stands in a list; -1 where it does not. */
function placeIn(
  { starts, model: models }: { readonly starts: Uint32Array; readonly model: ModelList },
  list: number,
  model: number,
): number {
  let low = starts[list]!;
  let high = starts[list + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (models[middle]! < model) low = middle + 1;
    else high = middle;
  }
  return low < starts[list + 1]! && models[low] === model ? low : -1;
}

/** How many items there are; does not ask for their names, which may have to be made first. */
export function itemCount({ benchmarkOf }: Pick<ResponseMatrix, "benchmarkOf">): number {
  return benchmarkOf.length;
}

/** Whether every model was observed on every item. */
export function isComplete(matrix: ResponseMatrix): boolean {
  return matrix.observed === matrix.models.length * itemCount(matrix);
}

/** The column of an item in `out`, `NaN` where nothing was observed; `out` has one place per model. */
export function readItem(matrix: ResponseMatrix, item: number, out: Float64Array): Float64Array {
  const { storage } = matrix;
  const models = matrix.models.length;
  if (storage.kind === "dense") {
    out.set(storage.scores.subarray(item * models, (item + 1) * models));
  } else if (storage.kind === "sparse") {
    out.fill(Number.NaN);
    for (let cell = storage.starts[item]!; cell < storage.starts[item + 1]!; cell += 1) {
      out[storage.model[cell]!] = storage.scores[cell]!;
    }
  } else if (storage.kind === "lists") {
    out.fill(Number.NaN);
    for (const [list, score] of [
      [2 * item, 1],
      [2 * item + 1, 0],
    ] as const) {
      for (let cell = storage.starts[list]!; cell < storage.starts[list + 1]!; cell += 1) {
        out[storage.model[cell]!] = score;
      }
    }
  } else {
    for (let model = 0; model < models; model += 1) out[model] = scoreAt(matrix, model, item);
  }
  return out;
}
