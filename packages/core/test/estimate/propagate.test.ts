import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EipError } from "../../src/errors.ts";
import { roundLimit } from "../../src/estimate/fixed-point.ts";
import { countedPool } from "../../src/estimate/missing.ts";
import {
  propagate,
  type PropagateOptions,
  type Propagation,
} from "../../src/estimate/propagate.ts";
import { discriminating } from "../../src/matrix/discriminating.ts";
import { isComplete, matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { total } from "../../src/numeric/vectors.ts";
import { ranks } from "../../src/stats/ranks.ts";
import {
  anyRows,
  binaryRows,
  continuousRows,
  gappyRows,
  orderOf,
  transposed,
  type GappyRows,
  type ScoreRows,
} from "../matrix/arbitrary-rows.ts";
import { restored } from "../matrix/stored-as.ts";
import { solvePool } from "../support/closed-form.ts";

const strict = { tolerance: 1e-14 };

function fit(rows: GappyRows, options: PropagateOptions = {}): Propagation {
  return propagate(matrixFromRows(rows), { ...strict, ...options });
}

/** Values agree to 1e-13, and are `NaN` in the same places. */
function expectEqual(found: ArrayLike<number>, expected: ArrayLike<number>, within = 1e-13): void {
  expect(found.length).toBe(expected.length);
  for (let index = 0; index < found.length; index += 1) {
    const [a, b] = [found[index]!, expected[index]!];
    if (Number.isNaN(b)) expect(a).toBeNaN();
    else expect(Math.abs(a - b)).toBeLessThanOrEqual(within);
  }
}

const settings = fc.record({
  damping: fc.constantFrom(0.1, 0.5, 0.85, 0.95),
  smoothing: fc.constantFrom(0, 0.05, 0.5),
});

/** Pools on both sides of one and of two words of 32 models. */
const wide = fc
  .constantFrom(31, 32, 33, 63, 64, 65)
  .chain((models) => binaryRows({ models: [models, models], items: [4, 12] }));

describe("closed form", () => {
  it.each([
    ["bits", binaryRows()],
    ["bits, across words", wide],
    ["dense", anyRows()],
    ["sparse", anyRows()],
  ] as const)("%s: the iteration ends where the linear system says", (name, pools) => {
    const kind = name.startsWith("bits") ? "bits" : (name as "dense" | "sparse");
    fc.assert(
      fc.property(pools, settings, (rows, options) => {
        const matrix = restored(matrixFromRows(rows), kind, rows);
        const found = propagate(matrix, { ...strict, ...options });
        const exact = solvePool(rows, options);
        expect(found.converged).toBe(true);
        expect(found.kernel).toBe(exact.kept.length === 0 ? "none" : `iterate, ${kind}`);
        expect([...found.keptItems]).toEqual(exact.kept);
        expectEqual(found.competency, exact.propagated);
        expectEqual(found.difficulty, exact.difficulty);
        expectEqual(found.itemWeight, exact.itemWeight);
        expectEqual(found.weightedAccuracy, exact.weightedAccuracy, 1e-12);
      }),
    );
  });

  it("with gaps: difficulties, weights, weighted accuracies and competencies", () => {
    fc.assert(
      fc.property(gappyRows(), settings, (rows, options) => {
        const found = fit(rows, options);
        const exact = solvePool(rows, options);
        expect(found.converged).toBe(true);
        expect([...found.keptItems]).toEqual(exact.kept);
        expectEqual(found.difficulty, exact.difficulty);
        expectEqual(found.itemWeight, exact.itemWeight);
        expectEqual(found.weightedAccuracy, exact.weightedAccuracy, 1e-12);
        expectEqual(found.competency, exact.competency);
      }),
      { numRuns: 200 },
    );
  });

  it("bits, dense and sparse agree on the same data", () => {
    fc.assert(
      fc.property(fc.oneof(binaryRows(), wide), settings, (rows, options) => {
        const matrix = matrixFromRows(rows);
        const [bits, dense, sparse] = (["bits", "dense", "sparse"] as const).map((kind) =>
          propagate(restored(matrix, kind, rows), { ...strict, ...options }),
        );
        for (const other of [dense!, sparse!]) {
          expect(other.keptItems).toEqual(bits!.keptItems);
          expectEqual(other.competency, bits!.competency);
          expectEqual(other.difficulty, bits!.difficulty);
          expect(other.failsNothing).toEqual(bits!.failsNothing);
          expect(other.solvesNothing).toEqual(bits!.solvesNothing);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("two models: the difference is d(1 - d)(n0 - n1) / (Q(1 + d^2))", () => {
    const pools = binaryRows({ models: [2, 2], items: [2, 40] }).filter((rows) => {
      const kept = discriminating(matrixFromRows(rows)).kept;
      return rows.every((row) => [...kept].some((item) => row[item] === 0));
    });
    fc.assert(
      fc.property(pools, fc.constantFrom(0.1, 0.5, 0.85, 0.95), (rows, d) => {
        const { competency, keptItems } = fit(rows, { damping: d });
        const [n0, n1] = rows.map((row) => [...keptItems].filter((item) => row[item] === 1).length);
        const expected = (d * (1 - d) * (n0! - n1!)) / (keptItems.length * (1 + d * d));
        expect(Math.abs(competency[0]! - competency[1]! - expected)).toBeLessThanOrEqual(1e-13);
      }),
    );
  });
});

describe("both vectors", () => {
  it("sum to 1 and stay above (1 - d)/M and (1 - d)/Q, with gaps and smoothing too", () => {
    fc.assert(
      fc.property(gappyRows({ items: [2, 20] }), settings, (rows, options) => {
        const { competency, difficulty, keptItems } = fit(rows, options);
        const known = competency.filter((value) => !Number.isNaN(value));
        expect(total(known)).toBeCloseTo(1, 13);
        const even = 1 - options.damping;
        // One unit in the last place is the rounding of the floor itself.
        const slack = 1 - 2 ** -52;
        expect(Math.min(...known)).toBeGreaterThanOrEqual((even / known.length) * slack);
        fc.pre(keptItems.length > 0);
        expect(total(difficulty)).toBeCloseTo(1, 13);
        expect(Math.min(...difficulty)).toBeGreaterThanOrEqual((even / difficulty.length) * slack);
      }),
    );
  });

  it("follow models and items in any order", () => {
    const shuffled = gappyRows({ models: [2, 40] }).chain((rows) =>
      fc.tuple(fc.constant(rows), orderOf(rows.length), orderOf(rows[0]!.length)),
    );
    fc.assert(
      fc.property(shuffled, settings, ([rows, models, items], options) => {
        const [straight, moved] = [
          fit(rows, options),
          fit(
            models.map((model) => items.map((item) => rows[model]![item])),
            options,
          ),
        ];
        expectEqual(
          moved.competency,
          models.map((model) => straight.competency[model]!),
        );
        const difficultyOf = new Map(
          [...straight.keptItems].map((item, place) => [item, straight.difficulty[place]!]),
        );
        expect([...moved.keptItems].map((place) => items[place]!).toSorted(ascending)).toEqual([
          ...straight.keptItems,
        ]);
        expectEqual(
          moved.difficulty,
          [...moved.keptItems].map((place) => difficultyOf.get(items[place]!)!),
        );
      }),
    );
  });

  it("give equal models and equal items equal values, and the same rank", () => {
    const twins = gappyRows({ models: [2, 33], items: [2, 20] }).chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.nat({ max: rows.length - 1 }),
        fc.nat({ max: rows[0]!.length - 1 }),
      ),
    );
    fc.assert(
      fc.property(twins, settings, ([rows, model, item], options) => {
        const pool = [...rows, rows[model]!].map((row) => [...row, row[item]]);
        const { competency, difficulty, keptItems, errorBound } = fit(pool, options);
        expectEqual([competency[model]!], [competency.at(-1)!], 1e-15);
        const rank = ranks(competency, errorBound);
        expect(rank[model]).toBe(rank.at(-1));
        const place = keptItems.indexOf(item);
        fc.pre(place >= 0);
        expectEqual([difficulty[place]!], [difficulty.at(-1)!], 1e-15);
      }),
    );
  });

  it("do not notice items that all models solved or none did: only the counts change", () => {
    fc.assert(
      fc.property(
        anyRows(),
        fc.nat({ max: 3 }),
        fc.nat({ max: 3 }),
        settings,
        (rows, ones, zeros, options) => {
          const [short, long] = [
            fit(rows, options),
            fit(
              rows.map((row) => [...filled(1, ones), ...row, ...filled(0, zeros)]),
              options,
            ),
          ];
          expect(long.competency).toEqual(short.competency);
          expect(long.difficulty).toEqual(short.difficulty);
          expect([...long.keptItems]).toEqual([...short.keptItems].map((item) => item + ones));
          expect(long.droppedAllSolved).toBe(short.droppedAllSolved + ones);
          expect(long.droppedAllFailed).toBe(short.droppedAllFailed + zeros);
        },
      ),
    );
  });

  it("with all items k times: competencies as they were, difficulties over k", () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(
        anyRows({ items: [1, 12] }),
        fc.integer({ min: 2, max: 4 }),
        settings,
        (rows, k, options) => {
          const [once, often] = [
            fit(rows, options),
            fit(
              rows.map((row) => Array.from({ length: k }, () => row).flat()),
              options,
            ),
          ];
          expectEqual(often.competency, once.competency);
          const parts = Array.from({ length: k }, () => [...once.difficulty]).flat();
          expectEqual(
            often.difficulty,
            parts.map((value) => value / k),
          );
        },
      ),
    );
  });

  it("with all models k times: difficulties as they were, competencies over k", () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(
        anyRows({ models: [2, 14] }),
        fc.integer({ min: 2, max: 4 }),
        settings,
        (rows, k, options) => {
          const [once, often] = [
            fit(rows, options),
            fit(Array.from({ length: k }, () => rows).flat(), options),
          ];
          expectEqual(often.difficulty, once.difficulty);
          const parts = Array.from({ length: k }, () => [...once.competency]).flat();
          expectEqual(
            often.competency,
            parts.map((value) => value / k),
          );
        },
      ),
    );
  });

  it("change places on the complement with models and items exchanged", () => {
    expect.hasAssertions();
    const mixed = (rows: ScoreRows) =>
      [...rows, ...transposed(rows)].every(
        (line) => line.some((score) => score > 0) && line.some((score) => score < 1),
      );
    const pools = fc
      .oneof(
        binaryRows({ models: [3, 34], items: [3, 20] }),
        continuousRows({ models: [2, 20], items: [2, 20] }),
      )
      .filter(mixed);
    fc.assert(
      fc.property(pools, settings, (rows, options) => {
        const straight = fit(rows, options);
        const dual = fit(
          transposed(rows).map((row) => row.map((score) => 1 - score)),
          options,
        );
        expectEqual(dual.competency, straight.difficulty);
        expectEqual(dual.difficulty, straight.competency);
      }),
    );
  });
});

describe("order", () => {
  const nested = anyRows({ models: [2, 20], items: [2, 20] }).chain((rows) =>
    fc.tuple(
      fc.constant(rows),
      fc.array(fc.nat({ max: 1 }), { minLength: rows[0]!.length, maxLength: rows[0]!.length }),
      fc.array(fc.nat({ max: 1 }), { minLength: rows.length + 1, maxLength: rows.length + 1 }),
    ),
  );

  it("a model that earns as much on every item and more on one ranks higher", () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(nested, settings, ([rows, more], options) => {
        const better = rows[0]!.map((score, item) => Math.max(score, more[item]!));
        const { competency, keptItems } = fit([...rows, better], options);
        const gains = [...keptItems].some((item) => better[item]! > rows[0]![item]!);
        if (gains) expect(competency.at(-1)!).toBeGreaterThan(competency[0]!);
        else expectEqual([competency.at(-1)!], [competency[0]!], 1e-15);
      }),
    );
  });

  it("an item on which every model loses as much, and one loses more, is harder", () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(nested, settings, ([rows, , less], options) => {
        const pool = rows.map((row, model) => [...row, Math.min(row[0]!, 1 - less[model]!)]);
        const { difficulty, keptItems } = fit(pool, options);
        const [plain, harder] = [0, pool[0]!.length - 1];
        fc.pre(keptItems.includes(plain) && keptItems.includes(harder));
        const [low, high] = [difficulty[keptItems.indexOf(plain)]!, difficulty.at(-1)!];
        if (pool.some((row) => row[harder]! < row[plain]!)) expect(high).toBeGreaterThan(low);
        else expectEqual([high], [low], 1e-15);
      }),
    );
  });

  it("tends to that of accuracy as smoothing grows", () => {
    fc.assert(
      fc.property(binaryRows({ items: [2, 40] }), (rows) => {
        // Weights of items lie within a factor (1 + 1/s)^2 of each other, so at s = 1000 weighted
        // accuracies are within 0.2 % of accuracy: less than half an item of 40.
        const { weightedAccuracy, competency, keptItems } = fit(rows, { smoothing: 1000 });
        fc.pre(keptItems.length > 0);
        const solved = rows.map((row) => [...keptItems].filter((item) => row[item] === 1).length);
        for (const [a, better] of solved.entries()) {
          const share = better / keptItems.length;
          expect(Math.abs(weightedAccuracy[a]! - share)).toBeLessThanOrEqual(0.002001);
          for (const [b, worse] of solved.entries()) {
            if (better > worse) expect(competency[a]!).toBeGreaterThan(competency[b]!);
          }
        }
      }),
    );
  });
});

