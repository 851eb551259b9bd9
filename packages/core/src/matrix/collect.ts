/** Outcomes, in any order, to a response matrix. */

import { EipError } from "../errors.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import { isColumns, partsOf, type OutcomeColumns } from "../outcomes/outcome-columns.ts";
import { cellRows, type CellRows } from "./cell-rows.ts";
import { freezeCells } from "./freeze-cells.ts";
import { interner, type Interner } from "./interner.ts";
import type { ResponseMatrix } from "./response-matrix.ts";
import type { Conflict } from "./settle.ts";

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
 * a trial is trial 0. Holds a byte for each cell of a pool without gaps.
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
  const pool = emptyPool();
  for await (const part of partsOf(outcomes)) {
    if (isColumns(part)) addColumns(pool, part);
    else addOutcome(pool, part);
  }
  return frozen(pool, options);
}

interface Pool {
  readonly models: Interner;
  readonly benchmarks: Interner;
  /** By number of the benchmark. */
  readonly items: Interner[];
  readonly cells: CellRows;
}

function emptyPool(): Pool {
  return { models: interner(), benchmarks: interner(), items: [], cells: cellRows() };
}

function addOutcome(pool: Pool, outcome: Outcome): void {
  const { item, trial = 0, score } = outcome;
  checkCell(outcome, item, trial, score);
  const { row, items } = placeOf(pool, outcome);
  row.add(items.id(item), trial, plain(score));
}

function addColumns(pool: Pool, columns: OutcomeColumns): void {
  const { items: names, scores, trials } = columns;
  if (scores.every((score) => score === undefined)) return;
  const { row, items } = placeOf(pool, columns);
  const ids = hasGaps(scores) ? undefined : items.ids(names);
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place];
    if (score === undefined) continue;
    const trial = trials?.[place] ?? 0;
    checkCell(columns, names[place]!, trial, score);
    // An item that nobody was asked must get no number.
    row.add(ids ? ids[place]! : items.id(names[place]!), trial, plain(score));
  }
}

const hasGaps = (scores: OutcomeColumns["scores"]): boolean => scores.includes(undefined);

function placeOf(pool: Pool, { model, benchmark }: Pick<Outcome, "model" | "benchmark">) {
  const number = pool.benchmarks.id(benchmark);
  return {
    row: pool.cells.row(pool.models.id(model), number),
    items: (pool.items[number] ??= interner()),
  };
}

/** Adding 0 makes 0 of -0, which some logs hold and which is no score of its own. */
const plain = (score: number | null): number => (score ?? Number.NaN) + 0;

function checkCell(
  { model, benchmark }: Pick<Outcome, "model" | "benchmark">,
  item: string,
  trial: number,
  score: number | null,
): void {
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

function frozen(pool: Pool, { ungraded = "wrong", repeats = "mean" }: CollectOptions) {
  const models = pool.models.sorted();
  if (models.names.length === 0) {
    throw new EipError("no-outcomes", { found: "no outcomes to rank" });
  }
  const columns = columnsOf(pool);
  const conflicts = firstConflict(models.rank, columns.position);
  pool.cells.settle({ ungraded, repeats, onConflict: conflicts.add });
  const conflict = conflicts.first();
  if (conflict) {
    const { column, model } = conflict;
    const benchmark = columns.benchmarks[columns.benchmarkOf[column]!];
    const where = `${models.names[model]}, ${benchmark}, ${columns.names[column]}`;
    throw conflictError(conflict.conflict, where);
  }
  const order = new Uint32Array(models.rank.length);
  for (const [id, place] of models.rank.entries()) order[place] = id;
  return freezeCells(
    {
      models: models.names,
      items: columns.names,
      benchmarks: columns.benchmarks,
      benchmarkOf: columns.benchmarkOf,
      ungraded,
    },
    (visit) => {
      for (const [model, id] of order.entries()) {
        pool.cells.ofModel(id, (benchmark, row) => {
          const position = columns.position[benchmark]!;
          row.forEach((item, score) => visit(model, position[item]!, score));
        });
      }
    },
  );
}

interface Columns {
  readonly benchmarks: readonly string[];
  readonly names: readonly string[];
  readonly benchmarkOf: Uint32Array;
  /** By number of the benchmark: the column of each of its items. */
  readonly position: readonly Uint32Array[];
}

/** Columns of the matrix: benchmark by benchmark, items by code unit within each. */
function columnsOf({ benchmarks, items }: Pool): Columns {
  const sorted = benchmarks.sorted();
  const names: string[] = [];
  const benchmarkOf: number[] = [];
  const position: Uint32Array[] = [];
  const byPlace = new Uint32Array(items.length);
  for (const [id, place] of sorted.rank.entries()) byPlace[place] = id;
  for (const [place, id] of byPlace.entries()) {
    const ofBenchmark = items[id]!.sorted();
    const first = names.length;
    position[id] = ofBenchmark.rank.map((rank) => first + rank);
    for (const name of ofBenchmark.names) {
      names.push(name);
      benchmarkOf.push(place);
    }
  }
  return {
    benchmarks: sorted.names,
    names,
    benchmarkOf: Uint32Array.from(benchmarkOf),
    position,
  };
}

interface PlacedConflict {
  readonly column: number;
  readonly model: number;
  readonly conflict: Conflict;
}

/** Keeps the conflict that comes first in the matrix, so that any order of input names the same. */
function firstConflict(modelRank: Uint32Array, position: Columns["position"]) {
  let first: PlacedConflict | undefined;
  const add: Parameters<CellRows["settle"]>[0]["onConflict"] = (place) => {
    const { conflict } = place;
    const column = position[place.benchmark]![conflict.item]!;
    const model = modelRank[place.model]!;
    const isEarlier =
      !first || column < first.column || (column === first.column && model < first.model);
    if (isEarlier) first = { column, model, conflict };
  };
  return { add, first: () => first };
}

function conflictError(conflict: Conflict, where: string): EipError {
  if ("trials" in conflict) {
    return new EipError("conflicting-outcomes", {
      where,
      found: `${conflict.trials} trials`,
      expected: "one",
    });
  }
  const [one, other] = conflict.scores.map((score) => (Number.isNaN(score) ? "none" : score));
  return new EipError("conflicting-outcomes", {
    where,
    found: `scores ${one} and ${other} for one answer`,
    expected: "one score, or a trial number that tells repeated answers apart",
    try: "leave one of the runs out, or give the column that numbers the trials",
  });
}
