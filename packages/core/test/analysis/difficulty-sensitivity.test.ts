import { describe, expect, it } from "vitest";
import {
  difficultySensitivity,
  type ItemSensitivity,
} from "../../src/analysis/difficulty-sensitivity.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, type Rows } from "../../src/matrix/response-matrix.ts";
import { permutation, mulberry32, randomStream } from "../../src/numeric/random.ts";
import { ascending, quantile } from "../../src/stats/quantile.ts";
import { madePool } from "./pools.ts";

const fitted = (rows: Rows, options?: PropagateOptions) => {
  const matrix = matrixFromRows(rows);
  return { matrix, fit: propagate(matrix, options) };
};

/** Of a pool with at least ten models. */
function itemsOf(
  rows: Rows,
  options?: PropagateOptions & Parameters<typeof difficultySensitivity>[1],
): readonly ItemSensitivity[] {
  const { items } = difficultySensitivity(fitted(rows, options), options);
  return items!;
}

const { rows } = madePool(31, { models: 24, items: 150 });

describe("difficultySensitivity", () => {
  const items = itemsOf(rows);

  it("is the spread of refits on models drawn again, written down", () => {
    const replicates = 25;
    const { fit } = fitted(rows);
    const drawn = new Map(Array.from(fit.keptItems, (item) => [item, [] as number[]]));
    for (let index = 0; index < replicates; index += 1) {
      const times = new Uint32Array(24);
      randomStream(5, { purpose: "models", index }).tally(times, 24);
      const again = rows.flatMap((row, model) => Array.from({ length: times[model]! }, () => row));
      const { keptItems, difficulty } = fitted(again).fit;
      const mean = difficulty.reduce((sum, value) => sum + value, 0) / keptItems.length;
      for (const [place, item] of keptItems.entries()) {
        drawn.get(item)!.push(difficulty[place]! / mean);
      }
    }
    const result = itemsOf(rows, { replicates, seed: 5, level: 0.8 });
    expect(result.map(({ item }) => item)).toEqual([...fit.keptItems]);
    for (const { item, lower, upper, dropped } of result) {
      const values = ascending(drawn.get(item)!);
      expect(lower).toBeCloseTo(quantile(values, 0.1), 9);
      expect(upper).toBeCloseTo(quantile(values, 0.9), 9);
      expect(dropped).toBeCloseTo(1 - values.length / replicates, 12);
    }
  });
  it("is relative to the mean difficulty", () => {
    const mean = items.reduce((sum, { relativeDifficulty }) => sum + relativeDifficulty, 0);
    expect(mean / items.length).toBeCloseTo(1, 9);
  });
  it("holds the estimate of nearly every item", () => {
    const held = items.filter(
      ({ lower, upper, relativeDifficulty }) =>
        lower! <= relativeDifficulty && relativeDifficulty <= upper!,
    );
    expect(held.length / items.length).toBeGreaterThan(0.9);
  });
  it("is wider at a higher level", () => {
    const wide = itemsOf(rows, { level: 0.99 });
    for (const [place, { lower, upper }] of items.entries()) {
      expect(wide[place]!.lower).toBeLessThanOrEqual(lower!);
      expect(wide[place]!.upper).toBeGreaterThanOrEqual(upper!);
    }
  });
  it("is narrower with more models of the same kind", () => {
    const width = (of: readonly ItemSensitivity[]) =>
      of.reduce((sum, { lower, upper }) => sum + upper! - lower!, 0) / of.length;
    const many = itemsOf(madePool(31, { models: 96, items: 150 }).rows);
    // Four times as many models halve a standard error; .6 leaves room for another draw of items.
    expect(width(many)).toBeLessThan(0.6 * width(items));
  });
  it("is the same for the same seed, and another for another", () => {
    expect(itemsOf(rows)).toEqual(items);
    expect(itemsOf(rows, { seed: 2 })).not.toEqual(items);
  });
  it("gives equal items equal values", () => {
    const doubled = itemsOf(rows.map((row) => [...row, ...row]));
    const half = doubled.length / 2;
    for (let place = 0; place < half; place += 1) {
      const { item, ...values } = doubled[place]!;
      expect({ item: item + 150, ...values }).toEqual(doubled[place + half]);
    }
  });
  it("has a width that does not depend on the order of the models", () => {
    const order = permutation(mulberry32(9), 24);
    const moved = itemsOf(Array.from(order, (model) => rows[model]!));
    const logWidth = (of: readonly ItemSensitivity[]) =>
      of.reduce((sum, { lower, upper }) => sum + Math.log(upper! - lower!), 0) / of.length;
    // A quantile at .025 of 200 draws errs by .19 of their standard deviation, a distance of two such
    // bounds by 7 %, and the ratio of two such distances by 10 %; the mean over items by less.
    expect(Math.abs(logWidth(moved) - logWidth(items))).toBeLessThan(0.1);
    const dropped = (of: readonly ItemSensitivity[]) =>
      of.reduce((sum, item) => sum + item.dropped, 0) / of.length;
    expect(Math.abs(dropped(moved) - dropped(items))).toBeLessThan(0.02);
  });
});