describe("what EIP does not promise", () => {
  it("G3: a further right answer can put a model below one with a single right answer", () => {
    const before = fit([
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ]);
    expectEqual(before.competency, [1 / 3, 1 / 3, 1 / 3]);
    const after = fit([
      [1, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ]);
    expect(ranks(after.competency)).toEqual([2, 1, 3]);
    expectEqual(after.competency, [133221 / 326903, 144322 / 326903, 49360 / 326903]);
  });

  it("FIX1: putting a wrong answer right can lower the score itself", () => {
    const before = itemsByModels("110 011 011 001 010 011");
    const after = before.map((row) => [...row]);
    expect(after[2]![4]).toBe(0);
    after[2]![4] = 1;
    const [was, is] = [fit(before).competency[2]!, fit(after).competency[2]!];
    expect(was).toBeCloseTo(0.44957, 5);
    expect(is).toBeCloseTo(0.44815, 5);
  });

  it("PD1: a new model that solves nothing can exchange two others", () => {
    const rows = itemsByModels("010 011 010 011 100 110");
    const [before, after] = [fit(rows), fit([...rows, filled(0, 6)])];
    expectEqual(before.competency.subarray(0, 2), [0.428, 0.4234], 5e-5);
    expectEqual(after.competency.subarray(0, 2), [0.4118, 0.413], 5e-5);
    expect(ranks(before.competency).slice(0, 2)).toEqual([1, 2]);
    expect(ranks(after.competency).slice(0, 2)).toEqual([2, 1]);
  });

  it("PD2: a copy of the leader can take the lead away from it", () => {
    const rows = itemsByModels("1001 1100 1100 0010");
    const [before, after] = [fit(rows), fit([...rows, rows[2]!])];
    expect(ranks(before.competency)[2]).toBe(1);
    expect(before.competency[2]).toBeCloseTo(0.3815, 4);
    expect(after.competency[2]).toBeCloseTo(0.1988, 4);
    expect(ranks(after.competency)[0]).toBe(1);
    expect(after.competency[0]).toBeCloseTo(0.2862, 4);
  });

  it("G7: the order can depend on damping", () => {
    const rows = Array.from({ length: 5 }, (_, model) =>
      Array.from({ length: 22 }, (__, item) => ((7 * item + 3 * model) % 11 < 2 + model ? 1 : 0)),
    );
    expect(ranks(fit(rows, { damping: 0.85 }).competency)[2]).toBe(1);
    expect(ranks(fit(rows, { damping: 0.5 }).competency)[4]).toBe(1);
  });
});

describe("models and pools at the edge", () => {
  it("a model that solves nothing has (1 - d)/M exactly, and is named", () => {
    fc.assert(
      fc.property(anyRows({ models: [2, 33] }), settings, (rows, { damping }) => {
        const pool = [...rows, filled(0, rows[0]!.length)];
        const { competency, solvesNothing, keptItems } = fit(pool, { damping });
        fc.pre(keptItems.length > 0);
        expect(solvesNothing).toContain(rows.length);
        expect(competency.at(-1)).toBe((1 - damping) / pool.length);
      }),
    );
  });

  it("models that fail or solve nothing kept are named, and no others", () => {
    fc.assert(
      fc.property(gappyRows(), (rows) => {
        const { failsNothing, solvesNothing, keptItems, competency } = fit(rows);
        const named = (fits: (scores: number[]) => boolean) =>
          [...rows.keys()].filter((model) => {
            const asked = [...keptItems].map((item) => rows[model]![item]);
            const scores = asked.filter((score) => score !== undefined).map((score) => score ?? 0);
            return scores.length > 0 && fits(scores);
          });
        expect(failsNothing).toEqual(named((scores) => scores.every((score) => score === 1)));
        expect(solvesNothing).toEqual(named((scores) => scores.every((score) => score === 0)));
        for (const model of failsNothing) expect(competency[model]).not.toBeNaN();
      }),
    );
  });

  it("a model that fails nothing makes all items harder by the same amount", () => {
    // Items 0 and 2 are failed by model 1 alone and by model 2 alone: apart from these, equal.
    const { competency, difficulty, failsNothing } = fit([
      [1, 1, 1],
      [1, 0, 0],
      [0, 0, 1],
    ]);
    expect(failsNothing).toEqual([0]);
    const spread = 0.85 * (competency[0]! / 3) + 0.15 / 3;
    expect(difficulty[0]! - spread).toBeCloseTo((0.85 * competency[2]!) / 2, 14);
    expect(difficulty[2]! - spread).toBeCloseTo((0.85 * competency[1]!) / 2, 14);
  });

  it("without an item that tells models apart all are equal, and nothing is NaN but the accuracies", () => {
    for (const missing of ["weighted", "common", "wrong"] as const) {
      const found = fit(
        [
          [1, 0],
          [1, 0],
          [1, 0],
        ],
        { missing },
      );
      expect(found).toMatchObject({
        competency: Float64Array.of(1 / 3, 1 / 3, 1 / 3),
        difficulty: new Float64Array(0),
        keptItems: new Uint32Array(0),
        droppedAllSolved: 1,
        droppedAllFailed: 1,
        iterations: 0,
        residual: 0,
        converged: true,
        kernel: "none",
      });
      expect([...found.weightedAccuracy].every(Number.isNaN)).toBe(true);
    }
  });

  it("one model alone has competency 1", () => {
    expect(fit([[1, 0, 1]]).competency).toEqual(Float64Array.of(1));
    const partial = fit([[0.5, 0, 1]]);
    expect(partial.keptItems).toEqual(Uint32Array.of(0));
    expectEqual(partial.competency, [1]);
  });

  it("an item of which all models earned the same part is kept", () => {
    const { keptItems } = fit([
      [0.5, 1, 0],
      [0.5, 1, 0],
    ]);
    expect([...keptItems]).toEqual([0]);
  });

  it("two groups that share no item have one fixed point all the same", () => {
    expect.hasAssertions();
    const rows = [
      [1, 0, undefined, undefined],
      [0, 1, undefined, undefined],
      [undefined, undefined, 1, 0],
      [undefined, undefined, 0, 1],
    ];
    expectEqual(fit(rows).competency, [0.25, 0.25, 0.25, 0.25]);
  });
});

describe("gaps", () => {
  it("`weighted` without one model's answers is the pool without it, where that has a rank", () => {
    fc.assert(
      fc.property(gappyRows({ models: [2, 34] }), settings, (rows, options) => {
        const empty = rows[0]!.map(() => undefined);
        const without = fit(rows, options);
        fc.pre(without.keptItems.length > 0);
        const found = fit([...rows, empty], options);
        expectEqual(found.competency, [...without.competency, Number.NaN]);
        expectEqual(found.weightedAccuracy, [...without.weightedAccuracy, Number.NaN]);
        expectEqual(found.difficulty, without.difficulty);
        expect(found.keptItems).toEqual(without.keptItems);
        expect([...found.coverage]).toEqual([...without.coverage, 0]);
      }),
    );
  });

  it("`wrong` is the matrix with every gap failed, bit for bit", () => {
    fc.assert(
      fc.property(gappyRows(), settings, (rows, options) => {
        const filledRows = rows.map((row) => row.map((score) => score ?? 0));
        const { settings: used, ...found } = fit(rows, { ...options, missing: "wrong" });
        const { settings: plain, ...expected } = fit(filledRows, options);
        expect(found.competency).toEqual(expected.competency);
        expect(found.difficulty).toEqual(expected.difficulty);
        expect(found.keptItems).toEqual(expected.keptItems);
        expect(used.missing).toBe("wrong");
        expect(plain.missing).toBe("weighted");
      }),
    );
  });

  it("`common` is the matrix of the items that every model was asked, by their own indices", () => {
    fc.assert(
      fc.property(gappyRows({ models: [2, 6] }), settings, (rows, options) => {
        const items = [...rows[0]!.keys()].filter((item) =>
          rows.every((row) => row[item] !== undefined),
        );
        const found = fit(rows, { ...options, missing: "common" });
        expect(found.droppedUnobserved).toBe(rows[0]!.length - items.length);
        expect(found.droppedSameObserved).toBe(0);
        if (items.length === 0) {
          expectEqual(found.competency, filled(1 / rows.length, rows.length));
          expect(found.keptItems).toHaveLength(0);
          return;
        }
        const expected = fit(
          rows.map((row) => items.map((item) => row[item])),
          options,
        );
        expect(found.competency).toEqual(expected.competency);
        expect(found.difficulty).toEqual(expected.difficulty);
        expect([...found.keptItems]).toEqual([...expected.keptItems].map((place) => items[place]));
      }),
      { numRuns: 200 },
    );
  });

  it("a complete matrix is no other one under any policy", () => {
    const matrix = matrixFromRows([
      [1, 0],
      [0, 1],
    ]);
    for (const missing of ["weighted", "common", "wrong"] as const) {
      expect(countedPool(matrix, missing).matrix).toBe(matrix);
    }
  });

  it("gaps on items that take no part leave the published method", () => {
    const plain = [
      [1, 0, 1],
      [0, 1, 1],
      [1, 0, 0],
    ];
    const gappy = plain.map((row, model) => [...row, model === 0 ? undefined : 1]);
    const found = fit(gappy);
    expect(isComplete(matrixFromRows(gappy))).toBe(false);
    expect(found.droppedSameObserved).toBe(1);
    expectEqual(found.competency, fit(plain).competency);
  });

  it("ranks follow weighted accuracy, and competency is its affine image", () => {
    fc.assert(
      fc.property(gappyRows(), settings, (rows, options) => {
        const { competency, weightedAccuracy, keptItems } = fit(rows, options);
        fc.pre(keptItems.length > 0);
        const scored = [...competency.keys()].filter((model) => !Number.isNaN(competency[model]!));
        const raised = scored.map((model) => weightedAccuracy[model]! + options.smoothing);
        const whole = raised.reduce((a, b) => a + b, 0);
        expectEqual(
          scored.map((model) => competency[model]!),
          raised.map(
            (value) => (1 - options.damping) / scored.length + (options.damping * value) / whole,
          ),
        );
        for (const model of scored) {
          // Rounding of a sum of at most 24 weights may pass 1 by a unit in the last place or two.
          expect(weightedAccuracy[model]).toBeGreaterThanOrEqual(0);
          expect(weightedAccuracy[model]).toBeLessThanOrEqual(1 + 1e-15);
        }
      }),
    );
  });
});

describe("options", () => {
  const rows = [
    [1, 0, 1],
    [0, 1, 0],
  ];

  it.each([
    ["damping", 0],
    ["damping", 1],
    ["damping", -0.5],
    ["damping", Number.NaN],
    ["smoothing", -0.1],
    ["smoothing", Infinity],
    ["smoothing", Number.NaN],
    ["tolerance", 0],
    ["tolerance", 9e-15],
    ["tolerance", 1],
    ["tolerance", Number.NaN],
    ["maxIterations", 0],
    ["maxIterations", 2.5],
    ["maxIterations", Number.NaN],
    ["missing", "ignore"],
    ["missing", null],
  ])("%s = %s is an error that names the option and the value", (name, value) => {
    const error = thrown(() => propagate(matrixFromRows(rows), { [name]: value }));
    expect(error).toMatchObject({ code: "bad-option", where: name, found: String(value) });
  });

  it("stand in the result with their defaults filled in", () => {
    expect(propagate(matrixFromRows(rows)).settings).toEqual({
      damping: 0.85,
      smoothing: 0,
      tolerance: 1e-10,
      missing: "weighted",
    });
    const own = { damping: 0.5, smoothing: 0.1, tolerance: 1e-6, missing: "common" } as const;
    expect(propagate(matrixFromRows(rows), own).settings).toEqual(own);
  });

  it("undefined is the default", () => {
    const nothing = {
      damping: undefined,
      smoothing: undefined,
      tolerance: undefined,
      maxIterations: undefined,
      missing: undefined,
    };
    expect(propagate(matrixFromRows(rows), nothing)).toEqual(propagate(matrixFromRows(rows)));
  });

  it("too few rounds: `converged` is false, and the bound still holds", () => {
    const slow = matrixFromRows([
      [1, 1, 1, 0],
      [0, 0, 0, 1],
    ]);
    const short = propagate(slow, { maxIterations: 3 });
    expect(short).toMatchObject({ converged: false, iterations: 3 });
    expect(short.residual).toBeGreaterThan(1e-10);
    const exact = solvePool([
      [1, 1, 1, 0],
      [0, 0, 0, 1],
    ]).competency;
    const apart = exact.reduce((sum, value, m) => sum + Math.abs(value - short.competency[m]!), 0);
    expect(apart).toBeGreaterThan(1e-10);
    expect(apart).toBeLessThanOrEqual(short.errorBound * (1 + 1e-12));
  });

  it("the default limit is the bound of the proof, so it always converges", () => {
    fc.assert(
      fc.property(
        gappyRows(),
        settings,
        fc.constantFrom(1e-3, 1e-10, 1e-14),
        (pool, options, tolerance) => {
          const { converged, iterations } = fit(pool, { ...options, tolerance });
          expect(converged).toBe(true);
          expect(iterations).toBeLessThanOrEqual(
            roundLimit({ damping: options.damping, tolerance }),
          );
        },
      ),
    );
  });

  it("a tighter tolerance takes at least as many rounds", () => {
    const nemesis = matrixFromRows([
      [1, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ]);
    const rounds = [1e-4, 1e-8, 1e-12].map(
      (tolerance) => propagate(nemesis, { tolerance }).iterations,
    );
    expect(rounds).toEqual(rounds.toSorted(ascending));
    expect(new Set(rounds).size).toBe(3);
  });
});

describe("the error bound of the result", () => {
  it("covers the distance of the competencies from the closed form on complete data", () => {
    const tolerances = fc.constantFrom(0.1, 1e-2, 1e-4, 1e-8);
    fc.assert(
      fc.property(anyRows(), settings, tolerances, (rows, options, tolerance) => {
        const found = fit(rows, { ...options, tolerance });
        const exact = solvePool(rows, options).competency;
        const apart = exact.reduce(
          (sum, value, m) => sum + Math.abs(value - found.competency[m]!),
          0,
        );
        expect(apart).toBeLessThanOrEqual(found.errorBound + 1e-14);
      }),
    );
  });
});

function ascending(a: number, b: number): number {
  return a - b;
}

function filled(value: number, length: number): number[] {
  return Array.from({ length }, () => value);
}

/** Rows of models from items written as digits, one per model. */
function itemsByModels(items: string): number[][] {
  return transposed(items.split(" ").map((item) => Array.from(item, Number)));
}

function thrown(run: () => unknown): EipError {
  try {
    run();
  } catch (error) {
    if (EipError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
