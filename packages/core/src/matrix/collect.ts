/** Outcomes, in any order, to a response matrix. */

import { EipError } from "../errors.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import { byCodeUnit } from "../outcomes/order.ts";
import { exactSum } from "../numeric/sum.ts";
import { matrixBuilder, type ResponseMatrix } from "./response-matrix.ts";

export interface CollectOptions {
  /**
   * What an answer that could not be graded counts as. `wrong`, the default: a model must not gain
   * by leaving blank what it would fail. Settled before trials are averaged.
   */
  readonly ungraded?: "wrong" | "unobserved" | undefined;
  /** Several trials of one item by one model: their mean, the highest trial, or an error. */
  readonly repeats?: "mean" | "last" | "error" | undefined;
}

/**
 * Interns names, sorts models and items by code unit and freezes a matrix, so that the same
 * outcomes in any order give the same bytes. An outcome given twice counts once; an outcome without
 * a trial is trial 0.
 *
 * @throws EipError `no-outcomes` for none at all, `off-scale` for a score outside [0, 1],
 *   `conflicting-outcomes` for two different scores of one (model, item, trial).
 * @example
 * ```ts
 * const matrix = await collect([
 *   { model: "a", benchmark: "sums", item: "1", score: 1 },
 *   { model: "b", benchmark: "sums", item: "1", score: null },
 * ]);
 * scoreAt(matrix, 1, 0); // 0: ungraded counts as wrong
 * ```
 */
export async function collect(
  outcomes: AsyncIterable<Outcome> | Iterable<Outcome>,
  options: CollectOptions = {},
): Promise<ResponseMatrix> {
  const { ungraded = "wrong", repeats = "mean" } = options;
  const models = interner();
  const benchmarks = interner();
  const items: Interner[] = [];
  const cells = cellStore();

  for await (const outcome of outcomes) {
    checkOutcome(outcome);
    const benchmark = benchmarks.id(outcome.benchmark);
    const inBenchmark = (items[benchmark] ??= interner());
    cells.add({
      model: models.id(outcome.model),
      benchmark,
      item: inBenchmark.id(outcome.item),
      trial: outcome.trial ?? 0,
      // Adding 0 makes 0 of -0, which some logs hold and which is no score of its own.
      score: (outcome.score ?? Number.NaN) + 0,
    });
  }
  if (cells.length() === 0) {
    throw new EipError("no-outcomes", { found: "no outcomes to rank" });
  }

  const model = models.sorted();
  const benchmark = benchmarks.sorted();
  const columns = columnsOf(benchmark, items);
  const builder = matrixBuilder({
    models: model.names,
    items: columns.names,
    benchmarks: benchmark.names,
    benchmarkOf: columns.benchmarkOf,
    ungraded,
  });
  for (const group of cells.groups(model.rank, columns.position)) {
    const scores = distinctTrials(group.trials, repeats, () =>
      [
        model.names[group.model],
        benchmark.names[columns.benchmarkOf[group.item]!],
        columns.names[group.item],
      ].join(", "),
    );
    builder.add(group.model, group.item, cellScore(scores, ungraded));
  }
  return builder.freeze();
}

function checkOutcome({ score, trial = 0, model, benchmark, item }: Outcome): void {
  if (!Number.isInteger(trial) || trial < 0) {
    throw new EipError("usage", {
      where: `model ${model}, ${benchmark}, item ${item}`,
      found: `trial ${trial}`,
      expected: "a whole number from 0",
    });
  }
  if (score === null || (score >= 0 && score <= 1)) return;
  throw new EipError("off-scale", {
    where: `model ${model}, ${benchmark}, item ${item}`,
    found: `score ${String(score)}`,
    expected: "a number from 0 to 1, or null for an answer that could not be graded",
  });
}

/** One score per trial, in ascending order of trials; `NaN` is ungraded. */
function distinctTrials(
  trials: readonly Trial[],
  repeats: "mean" | "last" | "error",
  where: () => string,
): readonly number[] {
  const distinct: Trial[] = [];
  for (const trial of trials.toSorted((a, b) => a.trial - b.trial)) {
    const last = distinct.at(-1);
    if (last?.trial !== trial.trial) distinct.push(trial);
    else if (!Object.is(last.score, trial.score)) {
      throw new EipError("conflicting-outcomes", {
        where: where(),
        found: `scores ${shown(last.score)} and ${shown(trial.score)} for one answer`,
        expected: "one score, or a trial number that tells repeated answers apart",
        try: "leave one of the runs out, or give the column that numbers the trials",
      });
    }
  }
  if (repeats === "error" && distinct.length > 1) {
    throw new EipError("conflicting-outcomes", {
      where: where(),
      found: `${distinct.length} trials`,
      expected: "one",
    });
  }
  return (repeats === "last" ? distinct.slice(-1) : distinct).map(({ score }) => score);
}

const shown = (score: number) => (Number.isNaN(score) ? "none" : String(score));

