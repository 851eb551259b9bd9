import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propagate, type MissingPolicy } from "../../src/estimate/propagate.ts";
import { refitter } from "../../src/estimate/refit.ts";
import { matrixFromRows, scoreAt, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { selectFrom } from "../../src/matrix/select.ts";
import { mulberry32, type Random } from "../../src/numeric/random.ts";
import type { Strata } from "../../src/estimate/strata.ts";
import { distance } from "../../src/numeric/vectors.ts";
import { logisticWorld } from "../../src/analysis/worlds.ts";
import { binaryRows, gappyBinaryRows } from "../matrix/arbitrary-rows.ts";

const published = { damping: 0.85, smoothing: 0, missing: "weighted" } as const;

interface PoolKind {
  readonly gaps: number;
  readonly credit: boolean;
}

function randomPool(random: Random, { gaps, credit }: PoolKind): ResponseMatrix {
  const models = 2 + Math.floor(random.uniform() * (random.uniform() < 0.1 ? 60 : 12));
  const items = 3 + Math.floor(random.uniform() * 60);
  const score = (model: number) => {
    if (random.uniform() < gaps) return undefined;
    if (credit && random.uniform() < 0.5) return Math.floor(random.uniform() * 5) / 4;
    return random.uniform() < (model + 0.5) / models ? 1 : 0;
  };
  return matrixFromRows(
    Array.from({ length: models }, (_, model) => Array.from({ length: items }, () => score(model))),
  );
}

function randomCopies(random: Random, items: number): Uint32Array {
  const copies = new Uint32Array(items);
  random.tally(copies, items);
  return copies;
}

/** The matrix with each item as often as it is counted, fitted anew. */
function fitOfCopies(matrix: ResponseMatrix, copies: ArrayLike<number>, settings: object) {
  const items = Array.from(copies).flatMap((count, item) =>
    Array.from({ length: count }, () => item),
  );
  return propagate(selectFrom(matrix, { items: Uint32Array.from(items) }), {
    ...settings,
    tolerance: 1e-14,
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, place) => from + place);
}

function furthest(found: ArrayLike<number>, expected: Float64Array): number {
  return expected.reduce((most, value, model) => {
    const difference = Math.abs(value - found[model]!);
    const bothMissing = Number.isNaN(value) && Number.isNaN(found[model]!);
    return bothMissing ? most : Math.max(most, Number.isNaN(difference) ? Infinity : difference);
  }, 0);
}

describe("a refit with copies of items", () => {
  const kinds = [
    ["complete 0/1 answers", { gaps: 0, credit: false }],
    ["partial credit", { gaps: 0, credit: true }],
    ["few gaps", { gaps: 0.05, credit: false }],
    ["half of the cells missing", { gaps: 0.5, credit: false }],
    ["gaps and partial credit", { gaps: 0.3, credit: true }],
    ["models that miss every item drawn", { gaps: 0.85, credit: false }],
  ] as const;
  const policies: readonly MissingPolicy[] = ["weighted", "common", "wrong"];

  it.each(kinds)("equals a fit of the copied matrix to 1e-12: %s", (_, kind) => {
    const random = mulberry32(kinds.findIndex(([, other]) => other === kind));
    for (let trial = 0; trial < 40; trial += 1) {
      const matrix = randomPool(random, kind);
      const settings = {
        damping: [0.85, 0.5][trial % 2]!,
        smoothing: [0, 0, 0.1, 0.5][trial % 4]!,
        missing: policies[trial % 3]!,
      };
      const refits = refitter(matrix, { ...settings, tolerance: 1e-14 });
      for (let draw = 0; draw < 3; draw += 1) {
        const copies = randomCopies(random, matrix.items.length);
        const expected = fitOfCopies(matrix, copies, settings);
        const found = refits.fit(copies);
        if (expected.keptItems.length === 0) {
          expect(found).toBeUndefined();
          continue;
        }
        expect(furthest(found!.competency, expected.competency)).toBeLessThan(1e-12);
        expect(furthest(found!.weightedAccuracy, expected.weightedAccuracy)).toBeLessThan(1e-12);
      }
    }
  });
  it("is the point estimate when every item counts once", () => {
    const { matrix } = logisticWorld(11, { gaps: "random half" });
    const fit = propagate(matrix, { tolerance: 1e-14 });
    const found = refitter(matrix, published).fit(new Uint32Array(1000).fill(1))!;
    expect(furthest(found.competency, fit.competency)).toBeLessThan(1e-13);
    expect(furthest(found.weightedAccuracy, fit.weightedAccuracy)).toBeLessThan(1e-13);
  });
  it("does not change when every item counts k times as often", () => {
    for (const gaps of [undefined, "random half"] as const) {
      const { matrix } = logisticWorld(12, { items: 200, ...(gaps && { gaps }) });
      const refits = refitter(matrix, { ...published, smoothing: 0.1 });
      const copies = randomCopies(mulberry32(1), 200);
      const once = refits.fit(copies)!.competency.slice();
      for (const k of [7, 300]) {
        const times = refits.fit(copies.map((count) => k * count))!;
        expect(furthest(times.competency, once)).toBeLessThan(1e-14);
      }
    }
  });
  it("takes items in any order along with their copies", () => {
    const { matrix } = logisticWorld(13, { items: 300, models: 9 });
    const random = mulberry32(4);
    const copies = randomCopies(random, 300);
    const items = Uint32Array.from({ length: 300 }, (_, item) => 299 - item);
    const found = refitter(matrix, published).fit(copies)!.competency.slice();
    const reversed = refitter(selectFrom(matrix, { items }), published);
    expect(furthest(reversed.fit(copies.toReversed())!.competency, found)).toBeLessThan(1e-14);
  });
  it("has no result when no item that tells models apart is counted", () => {
    const refits = refitter(
      matrixFromRows([
        [1, 0, 1],
        [0, 1, 1],
      ]),
      published,
    );
    expect([...refits.keptItems]).toEqual([0, 1]);
    expect(refits.fit([0, 0, 5])).toBeUndefined();
    const flat = refitter(
      matrixFromRows([
        [1, 1],
        [1, 1],
      ]),
      published,
    );
    expect(flat.fit([1, 1])).toBeUndefined();
  });
  it("goes by the dangling rule for a model that fails none of the counted items", () => {
    const matrix = matrixFromRows([
      [1, 0, 1],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    const found = refitter(matrix, published).fit([1, 0, 2])!.competency;
    expect(furthest(found, fitOfCopies(matrix, [1, 0, 2], {}).competency)).toBeLessThan(1e-14);
  });
  it("leaves a model without a value when it was asked none of the counted items", () => {
    const matrix = matrixFromRows([
      [1, 0, 1, 0],
      [0, 1, 0, 1],
      [undefined, undefined, 1, 1],
    ]);
    const refits = refitter(matrix, published);
    expect(
      furthest(refits.fit([1, 1, 0, 0])!.competency, Float64Array.of(0.5, 0.5, NaN)),
    ).toBeLessThan(1e-15);
    expect(refits.fit([1, 1, 1, 1])!.competency.some(Number.isNaN)).toBe(false);
  });
  it("is exact up to 64 models with 0/1 answers, and iterated beyond", () => {
    const few = logisticWorld(14, { models: 64, items: 60 }).matrix;
    const many = logisticWorld(14, { models: 65, items: 60 }).matrix;
    expect(refitter(few, published).method).toBe("exact");
    const iterated = refitter(many, published);
    expect(iterated.method).toBe("iterate");
    const copies = randomCopies(mulberry32(2), 60);
    // Rounds stop at a change of 1e-8, which leaves less than three times that.
    const expected = fitOfCopies(many, copies, {});
    expect(furthest(iterated.fit(copies)!.competency, expected.competency)).toBeLessThan(3e-8);
  });
});

describe("a refit of a random draw", () => {
  const settings = fc.record({
    damping: fc.constantFrom(0.5, 0.85),
    smoothing: fc.constantFrom(0, 0.1, 1),
  });
  /** How often the stream of a seed draws each item. */
  const countsOf = (strata: Strata, stream: number, length: number) => {
    const { items, starts, units = range(0, items.length + 1) } = strata;
    const random = mulberry32(stream);
    const copies = new Uint32Array(length);
    for (let stratum = 0; stratum + 1 < starts.length; stratum += 1) {
      const counts = new Uint32Array(starts[stratum + 1]! - starts[stratum]!);
      random.tally(counts, counts.length);
      for (const [place, count] of counts.entries()) {
        const unit = starts[stratum]! + place;
        for (const item of items.subarray(units[unit], units[unit + 1])) copies[item] = count;
      }
    }
    return copies;
  };
  /** All items, the later ones first, in two strata. */
  const strataOf = (items: number, first: number): Strata => ({
    items: Uint32Array.from({ length: items }, (_, place) => items - 1 - place),
    starts: Uint32Array.of(0, Math.min(first, items), items),
  });
  const pools = fc.oneof(
    binaryRows({ models: [2, 64], items: [1, 40] }),
    binaryRows({ models: [2, 8], items: [1, 700] }),
  );

  it("is to the last bit that of the counts of the draw, on 500 pools", () => {
    let skipped = 0;
    fc.assert(
      fc.property(pools, settings, fc.nat(), fc.nat(40), (rows, options, stream, first) => {
        const matrix = matrixFromRows(rows);
        const refits = refitter(matrix, { ...options, missing: "weighted" });
        const strata = strataOf(matrix.items.length, first);
        const drawn = refits.drawing(strata);
        if (refits.keptItems.length === 0) return;
        for (let draw = 0; draw < 3; draw += 1) {
          const copies = countsOf(strata, stream + draw, matrix.items.length);
          const expected = structuredClone(refits.fit(copies));
          if (expected === undefined) skipped += 1;
          expect(drawn!.fit([stream + draw])).toEqual([expected]);
        }
      }),
      { numRuns: 500 },
    );
    expect(skipped).toBeGreaterThan(0);
  });
  it("is the same where a class is counted in several goes", () => {
    const { matrix } = logisticWorld(31, { models: 3, items: 20_000 });
    const refits = refitter(matrix, { ...published, smoothing: 0.1 });
    const strata = strataOf(20_000, 3000);
    const expected = structuredClone(refits.fit(countsOf(strata, 5, 20_000)));
    expect(refits.drawing(strata)!.fit([5])).toEqual([expected]);
  });
  it("of more than 64 models is that of the counts to the tolerance, on 200 pools", () => {
    const large = binaryRows({ models: [65, 100], items: [1, 40] });
    fc.assert(
      fc.property(large, settings, fc.nat(), fc.nat(40), (rows, options, stream, first) => {
        const matrix = matrixFromRows(rows);
        const refits = refitter(matrix, { ...options, missing: "weighted" });
        const exact = refitter(matrix, { ...options, missing: "weighted", tolerance: 1e-14 });
        const strata = strataOf(matrix.items.length, first);
        if (refits.keptItems.length === 0) return;
        const found = refits.drawing(strata)!.fit([stream, stream + 1]);
        const bound = (1e-8 * options.damping ** 2) / (1 - options.damping ** 2);
        for (const [place, refitted] of found.entries()) {
          const copies = countsOf(strata, stream + place, matrix.items.length);
          const expected = exact.fit(copies);
          if (expected === undefined) {
            expect(refitted).toBeUndefined();
            continue;
          }
          expect(distance(refitted!.competency, expected.competency)).toBeLessThan(bound);
          // The sum of weights is at least 1 / (models (1 + smoothing)).
          const steepness = (2 * rows.length * (1 + options.smoothing) ** 2) / options.damping;
          const off = furthest(refitted!.weightedAccuracy, expected.weightedAccuracy);
          expect(off).toBeLessThan(steepness * bound);
        }
      }),
      { numRuns: 200 },
    );
  });
  it("has no result for a draw without a kept item, whatever its partner has", () => {
    const rows = Array.from({ length: 70 }, (_, model) => [model % 2, 1, 1, 1]);
    const drawn = refitter(matrixFromRows(rows), published).drawing(strataOf(4, 0))!;
    const results = Array.from({ length: 20 }, (_, stream) => stream).map((stream) => {
      const [first, second] = drawn.fit([stream, stream + 1]);
      return [first !== undefined, second !== undefined];
    });
    const has = ([, second]: readonly boolean[]) => second;
    expect(new Set(results.map(String)).size).toBe(4);
    expect(results.slice(1).map(([first]) => first)).toEqual(results.slice(0, -1).map(has));
  });
  it("depends neither on its partner nor on having one", () => {
    const { matrix } = logisticWorld(34, { models: 70, items: 300 });
    const drawn = refitter(matrix, published).drawing(strataOf(300, 100))!;
    expect(drawn.atOnce).toBe(2);
    const fit = (...seeds: number[]) => structuredClone(drawn.fit(seeds));
    const alone = [1, 2, 3].map((stream) => fit(stream)[0]);
    expect(fit(1, 2)).toEqual([alone[0], alone[1]]);
    expect(fit(3, 1)).toEqual([alone[2], alone[0]]);
    expect(fit(2, 2)).toEqual([alone[1], alone[1]]);
  });
  describe("with gaps", () => {
    /** Draws of seeds, beside fits of the matrix with its items copied. */
    const compare = (
      matrix: ResponseMatrix,
      strata: Strata,
      options: { readonly smoothing: number; readonly tolerance?: number },
    ) => {
      const drawn = refitter(matrix, { ...published, ...options }).drawing(strata)!;
      let most = 0;
      for (const seeds of [[1, 2], [3]]) {
        for (const [place, found] of drawn.fit(seeds).entries()) {
          const copies = countsOf(strata, seeds[place]!, matrix.items.length);
          const expected = fitOfCopies(matrix, copies, options);
          most = Math.max(most, furthest(found!.competency, expected.competency));
          most = Math.max(most, furthest(found!.weightedAccuracy, expected.weightedAccuracy));
        }
      }
      return most;
    };

    it.each([0, 0.1, 1])(
      "equals a fit of the copied matrix to 1e-12, smoothing %d",
      (smoothing) => {
        const { matrix } = logisticWorld(41, { models: 30, items: 2000, gaps: "random half" });
        expect(compare(matrix, strataOf(2000, 700), { smoothing })).toBeLessThan(1e-12);
      },
    );
    it("draws whole clusters", () => {
      const { matrix } = logisticWorld(42, { models: 30, items: 2000, gaps: "random half" });
      const units = Uint32Array.from([0, 1, 4, 5, 500, ...range(501, 1501), 1800]);
      const strata = { ...strataOf(2000, 0), units, starts: Uint32Array.of(0, 100, 1005) };
      expect(compare(matrix, strata, { smoothing: 0 })).toBeLessThan(1e-12);
    });
    it("is complete where nobody missed an item that tells models apart", () => {
      const { matrix } = logisticWorld(44, { models: 70, items: 100 });
      const rows = matrix.models.map((_, model) => [
        ...matrix.items.map((__, item) => scoreAt(matrix, model, item)),
        model < 9 ? undefined : 1,
      ]);
      const options = { smoothing: 0.1, tolerance: 1e-14 };
      expect(compare(matrixFromRows(rows), strataOf(101, 0), options)).toBeLessThan(1e-12);
    });
    it("is that of more than 64 models, on 100 pools, of which some leave a model out", () => {
      let fewer = 0;
      const gappy = gappyBinaryRows({ models: [65, 100], items: [3, 40] });
      fc.assert(
        fc.property(gappy, settings, fc.nat(), (rows, options, stream) => {
          const matrix = matrixFromRows(rows, { ungraded: "unobserved" });
          const tight = { ...options, missing: "weighted", tolerance: 1e-13 } as const;
          const refits = refitter(matrix, tight);
          const strata = strataOf(matrix.items.length, 0);
          const found = refits.drawing(strata)?.fit([stream, stream + 1]) ?? [];
          for (const [place, refitted] of found.entries()) {
            const copies = countsOf(strata, stream + place, matrix.items.length);
            const expected = refits.fit(copies);
            expect(refitted === undefined).toBe(expected === undefined);
            if (expected === undefined || refitted === undefined) continue;
            expect(furthest(refitted.competency, expected.competency)).toBeLessThan(1e-11);
            if (expected.competency.some(Number.isNaN)) fewer += 1;
          }
        }),
        { numRuns: 100 },
      );
      expect(fewer).toBeGreaterThan(0);
    });
    it("depends neither on its partner nor on having one", () => {
      const { matrix } = logisticWorld(43, { models: 30, items: 2000, gaps: "random half" });
      const drawn = refitter(matrix, published).drawing(strataOf(2000, 100))!;
      const fit = (...seeds: number[]) => structuredClone(drawn.fit(seeds));
      const alone = [1, 2].map((stream) => fit(stream)[0]);
      expect(fit(1, 2)).toEqual(alone);
      expect(fit(2, 1)).toEqual(alone.toReversed());
    });
  });
  it("is left to those who count where it cannot be made inside", () => {
    const gappy = logisticWorld(32, { gaps: "random half" }).matrix;
    const credit = matrixFromRows([
      [0.5, 1, 0],
      [1, 0, 0.5],
    ]);
    for (const matrix of [gappy, credit]) {
      const strata = strataOf(matrix.items.length, 10);
      expect(refitter(matrix, published).drawing(strata)).toBeUndefined();
    }
  });
});
