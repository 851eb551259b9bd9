import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fixedPoint,
  roundLimit,
  type FixedPoint,
  type FixedPointOptions,
} from "../../src/estimate/fixed-point.ts";
import { kernelFor } from "../../src/estimate/kernels/kernel-for.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import {
  accuracyWith,
  competencyFrom,
  shrunkenWeights,
} from "../../src/estimate/weighted-accuracy.ts";
import { discriminating } from "../../src/matrix/discriminating.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { distance, total } from "../../src/numeric/vectors.ts";
import { anyRows, binaryRows, gappyRows, type ScoreRows } from "../matrix/arbitrary-rows.ts";
import { solvePool } from "../support/closed-form.ts";

/** The fixed point of complete data, over the items that tell models apart. */
function iterate(rows: ScoreRows, options: Partial<FixedPointOptions> = {}): FixedPoint {
  const matrix = matrixFromRows(rows);
  const { kept } = discriminating(matrix);
  return fixedPoint(kernelFor(matrix, kept), {
    damping: 0.85,
    smoothing: 0,
    tolerance: 1e-14,
    models: rows.length,
    items: kept.length,
    ...options,
  });
}

const keepsSomething = (rows: ScoreRows) => discriminating(matrixFromRows(rows)).kept.length > 0;
const pools = anyRows({ items: [2, 20] }).filter(keepsSomething);
const damping = fc.constantFrom(0.1, 0.5, 0.85, 0.95);
const smoothing = fc.constantFrom(0, 0.05, 0.5);

/** Competencies in the simplex, corners among them. */
const starts = (models: number) =>
  fc
    .array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: models,
      maxLength: models,
    })
    .filter((values) => values.some((value) => value > 1e-6))
    .map((values) => {
      const sum = values.reduce((a, b) => a + b, 0);
      return Float64Array.from(values, (value) => value / sum);
    });

describe("roundLimit", () => {
  it.each([
    [0.5, [12, 15, 19, 22]],
    [0.85, [46, 60, 74, 89]],
    [0.95, [143, 188, 233, 278]],
    [0.99, [723, 952, 1182, 1411]],
  ])("at damping %f is 1 + ceil(ln(2 / tolerance) / (-2 ln d)): %j", (d, limits) => {
    const tolerances = [1e-6, 1e-8, 1e-10, 1e-12];
    expect(tolerances.map((tolerance) => roundLimit({ damping: d, tolerance }))).toEqual(limits);
  });

  it("is one more from a start of one's own", () => {
    const start = Float64Array.of(1, 0);
    expect(roundLimit({ damping: 0.85, tolerance: 1e-10, start })).toBe(75);
  });
});