/** The score of a cell; `null` when no trial could be graded. */
function cellScore(trials: readonly number[], ungraded: "wrong" | "unobserved"): number | null {
  const graded = trials.filter((score) => !Number.isNaN(score));
  if (graded.length === 0) return null;
  if (trials.length === 1) return graded[0]!;
  const sum = exactSum();
  for (const score of graded) sum.add(score);
  return sum.total() / (ungraded === "wrong" ? trials.length : graded.length);
}

interface Interner {
  id(name: string): number;
  /** Names by code unit, and for each id its place among them. */
  sorted(): { readonly names: readonly string[]; readonly rank: Uint32Array };
}

function interner(): Interner {
  const ids = new Map<string, number>();
  return {
    id(name) {
      const known = ids.get(name);
      if (known !== undefined) return known;
      ids.set(name, ids.size);
      return ids.size - 1;
    },
    sorted() {
      const names = [...ids.keys()].toSorted(byCodeUnit);
      const rank = new Uint32Array(names.length);
      for (const [place, name] of names.entries()) rank[ids.get(name)!] = place;
      return { names, rank };
    },
  };
}

/** Columns of the matrix: benchmark by benchmark, items by code unit within each. */
function columnsOf(
  benchmark: ReturnType<Interner["sorted"]>,
  items: readonly Interner[],
): {
  readonly names: readonly string[];
  readonly benchmarkOf: Uint32Array;
  readonly position: (benchmark: number, item: number) => number;
} {
  const names: string[] = [];
  const benchmarkOf: number[] = [];
  const ranks: Uint32Array[] = [];
  const first = new Uint32Array(items.length);
  const byPlace = new Uint32Array(items.length);
  for (const [id, place] of benchmark.rank.entries()) byPlace[place] = id;
  for (const [place, id] of byPlace.entries()) {
    const sorted = items[id]!.sorted();
    first[id] = names.length;
    ranks[id] = sorted.rank;
    for (const name of sorted.names) {
      names.push(name);
      benchmarkOf.push(place);
    }
  }
  return {
    names,
    benchmarkOf: Uint32Array.from(benchmarkOf),
    position: (id, item) => first[id]! + ranks[id]![item]!,
  };
}

interface Cell {
  readonly model: number;
  readonly benchmark: number;
  readonly item: number;
  readonly trial: number;
  readonly score: number;
}

interface Trial {
  readonly trial: number;
  readonly score: number;
}

interface CellGroup {
  readonly model: number;
  readonly item: number;
  readonly trials: readonly Trial[];
}

/** Holds cells in columns and hands them back by item and, within an item, by model. */
function cellStore(): {
  add(cell: Cell): void;
  length(): number;
  groups(
    modelRank: Uint32Array,
    position: (benchmark: number, item: number) => number,
  ): Generator<CellGroup>;
} {
  const columns = {
    model: column(),
    benchmark: column(),
    item: column(),
    trial: column(),
    score: column(),
  };
  const keys = Object.keys(columns) as (keyof Cell)[];
  let length = 0;
  return {
    add(cell) {
      for (const key of keys) columns[key].push(cell[key]);
      length += 1;
    },
    length: () => length,
    *groups(modelRank, position) {
      const model = new Uint32Array(length);
      const item = new Uint32Array(length);
      for (let cell = 0; cell < length; cell += 1) {
        model[cell] = modelRank[columns.model.at(cell)]!;
        item[cell] = position(columns.benchmark.at(cell), columns.item.at(cell));
      }
      const byModel = stableOrder(model, undefined);
      const order = stableOrder(item, byModel);
      for (let from = 0; from < length;) {
        const first = order[from]!;
        const trials: Trial[] = [];
        let to = from;
        for (; to < length; to += 1) {
          const cell = order[to]!;
          if (item[cell] !== item[first] || model[cell] !== model[first]) break;
          trials.push({ trial: columns.trial.at(cell), score: columns.score.at(cell) });
        }
        yield { model: model[first]!, item: item[first]!, trials };
        from = to;
      }
    },
  };
}

/** A growing column of numbers in chunks, so that growing never copies. */
function column(): { push(value: number): void; at(index: number): number } {
  const size = 1 << 16;
  const chunks: Float64Array[] = [];
  let length = 0;
  return {
    push(value) {
      if (length % size === 0) chunks.push(new Float64Array(size));
      chunks.at(-1)![length % size] = value;
      length += 1;
    },
    at: (index) => chunks[Math.floor(index / size)]![index % size]!,
  };
}

/** Counting sort: positions in ascending order of their key; equal keys keep the given order. */
function stableOrder(keys: Uint32Array, order: Uint32Array | undefined): Uint32Array {
  let largest = 0;
  for (const key of keys) if (key > largest) largest = key;
  const next = new Uint32Array(largest + 2);
  for (const key of keys) next[key + 1]! += 1;
  for (let key = 0; key <= largest; key += 1) next[key + 1]! += next[key]!;
  const sorted = new Uint32Array(keys.length);
  for (let place = 0; place < keys.length; place += 1) {
    const position = order ? order[place]! : place;
    const key = keys[position]!;
    sorted[next[key]!] = position;
    next[key]! += 1;
  }
  return sorted;
}