describe("an item that a refit does not keep", () => {
  it("is dropped when the one model that solves it is not drawn: 36 % of the time", () => {
    const lone = itemsOf(rows.map((row, model) => [...row, model === 3 ? 1 : 0])).at(-1)!;
    // (1 - 1/24)^24 = .360, and three standard errors of 200 draws are .10.
    expect(lone.item).toBe(150);
    expect(Math.abs(lone.dropped - 0.36)).toBeLessThan(0.1);
    expect(lone.lower!).toBeGreaterThan(0);
  });
  it("has no bounds when no refit keeps it", () => {
    const without = itemsOf(
      rows.map((row, model) => [...row, model === 3 ? 1 : 0]),
      { replicates: 1, seed: 3 },
    ).filter(({ dropped }) => dropped === 1);
    expect(without.length).toBeGreaterThan(0);
    for (const { lower, upper } of without) expect([lower, upper]).toEqual([null, null]);
  });
});

describe("gaps", () => {
  const gapped = madePool(32, { models: 20, items: 120, gaps: "random-half" }).rows;

  it("stay gaps under `weighted`", () => {
    const result = itemsOf(gapped, { replicates: 40 });
    for (const { lower, upper, dropped } of result) {
      expect(lower).toBeLessThanOrEqual(upper!);
      expect(dropped).toBeLessThan(1);
    }
  });
  it("are failures under `wrong`", () => {
    const filled = gapped.map((row) => row.map((score) => score ?? 0));
    const result = itemsOf(gapped, { missing: "wrong", replicates: 40 });
    expect(result).toEqual(itemsOf(filled, { replicates: 40 }));
  });
  it("leave an item out under `common`, also when those who were not asked are not drawn", () => {
    const some = rows.map((row, model) => (model === 0 ? [undefined, ...row.slice(1)] : row));
    const result = itemsOf(some, { missing: "common", replicates: 40 });
    const without = itemsOf(
      rows.map((row) => row.slice(1)),
      { replicates: 40 },
    );
    expect(result.map(({ item }) => item - 1)).toEqual(without.map(({ item }) => item));
    expect(result.map(({ upper }) => upper)).toEqual(without.map(({ upper }) => upper));
  });
});

describe("what is refused", () => {
  it("fewer than ten models", () => {
    const few = difficultySensitivity(fitted(rows.slice(0, 9)));
    expect(few).toEqual({ items: null, reason: "too-few-models" });
    expect(difficultySensitivity(fitted(rows.slice(0, 10))).reason).toBeNull();
  });
  it("ten models of which one was asked nothing", () => {
    const silent = [...rows.slice(0, 9), rows[0]!.map(() => undefined)];
    expect(difficultySensitivity(fitted(silent)).reason).toBe("too-few-models");
  });
  it.each([
    { replicates: 0 },
    { replicates: 1.5 },
    { level: 0 },
    { level: 1 },
    { level: Number.NaN },
  ])("%o", (options) => {
    expect(() => difficultySensitivity(fitted(rows), options)).toThrowError(/expected/);
  });
});

describe("unpleasant shapes", () => {
  it("no item that tells models apart: an empty list", () => {
    expect(itemsOf(Array.from({ length: 12 }, () => [1, 0]))).toEqual([]);
  });
  it("partial credit", () => {
    const credit = rows.map((row, model) =>
      row.map((score, item) => (score! + ((model + item) % 3) / 4) / 2),
    );
    for (const { lower, upper } of itemsOf(credit, { replicates: 20 })) {
      expect(lower).toBeGreaterThan(0);
      expect(lower).toBeLessThanOrEqual(upper!);
    }
  });
  it("two kinds of model, one solving what the other fails: a draw of one kind keeps nothing", () => {
    const kinds = Array.from({ length: 12 }, (_, model) =>
      Array.from({ length: 30 }, (__, q) => (model + q) % 2),
    );
    for (const { lower, upper, dropped } of itemsOf(kinds)) {
      // Twelve of one kind come up in 2^-11 of the draws.
      expect(dropped).toBeLessThan(0.02);
      expect(upper! - lower!).toBeGreaterThan(0);
    }
  });
});