describe("the iteration", () => {
  it("keeps both sums at 1 and both floors after every round", () => {
    fc.assert(
      fc.property(
        pools,
        damping,
        smoothing,
        fc.integer({ min: 1, max: 6 }),
        (rows, d, s, rounds) => {
          const { competency, difficulty } = iterate(rows, {
            damping: d,
            smoothing: s,
            maxIterations: rounds,
          });
          expect(total(competency)).toBeCloseTo(1, 13);
          expect(total(difficulty)).toBeCloseTo(1, 13);
          // The floors hold exactly; one unit in the last place is the rounding of their sum.
          const [floorM, floorQ] = [(1 - d) / competency.length, (1 - d) / difficulty.length];
          expect(Math.min(...competency)).toBeGreaterThanOrEqual(floorM * (1 - 2 ** -52));
          expect(Math.min(...difficulty)).toBeGreaterThanOrEqual(floorQ * (1 - 2 ** -52));
        },
      ),
    );
  });

  it("shrinks the change of the competencies by d^2 or more each round", () => {
    fc.assert(
      fc.property(pools, damping, smoothing, (rows, d, s) => {
        const residuals = [1, 2, 3, 4, 5, 6, 7].map(
          (rounds) => iterate(rows, { damping: d, smoothing: s, maxIterations: rounds }).residual,
        );
        for (const [place, residual] of residuals.slice(1).entries()) {
          expect(residual).toBeLessThanOrEqual(d * d * residuals[place]! + 1e-15);
        }
      }),
    );
  });

  it("comes closer to the closed form by d^2 or more each round", () => {
    fc.assert(
      fc.property(pools, damping, smoothing, (rows, d, s) => {
        const exact = Float64Array.from(solvePool(rows, { damping: d, smoothing: s }).propagated);
        let before = distance(new Float64Array(rows.length).fill(1 / rows.length), exact);
        for (const rounds of [1, 2, 3, 4, 5]) {
          const { competency } = iterate(rows, { damping: d, smoothing: s, maxIterations: rounds });
          const now = distance(competency, exact);
          expect(now).toBeLessThanOrEqual(d * d * before + 1e-14);
          before = now;
        }
      }),
      { numRuns: 50 },
    );
  });

  it("reaches the limit d^2 with two models, the slowest pool there is", () => {
    const rows = [
      [1, 1, 1, 0],
      [0, 0, 0, 1],
    ];
    const [first, second] = [3, 4].map(
      (rounds) => iterate(rows, { maxIterations: rounds }).residual,
    );
    expect(second! / first!).toBeCloseTo(0.85 ** 2, 10);
    expect(iterate(rows, { tolerance: 1e-10 }).iterations).toBe(64);
  });

  it("converges within the proven number of rounds, down to tolerance 1e-14", () => {
    const tolerances = fc.constantFrom(1e-4, 1e-10, 1e-14);
    fc.assert(
      fc.property(pools, damping, smoothing, tolerances, (rows, d, s, tolerance) => {
        const { converged, iterations } = iterate(rows, { damping: d, smoothing: s, tolerance });
        expect(converged).toBe(true);
        expect(iterations).toBeLessThanOrEqual(roundLimit({ damping: d, tolerance }));
      }),
    );
  });

  it("lies within its error bound of the closed form, however early it stops", () => {
    const tolerances = fc.constantFrom(0.5, 1e-1, 1e-2, 1e-4, 1e-8);
    fc.assert(
      fc.property(pools, damping, smoothing, tolerances, (rows, d, s, tolerance) => {
        const found = iterate(rows, { damping: d, smoothing: s, tolerance });
        const exact = Float64Array.from(solvePool(rows, { damping: d, smoothing: s }).propagated);
        expect(distance(found.competency, exact)).toBeLessThanOrEqual(found.errorBound + 1e-14);
        expect(found.errorBound).toBeCloseTo((d * d * found.residual) / (1 - d * d), 12);
      }),
    );
  });

  it("does so with gaps too, for the propagated competencies", () => {
    const tolerances = fc.constantFrom(0.5, 1e-2, 1e-4);
    const gappy = gappyRows({ items: [2, 20] }).filter((rows) => {
      const { kept, scored } = solvePool(rows);
      return kept.length > 0 && scored.length === rows.length;
    });
    fc.assert(
      fc.property(gappy, damping, smoothing, tolerances, (rows, d, s, tolerance) => {
        const { kept, propagated } = solvePool(rows, { damping: d, smoothing: s });
        const asked = (model: number, item: number) => rows[model]![item] !== undefined;
        const items = Uint32Array.from(kept);
        const found = fixedPoint(kernelFor(matrixFromRows(rows), items), {
          damping: d,
          smoothing: s,
          tolerance,
          models: rows.length,
          items: kept.length,
          coverageOfModel: Float64Array.from(
            rows,
            (_, model) => kept.filter((item) => asked(model, item)).length / kept.length,
          ),
          coverageOfItem: Float64Array.from(
            kept,
            (item) => rows.filter((_, model) => asked(model, item)).length / rows.length,
          ),
        });
        expect(distance(found.competency, Float64Array.from(propagated))).toBeLessThanOrEqual(
          found.errorBound + 1e-14,
        );
      }),
    );
  });

  it("reaches one limit from any start in the simplex, within one round more", () => {
    const started = binaryRows({ models: [2, 12], items: [2, 20] })
      .filter(keepsSomething)
      .chain((rows) => fc.tuple(fc.constant(rows), starts(rows.length)));
    fc.assert(
      fc.property(started, damping, smoothing, ([rows, start], d, s) => {
        const settings = { damping: d, smoothing: s };
        const [even, own] = [iterate(rows, settings), iterate(rows, { ...settings, start })];
        expect(own.converged).toBe(true);
        expect(distance(even.competency, own.competency)).toBeLessThanOrEqual(2e-13);
        expect(distance(even.difficulty, own.difficulty)).toBeLessThanOrEqual(2e-13);
        const tolerance = 1e-10;
        expect(iterate(rows, { ...settings, start, tolerance }).iterations).toBeLessThanOrEqual(
          roundLimit({ damping: d, tolerance, start }),
        );
      }),
    );
  });

  it("leaves the start it is given as it was", () => {
    const start = Float64Array.of(0.25, 0.75);
    iterate(
      [
        [1, 1, 0],
        [0, 1, 1],
      ],
      { start },
    );
    expect(start).toEqual(Float64Array.of(0.25, 0.75));
  });

  it("needs both vectors to settle: a competency that stands still does not end it", () => {
    // By symmetry the competencies are right from the start; the difficulties are not.
    const rows = [
      [1, 0, 0, 1, 1, 0],
      [0, 1, 0, 0, 1, 1],
      [0, 0, 1, 1, 0, 1],
    ];
    const { residual, iterations, converged } = iterate(rows, { tolerance: 1e-10 });
    expect(residual).toBeLessThan(1e-15);
    expect({ converged, iterations }).toEqual({ converged: true, iterations: 2 });
  });

  it("with too few rounds says that it did not converge, and by how much", () => {
    const rows = [
      [1, 1, 1, 0],
      [0, 0, 0, 1],
    ];
    const { converged, iterations, residual } = iterate(rows, { maxIterations: 5 });
    expect({ converged, iterations }).toEqual({ converged: false, iterations: 5 });
    expect(residual).toBeGreaterThan(1e-14);
  });
});

