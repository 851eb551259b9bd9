/** Pools for property tests: rows of scores, one per model. */

import fc from "fast-check";

/** Scores of complete data. */
export type ScoreRows = number[][];

/** Scores with gaps: `undefined` was never asked, `null` was asked and not graded. */
export type GappyRows = (number | null | undefined)[][];

export interface PoolShape {
  /** Fewest and most models; default 2 to 40, so that a word of 32 models overflows. */
  readonly models?: readonly [number, number];
  /** Fewest and most items; default 1 to 24. */
  readonly items?: readonly [number, number];
}

/** 0/1 scores; pools range from nearly all wrong to nearly all right. */
export function binaryRows(shape: PoolShape = {}): fc.Arbitrary<ScoreRows> {
  return rowsOf(shape, (solved) => fc.nat({ max: 9 }).map((draw) => (draw < solved ? 1 : 0)));
}

/** Scores in [0, 1], with 0 and 1 among them as in logs. */
export function continuousRows(shape: PoolShape = {}): fc.Arbitrary<ScoreRows> {
  return rowsOf(shape, () => score);
}

/** 0/1 or continuous scores. */
export function anyRows(shape: PoolShape = {}): fc.Arbitrary<ScoreRows> {
  return fc.oneof(binaryRows(shape), continuousRows(shape));
}

/** Scores of any kind of which about a third was never asked and some could not be graded. */
export function gappyRows(shape: PoolShape = {}): fc.Arbitrary<GappyRows> {
  return rowsOf(shape, () =>
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(0, 1) },
      { weight: 2, arbitrary: score },
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  );
}

/** 0/1 scores of which about a third was never asked and some could not be graded. */
export function gappyBinaryRows(shape: PoolShape = {}): fc.Arbitrary<GappyRows> {
  return rowsOf(shape, () =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(0, 1) },
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  );
}

const score = fc.oneof(
  fc.constantFrom(0, 1, 0.5, 0.25),
  fc.double({ min: 0, max: 1, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6),
);

function rowsOf<Cell>(
  { models = [2, 40], items = [1, 24] }: PoolShape,
  cell: (solvedOfTen: number) => fc.Arbitrary<Cell>,
): fc.Arbitrary<Cell[][]> {
  return fc
    .record({
      models: fc.integer({ min: models[0], max: models[1] }),
      items: fc.integer({ min: items[0], max: items[1] }),
      solvedOfTen: fc.integer({ min: 1, max: 9 }),
    })
    .chain((size) =>
      fc.array(fc.array(cell(size.solvedOfTen), { minLength: size.items, maxLength: size.items }), {
        minLength: size.models,
        maxLength: size.models,
      }),
    );
}

/** Rows and columns exchanged. */
export function transposed<Cell>(rows: readonly (readonly Cell[])[]): Cell[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]!));
}

/** An order of `length` places. */
export function orderOf(length: number): fc.Arbitrary<number[]> {
  const places = Array.from({ length }, (_, place) => place);
  return fc.shuffledSubarray(places, { minLength: length, maxLength: length });
}
