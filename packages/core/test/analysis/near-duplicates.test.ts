import { describe, expect, it } from "vitest";
import { nearDuplicates } from "../../src/analysis/near-duplicates.ts";
import { observedCells } from "../../src/estimate/observed-cells.ts";
import { rasch } from "../../src/estimate/rasch.ts";
import { matrixFromRows, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { mulberry32 } from "../../src/numeric/random.ts";
import { madePool } from "./pools.ts";

function duplicatesOf(matrix: ResponseMatrix) {
  const fit = rasch(matrix);
  return nearDuplicates(observedCells(matrix, fit.keptItems), fit, matrix.benchmarkOf);
}

/** The rows of a pool with noisy copies of its first items at the end. */
function withCopies(seed: number, { models, copies }: { models: number; copies: number }) {
  const { rows } = madePool(seed, { models, items: 300 });
  const random = mulberry32(seed + 1_000);
  return rows.map((row) => [
    ...row,
    ...row.slice(0, copies).map((score) => (random.uniform() < 0.03 ? 1 - score! : score)),
  ]);
}

const coins = (seed: number, models: number, items: number) => {
  const random = mulberry32(seed);
  return Array.from({ length: models }, () =>
    Array.from({ length: items }, () => (random.uniform() < 0.5 ? 1 : 0)),
  );
};

describe("nearDuplicates", () => {
  it("finds nearly all copies with 3 % noise among 100 models, and nothing else", () => {
    const pairs = duplicatesOf(matrixFromRows(withCopies(1, { models: 100, copies: 40 })));
    expect(pairs.filter(({ first, second }) => second === first + 300).length).toBeGreaterThan(34);
    expect(pairs.every(({ first, second }) => second === first + 300)).toBe(true);
  });
  it("finds some among 30 models", () => {
    const pairs = duplicatesOf(matrixFromRows(withCopies(2, { models: 30, copies: 40 })));
    expect(pairs.length).toBeGreaterThan(6);
    expect(pairs.length).toBeLessThan(30);
  });
  it("says nothing below 25 models, where identical columns are chance", () => {
    expect(duplicatesOf(matrixFromRows(withCopies(3, { models: 24, copies: 40 })))).toEqual([]);
  });
  it("invents no pair: ten pools of 500 items, 30 and 60 models", () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      for (const models of [30, 60]) {
        expect(duplicatesOf(madePool(seed, { models, items: 500 }).matrix)).toEqual([]);
      }
    }
  });
  it("scores by its definition, the same both ways", () => {
    const rows = withCopies(1, { models: 100, copies: 40 });
    const matrix = matrixFromRows(rows);
    const fit = rasch(matrix);
    const [best] = duplicatesOf(matrix);
    const { first, second, score, same, asked } = best!;
    const place = (item: number) => fit.keptItems.indexOf(item);
    let sum = 0;
    let alike = 0;
    for (const [model, row] of rows.entries()) {
      const equal = row[first] === row[second];
      if (equal) alike += 1;
      for (const item of [first, second]) {
        const solves = 1 / (1 + Math.exp(fit.difficulty[place(item)]! - fit.competency[model]!));
        const p = Math.min(0.99, Math.max(0.01, row[item] === 1 ? solves : 1 - solves));
        sum += Math.log((equal ? 0.97 : 0.03) / p) / 2;
      }
    }
    expect(score).toBeCloseTo(sum, 9);
    expect({ same, asked }).toEqual({ same: alike, asked: 100 });
  });
  it("compares within a benchmark only", () => {
    const rows = withCopies(1, { models: 100, copies: 40 });
    const benchmarks = rows[0]!.map((_, item) => (item < 300 ? "old" : "new"));
    expect(duplicatesOf(matrixFromRows(rows, { benchmarks }))).toEqual([]);
  });
  it("leaves partial credit alone", () => {
    const rows = withCopies(1, { models: 100, copies: 40 });
    const credit = rows.map((row) => row.map((score) => score! / 2));
    expect(duplicatesOf(matrixFromRows(credit))).toEqual([]);
  });
  it("with gaps counts the models that were asked both", () => {
    const rows = coins(7, 60, 20);
    const copied = rows.map((row, model) => [
      ...row.map((score, item) => (item === 0 && model >= 50 ? undefined : score)),
      model < 10 ? undefined : row[0],
    ]);
    expect(duplicatesOf(matrixFromRows(copied))).toMatchObject([
      { first: 0, second: 20, asked: 40, same: 40 },
    ]);
    const fewer = copied.map((row, model) => [
      ...row.slice(0, 20),
      model < 30 ? undefined : row[20],
    ]);
    expect(duplicatesOf(matrixFromRows(fewer))).toEqual([]);
  });
  it("above 5,000 items compares identical columns only", () => {
    const rows = coins(9, 40, 5_001).map((row, model) => [
      ...row,
      row[17]!,
      model === 3 ? 1 - row[18]! : row[18]!,
    ]);
    expect(duplicatesOf(matrixFromRows(rows))).toMatchObject([
      { first: 17, second: 5_001, same: 40 },
    ]);
    const small = rows.map((row) => [...row.slice(0, 30), row[5_001]!, row[5_002]!]);
    expect(duplicatesOf(matrixFromRows(small))).toHaveLength(2);
  });
});