describe("copies of items", () => {
  const copied = anyRows({ models: [2, 12], items: [2, 12] })
    .filter(keepsSomething)
    .chain((rows) => {
      const kept = discriminating(matrixFromRows(rows)).kept.length;
      const counts = fc.array(fc.nat({ max: 3 }), { minLength: kept, maxLength: kept });
      return fc.tuple(
        fc.constant(rows),
        counts.filter((list) => list.some((count) => count > 0)),
      );
    });

  it("count as if the matrix held them, and an item that counts zero times as if it were gone", () => {
    fc.assert(
      fc.property(copied, damping, smoothing, ([rows, counts], d, s) => {
        const { kept } = discriminating(matrixFromRows(rows));
        const found = iterate(rows, {
          damping: d,
          smoothing: s,
          copies: Float64Array.from(counts),
        });
        const repeated = [...kept].flatMap((item, place) =>
          Array.from({ length: counts[place]! }, () => item),
        );
        const replicated = iterate(
          rows.map((row) => repeated.map((item) => row[item]!)),
          { damping: d, smoothing: s },
        );
        expect(distance(found.competency, replicated.competency)).toBeLessThanOrEqual(1e-13);
        let place = 0;
        for (const [item, copies] of counts.entries()) {
          for (let copy = 0; copy < copies; copy += 1, place += 1) {
            const apart = Math.abs(found.difficulty[item]! - replicated.difficulty[place]!);
            expect(apart).toBeLessThanOrEqual(1e-13);
          }
        }
      }),
    );
  });

  it("count in the change of the difficulties, so that they settle as copies would", () => {
    // Competencies are right from the start; each of the thousand copies moves by very little.
    const rows = [
      [1, 0, 0, 1, 1, 0],
      [0, 1, 0, 0, 1, 1],
      [0, 0, 1, 1, 0, 1],
    ];
    const copies = new Float64Array(6).fill(1000);
    expect(iterate(rows, { copies, tolerance: 0.01 }).iterations).toBe(2);
    expect(iterate(rows, { tolerance: 0.01 }).iterations).toBe(2);
  });

  it("one copy of each is what there is without copies, bit for bit", () => {
    const rows = [
      [1, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ];
    const copies = Float64Array.of(1, 1, 1);
    expect(iterate(rows, { copies })).toEqual(iterate(rows));
  });
});

describe("the ranking rule for gaps", () => {
  it("gives back the fixed point where there is no gap, with smoothing and without", () => {
    fc.assert(
      fc.property(pools, damping, smoothing, (rows, d, s) => {
        const matrix = matrixFromRows(rows);
        const { kept } = discriminating(matrix);
        const kernel = kernelFor(matrix, kept);
        const models = rows.length;
        const success = new Float64Array(kept.length);
        kernel.byItem({ of: "solved", smoothing: 0 }, new Float64Array(models).fill(1), success);
        const point = iterate(rows, { damping: d, smoothing: s });
        const weight = shrunkenWeights(point.difficulty, {
          models,
          smoothing: s,
          poolRate: total(success) / (models * kept.length),
          success,
          asked: new Float64Array(kept.length).fill(models),
          out: new Float64Array(kept.length),
        });
        const accuracy = accuracyWith(weight, { kernel, out: new Float64Array(models) });
        const competency = competencyFrom(accuracy, { damping: d, smoothing: s });
        expect(distance(competency, point.competency)).toBeLessThanOrEqual(1e-13);
        const fit = propagate(matrix, { damping: d, smoothing: s, tolerance: 1e-14 });
        expect(distance(weight, fit.itemWeight)).toBeLessThanOrEqual(1e-13);
        expect(distance(accuracy, fit.weightedAccuracy)).toBeLessThanOrEqual(1e-12);
      }),
    );
  });
});
